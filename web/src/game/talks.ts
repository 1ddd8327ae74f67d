// Messages sorted into conversations: a conversation is its set of seats.

import type { MessageView } from '../lib/wire';

/** `all` for everybody, else the seats joined by commas. */
export type TalkKey = string;
export const EVERYBODY: TalkKey = 'all';

export function talkOf(message: MessageView): TalkKey {
  return message.to === 'everybody' ? EVERYBODY : keyOfSeats(message.to.circle);
}

export const keyOfSeats = (seats: readonly number[]): TalkKey => [...new Set(seats)].sort((a, b) => a - b).join(',');
export const seatsOf = (key: TalkKey): number[] => (key === EVERYBODY || key === '' ? [] : key.split(',').map(Number));

/** All conversations, the newest first; announcements always at the top. */
export function talks(messages: readonly MessageView[]): Map<TalkKey, MessageView[]> {
  const found = new Map<TalkKey, MessageView[]>();
  for (const message of messages) found.set(talkOf(message), [...(found.get(talkOf(message)) ?? []), message]);
  const last = (key: TalkKey) => found.get(key)?.at(-1)?.number ?? 0;
  const keys = [...found.keys()].filter((key) => key !== EVERYBODY).sort((a, b) => last(b) - last(a));
  return new Map([EVERYBODY, ...keys].map((key) => [key, found.get(key) ?? []]));
}

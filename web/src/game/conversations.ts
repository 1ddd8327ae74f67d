// Groups messages into conversations: a conversation is a set of seats.

import type { MessageView } from '../lib/wire';

/** `all` for everybody, else the numbers of the seats with commas. */
export type ConversationKey = string;
export const EVERYBODY: ConversationKey = 'all';

export function conversationOf(message: MessageView): ConversationKey {
  return message.to === 'everybody' ? EVERYBODY : conversationKey(message.to.circle);
}

export const conversationKey = (seats: readonly number[]): ConversationKey =>
  [...new Set(seats)].sort((a, b) => a - b).join(',');
export const conversationSeats = (key: ConversationKey): number[] =>
  key === EVERYBODY || key === '' ? [] : key.split(',').map(Number);

/** All conversations, the newest first; the one with everybody is always at the top. */
export function conversations(messages: readonly MessageView[]): Map<ConversationKey, MessageView[]> {
  const found = new Map<ConversationKey, MessageView[]>();
  for (const message of messages)
    found.set(conversationOf(message), [...(found.get(conversationOf(message)) ?? []), message]);
  const last = (key: ConversationKey) => found.get(key)?.at(-1)?.number ?? 0;
  const keys = [...found.keys()].filter((key) => key !== EVERYBODY).sort((a, b) => last(b) - last(a));
  return new Map([EVERYBODY, ...keys].map((key) => [key, found.get(key) ?? []]));
}

// Groups messages into conversations: a conversation is a set of seats, with or without the game master.

import type { GameView, MessageView } from '../lib/wire';

/** `all` for everybody, else the numbers of the seats with commas; before them `master:` if the game master is
 * one of them. */
export type ConversationKey = string;
export const EVERYBODY: ConversationKey = 'all';
const WITH_MASTER = 'master:';

export function conversationOf(message: MessageView): ConversationKey {
  if (message.to === 'everybody') return EVERYBODY;
  if ('seats_and_master' in message.to) return masterConversation(message.to.seats_and_master);
  // Older messages of the game master were for seats alone.
  return message.from === 'master'
    ? masterConversation(message.to.circle)
    : conversationKey(message.to.circle);
}

export const conversationKey = (seats: readonly number[]): ConversationKey =>
  [...new Set(seats)].sort((a, b) => a - b).join(',');
/** The conversation of these seats with the game master. */
export const masterConversation = (seats: readonly number[]): ConversationKey =>
  WITH_MASTER + conversationKey(seats);
export const isWithMaster = (key: ConversationKey): boolean => key.startsWith(WITH_MASTER);
export function conversationSeats(key: ConversationKey): number[] {
  const seats = isWithMaster(key) ? key.slice(WITH_MASTER.length) : key;
  return seats === EVERYBODY || seats === '' ? [] : seats.split(',').map(Number);
}

/** All conversations, and after them an empty one with each of these seats that has said nothing yet. */
export function withEachSeat(
  found: ReadonlyMap<ConversationKey, MessageView[]>,
  ownSeat: number,
  others: readonly number[],
): Map<ConversationKey, MessageView[]> {
  const all = new Map(found);
  for (const seat of others) {
    const key = conversationKey([ownSeat, seat]);
    if (!all.has(key)) all.set(key, []);
  }
  return all;
}

/** The conversation for writing to a power, or null if the reader cannot write to it. */
export function conversationWith(view: GameView, power: string): ConversationKey | null {
  const own = view.viewer.seat;
  const seat = view.seats.find((one) => one.powers.includes(power));
  if (own === null || !seat || seat.seat === own || seat.occupant.is === 'nobody') return null;
  return view.talk.private ? conversationKey([own, seat.seat]) : null;
}

/** All conversations, the newest first; the one with everybody is always at the top. */
export function conversations(messages: readonly MessageView[]): Map<ConversationKey, MessageView[]> {
  const found = new Map<ConversationKey, MessageView[]>();
  for (const message of messages)
    found.set(conversationOf(message), [...(found.get(conversationOf(message)) ?? []), message]);
  const last = (key: ConversationKey) => found.get(key)?.at(-1)?.number ?? 0;
  const keys = [...found.keys()].filter((key) => key !== EVERYBODY).sort((a, b) => last(b) - last(a));
  return new Map([EVERYBODY, ...keys].map((key) => [key, found.get(key) ?? []]));
}

// Which messages are unread, per conversation. The browser stores the last one that was read of each.

import { readStorage, writeStorage } from '../lib/storage';
import type { GameView, MessageView } from '../lib/wire';
import { conversationOf, type ConversationKey } from './conversations';

/** The number of the last message that was read, per conversation; `ALL` counts for every one. */
export type LastRead = Readonly<Record<ConversationKey, number>>;
const ALL = '';

/** Older visits stored one number for all conversations. */
export function lastReadOf(stored: string | null): LastRead {
  if (stored === null) return {};
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value === 'number') return { [ALL]: value };
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, last]) => typeof last === 'number'));
  } catch {
    return {};
  }
}

export function isUnread(message: MessageView, read: LastRead, ownSeat: number | null): boolean {
  const isOwn = typeof message.from === 'object' && message.from.seat === ownSeat;
  const last = Math.max(read[ALL] ?? 0, read[conversationOf(message)] ?? 0);
  return message.number > last && !isOwn && !message.muted;
}

export class UnreadMessages {
  #read: LastRead = $state.raw({});

  constructor(readonly id: string) {
    this.#read = lastReadOf(readStorage(`detente:read:${id}`));
  }

  /** In one conversation, or in all. */
  count(messages: readonly MessageView[], view: GameView, key?: ConversationKey): number {
    return messages.filter(
      (message) =>
        (key === undefined || conversationOf(message) === key) &&
        isUnread(message, this.#read, view.viewer.kind === 'seat' ? view.viewer.seat : null),
    ).length;
  }

  markRead(messages: readonly MessageView[], key: ConversationKey): void {
    const last = messages.findLast((message) => conversationOf(message) === key)?.number ?? 0;
    if (last <= (this.#read[key] ?? 0)) return;
    this.#read = { ...this.#read, [key]: last };
    writeStorage(`detente:read:${this.id}`, JSON.stringify(this.#read));
  }
}

// Which messages are unread. The browser stores the last one that was read.

import { readStorage, writeStorage } from '../lib/storage';
import type { GameView, MessageView } from '../lib/wire';

export class UnreadMessages {
  #lastRead: number = $state(0);

  constructor(readonly id: string) {
    this.#lastRead = Number(readStorage(`detente:read:${id}`) ?? 0);
  }

  isUnread(message: MessageView, view: GameView): boolean {
    const own = typeof message.from === 'object' && message.from.seat === view.viewer.seat;
    return message.number > this.#lastRead && !own && !message.muted;
  }

  count(messages: readonly MessageView[], view: GameView): number {
    return messages.filter((message) => this.isUnread(message, view)).length;
  }

  markRead(messages: readonly MessageView[]): void {
    const last = messages.at(-1)?.number ?? 0;
    if (last <= this.#lastRead) return;
    this.#lastRead = last;
    writeStorage(`detente:read:${this.id}`, String(last));
  }
}

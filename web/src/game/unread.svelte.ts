// Which messages have been looked at, kept in the browser.

import { recall, remember } from '../lib/i18n.svelte';
import type { GameView, MessageView } from '../lib/wire';

export class Unread {
  #seen: number = $state(0);

  constructor(readonly id: string) {
    this.#seen = Number(recall(`detente:read:${id}`) ?? 0);
  }

  is(message: MessageView, view: GameView): boolean {
    const own = typeof message.from === 'object' && message.from.seat === view.viewer.seat;
    return message.number > this.#seen && !own && !message.muted;
  }

  total(messages: readonly MessageView[], view: GameView): number {
    return messages.filter((message) => this.is(message, view)).length;
  }

  look(messages: readonly MessageView[]): void {
    const last = messages.at(-1)?.number ?? 0;
    if (last <= this.#seen) return;
    this.#seen = last;
    remember(`detente:read:${this.id}`, String(last));
  }
}

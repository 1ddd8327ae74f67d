// What a reader keeps beside the talk, on this device and for one game: notes and pinned messages. And the search.

import { readStorage, writeStorage } from '../lib/storage';
import type { MessageView } from '../lib/wire';

export class TalkMemory {
  #notes = $state('');
  #pins: readonly number[] = $state.raw([]);

  constructor(readonly id: string) {
    this.#notes = readStorage(`detente:notes:${id}`) ?? '';
    this.#pins = pinsOf(readStorage(`detente:pins:${id}`));
  }

  get notes(): string {
    return this.#notes;
  }
  set notes(text: string) {
    this.#notes = text;
    writeStorage(`detente:notes:${this.id}`, text.trim() === '' ? null : text);
  }

  isPinned(message: MessageView): boolean {
    return this.#pins.includes(message.number);
  }
  togglePin(message: MessageView): void {
    this.#pins = this.isPinned(message)
      ? this.#pins.filter((number) => number !== message.number)
      : [...this.#pins, message.number];
    writeStorage(`detente:pins:${this.id}`, this.#pins.length === 0 ? null : JSON.stringify(this.#pins));
  }
  /** In the order in which they were written. */
  pinned(messages: readonly MessageView[]): MessageView[] {
    return messages.filter((message) => this.isPinned(message));
  }
}

export function pinsOf(stored: string | null): number[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(value) ? value.filter((one) => typeof one === 'number') : [];
  } catch {
    return [];
  }
}

/** Without accents and capitals: "ecosse" finds "Écosse". */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The messages that have all words of the query, the newest first. */
export function findMessages(messages: readonly MessageView[], query: string): MessageView[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return messages.filter((message) => words.every((word) => plain(message.text).includes(word))).reverse();
}

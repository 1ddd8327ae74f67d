// Something that a page asked the server for, asked again when the language changes.

import { untrack } from 'svelte';

import { sentence } from '../lib/api';
import { i18n } from '../lib/i18n.svelte';

export class Loaded<T> {
  value: T | null = $state.raw(null);
  trouble = $state('');
  #asked = 0;

  constructor(readonly ask: () => Promise<T>) {}

  readonly again = async (): Promise<void> => {
    const asked = ++this.#asked;
    this.trouble = '';
    try {
      const value = await this.ask();
      if (asked === this.#asked) this.value = value;
    } catch (error) {
      // What is shown already stays.
      if (asked === this.#asked) this.trouble = sentence(error);
    }
  };
}

/** For the beginning of a component. Asked again whenever the language is another, or what it is asked `after`. */
export function loaded<T>(ask: () => Promise<T>, after: () => unknown = () => undefined): Loaded<T> {
  const it = new Loaded(ask);
  const cause = $derived(JSON.stringify([i18n.language, after() ?? null]));
  $effect(() => {
    void cause;
    void untrack(it.again);
  });
  return it;
}

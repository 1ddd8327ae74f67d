// A value that a page loads from the server, loaded again when the language changes.

import { untrack } from 'svelte';

import { describeError } from '../lib/api';
import { i18n } from '../lib/i18n.svelte';

export class Resource<T> {
  value: T | null = $state.raw(null);
  errorText = $state('');
  #loadCount = 0;

  constructor(readonly load: () => Promise<T>) {}

  readonly reload = async (): Promise<void> => {
    const loadNumber = ++this.#loadCount;
    this.errorText = '';
    try {
      const value = await this.load();
      if (loadNumber === this.#loadCount) this.value = value;
    } catch (error) {
      // An old value stays visible.
      if (loadNumber === this.#loadCount) this.errorText = describeError(error);
    }
  };
}

/** Call it while a component starts. Loads again when the language or the value of `dependsOn` changes. */
export function resource<T>(load: () => Promise<T>, dependsOn: () => unknown = () => undefined): Resource<T> {
  const created = new Resource(load);
  const dependencies = $derived(JSON.stringify([i18n.language, dependsOn() ?? null]));
  $effect(() => {
    void dependencies;
    void untrack(created.reload);
  });
  return created;
}

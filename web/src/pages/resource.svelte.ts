// Something that a page asked the server for, asked again when the language changes.

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
      // What is shown already stays.
      if (loadNumber === this.#loadCount) this.errorText = describeError(error);
    }
  };
}

/** For the beginning of a component. Asked again whenever the language is another, or what it is asked `after`. */
export function resource<T>(load: () => Promise<T>, dependsOn: () => unknown = () => undefined): Resource<T> {
  const created = new Resource(load);
  const dependencies = $derived(JSON.stringify([i18n.language, dependsOn() ?? null]));
  $effect(() => {
    void dependencies;
    void untrack(created.reload);
  });
  return created;
}

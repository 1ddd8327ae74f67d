// Light or dark: the device's wish, unless somebody chose here.

import { recall, remember } from './i18n.svelte';

export type Shade = 'light' | 'dark';

class Theme {
  choice: Shade | null = $state(null);
  #device: Shade = $state('light');
  shade: Shade = $derived(this.choice ?? this.#device);

  start(): void {
    const kept = recall('detente:shade');
    this.choice = kept === 'light' || kept === 'dark' ? kept : null;
    const wish = matchMedia('(prefers-color-scheme: dark)');
    this.#device = wish.matches ? 'dark' : 'light';
    wish.addEventListener('change', () => (this.#device = wish.matches ? 'dark' : 'light'));
    this.#show();
  }

  toggle(): void {
    const next = this.shade === 'dark' ? 'light' : 'dark';
    this.choice = next === this.#device ? null : next;
    remember('detente:shade', this.choice);
    this.#show();
  }

  #show(): void {
    if (this.choice === null) document.documentElement.removeAttribute('data-shade');
    else document.documentElement.dataset['shade'] = this.choice;
  }
}

export const theme = new Theme();

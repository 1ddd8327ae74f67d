// Light or dark colours: the setting of the device, unless the reader chose here.

import { readStorage, writeStorage } from './storage';

export type Shade = 'light' | 'dark';

class Theme {
  choice: Shade | null = $state(null);
  #deviceShade: Shade = $state('light');
  shade: Shade = $derived(this.choice ?? this.#deviceShade);

  start(): void {
    const stored = readStorage('detente:shade');
    this.choice = stored === 'light' || stored === 'dark' ? stored : null;
    const query = matchMedia('(prefers-color-scheme: dark)');
    this.#deviceShade = query.matches ? 'dark' : 'light';
    query.addEventListener('change', () => (this.#deviceShade = query.matches ? 'dark' : 'light'));
    this.#apply();
  }

  toggle(): void {
    const next = this.shade === 'dark' ? 'light' : 'dark';
    this.choice = next === this.#deviceShade ? null : next;
    writeStorage('detente:shade', this.choice);
    this.#apply();
  }

  #apply(): void {
    if (this.choice === null) document.documentElement.removeAttribute('data-shade');
    else document.documentElement.dataset['shade'] = this.choice;
  }
}

export const theme = new Theme();

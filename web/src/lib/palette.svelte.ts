// The colours of the powers on the map: our own, or those of a rulebook (A1).

import { request } from './request';
import { readStorage, writeStorage } from './storage';
import type { PaletteView } from './wire';

export const PALETTES = ['clear', 'dutch', 'french', 'german'] as const;
export type PaletteKey = (typeof PALETTES)[number];

const isPalette = (key: string | null): key is PaletteKey => PALETTES.some((one) => one === key);

/** The rules that replace the map's own colours. */
export function paletteCss({ light, dark }: PaletteView): string {
  return (
    `:root[data-palette] .board{${light}}` +
    `@media screen and (prefers-color-scheme: dark){:root[data-palette]:not([data-shade='light']) .board{${dark}}}` +
    `@media screen{:root[data-palette][data-shade='dark'] .board{${dark}}}`
  );
}

class Palette {
  choice: PaletteKey = $state('clear');
  #variant = 'standard';
  #sheet: CSSStyleSheet | null = null;
  /** What the style sheet contains. */
  #installed = '';

  start(): void {
    const stored = readStorage('detente:palette');
    this.choice = isPalette(stored) ? stored : 'clear';
    if (this.choice !== 'clear') void this.#install();
  }

  /** The map of this variant is shown. */
  use(variant: string): void {
    this.#variant = variant;
    if (this.choice !== 'clear') void this.#install();
  }

  choose(key: PaletteKey): void {
    this.choice = key;
    writeStorage('detente:palette', key === 'clear' ? null : key);
    void this.#install();
  }

  async #install(): Promise<void> {
    const [key, variant] = [this.choice, this.#variant];
    if (key === 'clear') {
      delete document.documentElement.dataset['palette'];
      return;
    }
    if (this.#installed !== `${variant} ${key}`) {
      const palettes = await request('GET /api/palettes', { query: { variant } }).catch(() => []);
      const palette = palettes.find((one) => one.key === key);
      // The reader may have chosen again in the meantime.
      if (!palette || key !== this.choice || variant !== this.#variant) return;
      this.#sheet ??= new CSSStyleSheet();
      this.#sheet.replaceSync(paletteCss(palette));
      // The last sheet wins over the map's own, which may have been installed since.
      document.adoptedStyleSheets = [
        ...document.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet),
        this.#sheet,
      ];
      this.#installed = `${variant} ${key}`;
    }
    document.documentElement.dataset['palette'] = key;
  }
}

export const palette = new Palette();

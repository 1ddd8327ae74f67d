// How a person likes the board: pieces, names and arrows. Kept in the browser.

import { readStorage, writeStorage } from '../lib/storage';

export const PIECE_STYLES = ['pictures', 'blocks', 'letters'] as const;
export type PieceStyle = (typeof PIECE_STYLES)[number];
export const NAME_STYLES = ['whole', 'short'] as const;
export type NameStyle = (typeof NAME_STYLES)[number];
/** Whose arrows are drawn; besides these the key of a power. */
export const ARROW_CHOICES = ['all', 'mine', 'results', 'none'] as const;

const KEY = 'detente:board';

type Stored = { pieces: PieceStyle; names: NameStyle; arrows: string };
const DEFAULTS: Stored = { pieces: 'pictures', names: 'whole', arrows: 'all' };

/** Reads what was stored; anything unknown becomes the default. */
export function readSettings(text: string | null): Stored {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<Record<keyof Stored, unknown>>;
    const oneOf = <T extends string>(list: readonly T[], value: unknown, otherwise: T): T =>
      list.find((one) => one === value) ?? otherwise;
    return {
      pieces: oneOf(PIECE_STYLES, stored.pieces, DEFAULTS.pieces),
      names: oneOf(NAME_STYLES, stored.names, DEFAULTS.names),
      arrows: typeof stored.arrows === 'string' ? stored.arrows : DEFAULTS.arrows,
    };
  } catch {
    return DEFAULTS;
  }
}

class BoardSettings {
  #stored: Stored = $state.raw(readSettings(readStorage(KEY)));

  get pieces(): PieceStyle {
    return this.#stored.pieces;
  }
  get names(): NameStyle {
    return this.#stored.names;
  }
  get arrows(): string {
    return this.#stored.arrows;
  }
  change(part: Partial<Stored>): void {
    this.#stored = { ...this.#stored, ...part };
    writeStorage(KEY, JSON.stringify(this.#stored));
  }
}

export const boardSettings = new BoardSettings();

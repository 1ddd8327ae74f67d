// A game that this page has just created: the answer is what the game's page shows first, so it is not loaded again.

import type { GameView } from './wire';

let created: GameView | null = null;

export function keepCreatedGame(view: GameView): void {
  created = view;
}

/** The game, once. What changed since then is announced when the page subscribes to its events. */
export function takeCreatedGame(id: string): GameView | null {
  const view = created?.id === id ? created : null;
  created = null;
  return view;
}

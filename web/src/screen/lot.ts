// When the screen shows who plays what: as the game starts, for a short while.

import type { GameView } from '../lib/wire';

/** So long the powers stand over the map by themselves. */
export const LOT_SECONDS = 40;

export function lotAt(view: GameView, now: number): boolean {
  return (
    view.state.state === 'underway' && view.records === 0 && now > 0 && now - view.state.opened < LOT_SECONDS
  );
}

// Who wants the diplomacy or the reading of the orders to end, and for whom the game waits (C3).

import type { GameView, StateView } from '../lib/wire';

export type StageEnd = {
  stage: 'diplomacy' | 'resolution';
  /** How many of those for whom the game waits have said that they are ready. */
  ready: number;
  all: number;
  /** What this player has said; `none` if the game does not wait for them. */
  own: 'ready' | 'undecided' | 'none';
};

/** Null in a stage in which orders are written. */
export function stageEnd(view: GameView, at: StateView & { state: 'underway' }): StageEnd | null {
  if (at.stage !== 'diplomacy' && at.stage !== 'resolution') return null;
  const isReady = (seat: number) => view.seats[seat]?.stance === 'ready';
  const own = view.viewer.seat;
  return {
    stage: at.stage,
    ready: at.waits_for.filter(isReady).length,
    all: at.waits_for.length,
    own: own === null || !at.waits_for.includes(own) ? 'none' : isReady(own) ? 'ready' : 'undecided',
  };
}

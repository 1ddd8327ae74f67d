// How a finished game ended for the reader.

import type { GameView } from '../../lib/wire';

export type OwnResult = 'won' | 'drawn' | 'lost' | 'watched' | 'no_result';

export function ownResult({ state, viewer }: Pick<GameView, 'state' | 'viewer'>): OwnResult | null {
  if (state.state !== 'over') return null;
  const { ending } = state;
  switch (ending.ending) {
    case 'abandoned':
      return 'no_result';
    case 'won':
      if (viewer.seat === null) return 'watched';
      return ending.seat === viewer.seat ? 'won' : 'lost';
    case 'drawn':
      if (viewer.seat === null) return 'watched';
      return ending.between.includes(viewer.seat) ? 'drawn' : 'lost';
    default:
      return ending satisfies never;
  }
}

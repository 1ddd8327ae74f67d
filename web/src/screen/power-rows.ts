// The powers on the big screen: who plays them, centres, and whether the table waits for them.

import { phaseOf } from '../game/live-game.svelte';
import { ranked, standings, type Standing } from '../game/standings';
import type { GameView, RecordSummary } from '../lib/wire';

export type PowerRow = Standing & {
  /** `in`: handed in, or ready to go on; `not_in`: the table waits for this power. */
  sign: 'in' | 'not_in' | 'none';
};

export function powerRows(
  powers: readonly string[],
  view: GameView,
  records: readonly RecordSummary[],
): PowerRow[] {
  return ranked(standings(powers, view, records, phaseOf(view))).map((one) => ({
    ...one,
    sign: signOf(view, one),
  }));
}

function signOf(view: GameView, one: Standing): PowerRow['sign'] {
  if (view.state.state !== 'underway' || one.seat === null) return 'none';
  const { stage, waits_for } = view.state;
  if (stage !== 'diplomacy' && stage !== 'resolution') return one.sheet;
  if (!waits_for.includes(one.seat)) return 'none';
  return view.seats[one.seat]?.stance === 'ready' ? 'in' : 'not_in';
}

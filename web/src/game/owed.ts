// What the reader owes the game that is open.

import type { GameView, OwedKey } from '../lib/wire';

/** The most urgent of it; null if the game does not wait for the reader. */
export function owedHere(view: GameView): OwedKey | null {
  const { kind, seat } = view.viewer;
  const { state } = view;
  if (state.state === 'gathering') return kind === 'member' && state.check_in !== null ? 'check_in' : null;
  if (state.state !== 'underway' || state.put_aside || seat === null) return null;
  const own = view.seats.find((one) => one.seat === seat);
  if (own?.sheet === 'not_in') return 'orders';
  if (state.stage === 'diplomacy' && own?.stance === 'undecided') return 'talk';
  const asked = view.questions.some((one) => one.own === null && one.electors.includes(seat));
  return asked ? 'vote' : null;
}

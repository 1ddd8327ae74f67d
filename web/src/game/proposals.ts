// What a player can put to the vote, and who shares a draw. The server decides the same; nothing is offered that
// it would refuse.

import type { GameView, Motion } from '../lib/wire';

export type MotionKind = Motion['motion'];

/** The seats that are played and have units. */
export function survivors(view: GameView): number[] {
  const units = [...(view.position?.units ?? []), ...(view.position?.dislodged ?? [])];
  const withUnits = new Set(units.map((unit) => unit.power));
  return view.seats
    .filter((seat) => seat.occupant.is !== 'nobody' && seat.powers.some((power) => withUnits.has(power)))
    .map((seat) => seat.seat);
}

/** What the reader may propose: nobody proposes what they have no vote on. */
export function proposableKinds(view: GameView): MotionKind[] {
  const own = view.viewer.seat;
  if (view.state.state !== 'underway' || own === null) return [];
  const alive = survivors(view);
  if (!alive.includes(own) || view.seats[own]?.in_disorder) return [];
  return [
    'draw',
    'most_centres',
    ...(alive.length > 1 ? (['concede'] as const) : []),
    'abandon',
    ...clockKinds(view, view.state),
    ...(mayRemove(view, alive) ? (['remove'] as const) : []),
  ];
}

/** Two others at least must be able to agree. */
const mayRemove = (view: GameView, alive: readonly number[]): boolean =>
  alive.filter((seat) => view.seats[seat]?.occupant.is === 'person').length > 2;

function clockKinds(view: GameView, at: { paused_until: number | null; delay_left: number }): MotionKind[] {
  // One person among bots has no clock.
  if (view.settings.absence.then === 'put_aside') return [];
  if (at.paused_until !== null) return ['resume', 'timetable'];
  return at.delay_left > 0 ? ['pause', 'extend', 'timetable'] : ['timetable'];
}

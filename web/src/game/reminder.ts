// When a player of a long game is reminded of missing orders. Pure.

import type { GameView } from '../lib/wire';

const HOUR = 3600;
/** The last part of a stage in which orders should be in. */
const LAST_PART = 0.2;

/** Whether a player owes orders in a stage that is long enough to be forgotten. */
export function mayNeedReminder(view: GameView): boolean {
  const { state } = view;
  if (state.state !== 'underway' || state.put_aside || state.paused_until !== null) return false;
  const own = view.seats.find((seat) => seat.seat === view.viewer.seat);
  return own?.sheet === 'not_in' && state.due - state.opened >= HOUR;
}

/** Seconds that are left, if it is time to say so. */
export function reminderSeconds(view: GameView, now: number): number | null {
  if (!mayNeedReminder(view) || view.state.state !== 'underway') return null;
  const { due, opened } = view.state;
  const left = due - now;
  return left > 0 && left <= Math.max(HOUR, (due - opened) * LAST_PART) ? left : null;
}

// When the big screen makes a sound: one minute before the time is up, and when it is.

import type { Sound } from '../lib/sounds';
import type { StageKey, StateView } from '../lib/wire';

export type ScreenMoment = { stage: StageKey | null; phase: string; left: number | null };
const MINUTE = 60;
/** A stage that ends this early was ended by its players: no time is up. */
const EARLY_SECONDS = 3;

/** `left`: seconds until the end of the stage; null while nothing runs. */
export function screenMoment(state: StateView, now: number): ScreenMoment {
  if (state.state !== 'underway') return { stage: null, phase: '', left: null };
  const runs = state.paused_until === null && !state.put_aside;
  return { stage: state.stage, phase: state.phase, left: runs ? state.due - now : null };
}

export function screenSound(before: ScreenMoment, now: ScreenMoment): Sound | null {
  const isSame = before.stage === now.stage && before.phase === now.phase;
  if (before.left === null || before.stage === 'resolution') return null;
  if (isSame && now.left !== null) {
    if (before.left > 0 && now.left <= 0) return 'time_up';
    return before.left > MINUTE && now.left <= MINUTE ? 'time' : null;
  }
  // The server may open the next stage before this page has counted to zero.
  return !isSame && before.left > 0 && before.left <= EARLY_SECONDS ? 'time_up' : null;
}

// The animation of the front page: what is shown of the sample game at a time.

/** How long orders are shown, units move, and the new position stays. */
export const ARROWS_MS = 3200;
export const MOVING_MS = 2200;
export const RESTING_MS = 1400;
const PHASE_MS = ARROWS_MS + MOVING_MS + RESTING_MS;

export type AnimationStep = {
  /** The index of the record. */
  record: number;
  /** From 0 (before the moves) to 1 (after them). */
  progress: number;
  arrows: boolean;
};

/** Starts again after the last record. */
export function animationStepAt(records: number, milliseconds: number): AnimationStep {
  if (records === 0) return { record: 0, progress: 0, arrows: false };
  const record = Math.floor(milliseconds / PHASE_MS) % records;
  const within = milliseconds % PHASE_MS;
  if (within < ARROWS_MS) return { record, progress: 0, arrows: true };
  return { record, progress: Math.min(1, (within - ARROWS_MS) / MOVING_MS), arrows: false };
}

export const isSameStep = (a: AnimationStep, b: AnimationStep): boolean =>
  a.record === b.record && a.progress === b.progress && a.arrows === b.arrows;

// Durations as people write them: a number and a unit.

export const SECONDS_PER_UNIT = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const;
export type DurationUnit = keyof typeof SECONDS_PER_UNIT;

/** Splits into the largest unit that leaves no remainder. */
export function splitDuration(seconds: number): { count: number; unit: DurationUnit } {
  for (const unit of ['day', 'hour', 'minute'] as const) {
    if (seconds > 0 && seconds % SECONDS_PER_UNIT[unit] === 0)
      return { count: seconds / SECONDS_PER_UNIT[unit], unit };
  }
  return seconds === 0 ? { count: 0, unit: 'minute' } : { count: seconds, unit: 'second' };
}

export const toSeconds = (count: number, unit: DurationUnit): number =>
  Math.max(0, Math.round((Number.isFinite(count) ? count : 0) * SECONDS_PER_UNIT[unit]));

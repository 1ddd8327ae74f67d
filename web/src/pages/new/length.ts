// Lengths of time as people write them: a number and a unit.

export const UNITS = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const;
export type Unit = keyof typeof UNITS;

/** In the largest unit that leaves nothing over. */
export function split(seconds: number): { count: number; unit: Unit } {
  for (const unit of ['day', 'hour', 'minute'] as const) {
    if (seconds > 0 && seconds % UNITS[unit] === 0) return { count: seconds / UNITS[unit], unit };
  }
  return seconds === 0 ? { count: 0, unit: 'minute' } : { count: seconds, unit: 'second' };
}

export const join = (count: number, unit: Unit): number => Math.max(0, Math.round((Number.isFinite(count) ? count : 0) * UNITS[unit]));

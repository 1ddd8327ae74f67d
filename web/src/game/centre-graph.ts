// The number of centres over the years: rows for a table, lines and an axis for a graph.

import type { RecordSummary } from '../lib/wire';
import { phaseOfKey } from './phase';

/** `year` is null for the counts at the start of the game. */
export type Row = { year: string | null; centres: Record<string, number> };

/**
 * How many centres each power had at the start and after each year. Owners change once per year, after the
 * autumn. A year that is still played, with its retreats, has no row yet. `now` is the current phase.
 */
export function centresByYear(records: readonly RecordSummary[], now: string): Row[] {
  const rows = new Map<string | null, Row>();
  for (const record of records) {
    if (record.undone) continue;
    const { year, season } = phaseOfKey(record.phase);
    const isSpring = season === 's';
    const isOpen = phaseOfKey(now).season === 'f' && phaseOfKey(now).year === year;
    // After a spring the counts are still those of the start or of the year before.
    if (isSpring ? rows.size > 0 : isOpen) continue;
    const key = isSpring ? null : year;
    rows.set(key, {
      year: key,
      centres: Object.fromEntries(
        Object.entries(record.centres).map(([power, count]) => [power, count ?? 0]),
      ),
    });
  }
  return [...rows.values()];
}

/** The powers that ever had a centre, in the board's order. */
export const playedPowers = (powers: readonly string[], rows: readonly Row[]): string[] =>
  powers.filter((power) => rows.some((row) => (row.centres[power] ?? 0) > 0));

/** The numbers on the axis: few, round, and up to at least the highest count. */
export function axisTicks(max: number): number[] {
  const step = max <= 8 ? 2 : max <= 20 ? 5 : 10;
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, i) => i * step);
}

/** The columns that get a label, if `room` labels fit beside each other. Always the first and the last. */
export function labelledColumns(count: number, room: number): Set<number> {
  const every = Math.max(1, Math.ceil((count - 1) / Math.max(1, room - 1)));
  const last = count - 1;
  const out = new Set([last]);
  for (let i = 0; i < count; i += every) if (i === 0 || last - i >= every) out.add(i);
  return out;
}

export type GraphBox = { width: number; height: number; max: number };

/** The line of a power in the graph; `offset` separates lines with the same counts. */
export function polyline(
  rows: readonly Row[],
  power: string,
  { width, height, max }: GraphBox,
  offset = 0,
): string {
  const step = rows.length > 1 ? width / (rows.length - 1) : 0;
  return rows
    .map(
      (row, i) =>
        `${(i * step).toFixed(1)},${(height - ((row.centres[power] ?? 0) / max) * height + offset).toFixed(1)}`,
    )
    .join(' ');
}

/** Moves labels down (the lowest number is at the top) until each is at least `gap` from the next. */
export function spreadLabels(wanted: readonly number[], gap: number): number[] {
  const order = wanted.map((at, i) => ({ at, i })).sort((a, b) => a.at - b.at);
  const out = [...wanted];
  let free = Number.NEGATIVE_INFINITY;
  for (const { at, i } of order) {
    out[i] = Math.max(at, free);
    free = (out[i] ?? at) + gap;
  }
  return out;
}

// Centres over the years: rows for a table, lines and an axis for a picture.

import type { RecordSummary } from '../lib/wire';

/** `year`: none for the counts that the game began with. */
export type Row = { year: string | null; centres: Record<string, number> };

/**
 * How many centres each power had at the start and after each year. Owners change once a year, when the
 * autumn is over: a year that is still being played, retreats included, has no count yet. `now` is the
 * phase that is played.
 */
export function centresByYear(records: readonly RecordSummary[], now: string): Row[] {
  const rows = new Map<string | null, Row>();
  for (const record of records) {
    if (record.undone) continue;
    const year = record.phase.slice(1, -1);
    const isSpring = record.phase.startsWith('S');
    const isOpen = now.startsWith('F') && now.slice(1, -1) === year;
    // After a spring the counts are those that the game began with, or the year before's.
    if (isSpring ? rows.size > 0 : isOpen) continue;
    const key = isSpring ? null : year;
    rows.set(key, { year: key, centres: Object.fromEntries(Object.entries(record.centres).map(([power, count]) => [power, count ?? 0])) });
  }
  return [...rows.values()];
}

/** Where the numbers of the axis stand: few, round, and up to at least the highest count. */
export function axisTicks(max: number): number[] {
  const step = max <= 8 ? 2 : max <= 20 ? 5 : 10;
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, i) => i * step);
}

/** The labels of so many columns that have room beside each other: always the first and the last. */
export function labelledColumns(count: number, room: number): Set<number> {
  const every = Math.max(1, Math.ceil((count - 1) / Math.max(1, room - 1)));
  const last = count - 1;
  const out = new Set([last]);
  for (let i = 0; i < count; i += every) if (i === 0 || last - i >= every) out.add(i);
  return out;
}

export type GraphBox = { width: number; height: number; max: number };

/** A line for a power through its counts in a box; `aside` keeps lines with the same counts apart. */
export function polyline(rows: readonly Row[], power: string, { width, height, max }: GraphBox, offset = 0): string {
  const step = rows.length > 1 ? width / (rows.length - 1) : 0;
  return rows.map((row, i) => `${(i * step).toFixed(1)},${(height - ((row.centres[power] ?? 0) / max) * height + offset).toFixed(1)}`).join(' ');
}

/** Heights of labels that would like to stand at `wished` (the lowest number at the top), each at least `gap` from the next. */
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

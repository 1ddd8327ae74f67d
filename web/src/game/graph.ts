// Centres over the years as lines.

import type { RecordSummary } from '../lib/wire';

export type Row = { phase: string; number: number; centres: Record<string, number> };

/** Each year's count: owners change after the autumn only, so the last phase of a year tells it. */
export function years(records: readonly RecordSummary[]): Row[] {
  const rows = new Map<string, Row>();
  for (const record of records) {
    if (record.undone) continue;
    const centres = Object.fromEntries(Object.entries(record.centres).map(([power, count]) => [power, count ?? 0]));
    rows.set(record.phase.slice(1, -1), { phase: record.phase, number: record.number, centres });
  }
  return [...rows.values()];
}

/** A line for a power through its counts in a box. */
export function polyline(rows: readonly Row[], power: string, width: number, height: number, most: number): string {
  const step = rows.length > 1 ? width / (rows.length - 1) : 0;
  return rows.map((row, i) => `${(i * step).toFixed(1)},${(height - ((row.centres[power] ?? 0) / most) * height).toFixed(1)}`).join(' ');
}

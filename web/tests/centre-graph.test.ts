// The table and the graph of centres.

import { describe, expect, it } from 'vitest';

import { axisTicks, centresByYear, labelledColumns, polyline, spreadLabels } from '../src/game/centre-graph';
import type { RecordSummary } from '../src/lib/wire';

const record = (number: number, phase: string, france: number, undone = false): RecordSummary => ({
  number,
  phase,
  at: 0,
  undone,
  centres: { france },
});
const played = [
  record(1, 'S1901M', 3),
  record(2, 'F1901M', 5),
  record(3, 'W1901A', 5),
  record(4, 'S1902M', 5),
  record(5, 'F1902M', 6),
];
const rowsOf = (records: RecordSummary[], now: string) =>
  centresByYear(records, now).map((row) => [row.year, row.centres['france']]);

describe('centres over the years', () => {
  it('start with the counts of the first position', () => {
    expect(rowsOf(played.slice(0, 1), 'F1901M')).toEqual([[null, 3]]);
  });
  it('have no row for a year that is still being played', () => {
    expect(rowsOf(played.slice(0, 4), 'F1902M')).toEqual([
      [null, 3],
      ['1901', 5],
    ]);
    expect(rowsOf(played, 'F1902R')).toEqual([
      [null, 3],
      ['1901', 5],
    ]);
    expect(rowsOf(played, 'W1902A')).toEqual([
      [null, 3],
      ['1901', 5],
      ['1902', 6],
    ]);
    expect(rowsOf(played, 'over')).toEqual([
      [null, 3],
      ['1901', 5],
      ['1902', 6],
    ]);
  });
  it('leave out phases that were undone', () => {
    expect(
      rowsOf([...played.slice(0, 3), record(4, 'S1902M', 5, true), record(5, 'F1902M', 9, true)], 'S1902M'),
    ).toEqual([
      [null, 3],
      ['1901', 5],
    ]);
  });
  it('have an axis up to the highest count', () => {
    expect(axisTicks(6)).toEqual([0, 2, 4, 6]);
    expect(axisTicks(7)).toEqual([0, 2, 4, 6, 8]);
    expect(axisTicks(18)).toEqual([0, 5, 10, 15, 20]);
    expect(axisTicks(34)).toEqual([0, 10, 20, 30, 40]);
  });
  it('label as many years as fit, with the first and the last', () => {
    expect([...labelledColumns(3, 6)].sort((a, b) => a - b)).toEqual([0, 1, 2]);
    const many = [...labelledColumns(20, 6)].sort((a, b) => a - b);
    expect(many.length).toBeLessThanOrEqual(6);
    expect([many[0], many.at(-1)]).toEqual([0, 19]);
  });
  it('keep lines and labels apart', () => {
    const rows = centresByYear(played, 'over');
    const box = { width: 100, height: 60, max: 6 };
    expect(polyline(rows, 'france', box)).toBe('0.0,30.0 50.0,10.0 100.0,0.0');
    expect(polyline(rows, 'france', box, 2)).not.toBe(polyline(rows, 'france', box));
    expect(spreadLabels([50, 10, 14], 12)).toEqual([50, 10, 22]);
  });
});

// Where a finished game turned for one power.

import { expect, it } from 'vitest';

import { differences, turnsToAnalyse } from '../src/game/end-analysis';
import type { RecordSummary, RecordView, SheetLine } from '../src/lib/wire';

const record = (number: number, phase: string, centres: number, undone = false): RecordSummary => ({
  number,
  phase,
  at: 0,
  undone,
  centres: { italy: centres },
});

it('the autumns that cost most, at most three, in their order', () => {
  const counts = [9, 8, 6, 7, 4, 3, 1];
  const records = counts.flatMap((count, i) => [
    record(2 * i, `S${1901 + i}M`, counts[i - 1] ?? 9),
    record(2 * i + 1, `F${1901 + i}M`, count),
  ]);
  expect(turnsToAnalyse(records, 'italy')).toEqual([
    { record: 5, year: '1903', from: 8, to: 6 },
    { record: 9, year: '1905', from: 7, to: 4 },
    { record: 13, year: '1907', from: 3, to: 1 },
  ]);
});

it('nothing was lost, or the year was played again', () => {
  expect(turnsToAnalyse([record(0, 'S1901M', 3), record(1, 'F1901M', 5)], 'italy')).toEqual([]);
  const undone = [record(0, 'S1901M', 3), record(1, 'F1901M', 1, true), record(2, 'F1901M', 4)];
  expect(turnsToAnalyse(undone, 'italy')).toEqual([]);
});

it('units with another order are shown', () => {
  const ruled = [
    { power: 'italy', at: 'rom', deed: { order: 'hold', at: 'rom' }, short: 'A Rom H', long: 'Rome holds' },
    { power: 'italy', at: 'nap', deed: { order: 'hold', at: 'nap' }, short: 'F Nap H', long: 'Naples holds' },
    { power: 'turkey', at: 'con', deed: { order: 'hold', at: 'con' }, short: 'A Con H', long: 'holds' },
  ];
  const sheet: SheetLine[] = [
    { deed: { order: 'move', at: 'rom', to: 'ven' }, short: 'A Rom - Ven', long: 'Rome moves to Venice' },
    { deed: { order: 'hold', at: 'nap' }, short: 'F Nap H', long: 'Naples holds' },
  ];
  expect(differences({ ruled } as unknown as RecordView, 'italy', sheet)).toEqual([
    { ordered: 'Rome holds', better: 'Rome moves to Venice' },
  ]);
});

// The record of practice, the numbers of puzzles, and what explains a result.

import { describe, expect, it } from 'vitest';

import type { PuzzleView, RecordView } from '../src/lib/wire';
import {
  dayOf,
  EMPTY_RECORD,
  gradeInRun,
  nextNumber,
  readRecord,
  withAnswer,
  withDay,
  withRun,
} from '../src/pages/practice/practice-record';
import { aimOf, clockText, decisive } from '../src/pages/practice/puzzle';

describe('the record', () => {
  it('counts first answers, the streak and the best one', () => {
    const record = [true, true, false, true].reduce(withAnswer, EMPTY_RECORD);
    expect(record).toMatchObject({ tried: 4, solved: 3, streak: 1, bestStreak: 2 });
  });
  it('keeps the best run and each day once', () => {
    const record = withRun(withRun(EMPTY_RECORD, 7), 5);
    expect(record.bestRun).toBe(7);
    expect(withDay(withDay(record, '2026-11-18'), '2026-11-18').days).toEqual(['2026-11-18']);
  });
  it('reads what it wrote, and forgets anything else', () => {
    const record = withDay(nextNumber(withAnswer(EMPTY_RECORD, true), 'take', 2).record, '2026-11-18');
    expect(readRecord(JSON.stringify(record))).toEqual(record);
    for (const stored of [null, '', '7', '[]', '{"tried":-1,"days":7,"shown":{"take 1":"x"}}'])
      expect(readRecord(stored)).toMatchObject({ tried: 0, days: [] });
  });
});

describe('numbers', () => {
  it('never come twice, and say the grade', () => {
    let record = EMPTY_RECORD;
    const numbers = [1, 2, 3, 1, 2, 3].map((grade) => {
      const next = nextNumber(record, 'hold', grade as 1 | 2 | 3);
      record = next.record;
      return next.number;
    });
    expect(numbers).toEqual([0, 1, 2, 3, 4, 5]);
    expect(nextNumber(record, 'take', 1).number).toBe(0);
  });
  it('get harder in a run', () => {
    expect([0, 3, 4, 7, 8].map(gradeInRun)).toEqual([1, 1, 2, 2, 3]);
  });
});

it('writes days and clocks', () => {
  expect(dayOf(new Date(2026, 0, 5))).toBe('2026-01-05');
  expect([180, 65, 0].map(clockText)).toEqual(['3:00', '1:05', '0:00']);
});

describe('what explains a result', () => {
  const ruled = (at: string, deed: object | null, dislodged: string | null = null) =>
    ({ at, deed, dislodged_from: dislodged, power: 'france' }) as unknown as RecordView['ruled'][number];
  it('is the own units and what is aimed at the target', () => {
    const puzzle = {
      kind: 'take',
      target: 'mun',
      places: [],
      options: { units: [{ at: 'bur', retreats: [] }] },
    } as unknown as PuzzleView;
    const record = {
      ruled: [
        ruled('bur', { order: 'move', at: 'bur', to: 'mun', by_convoy: false }),
        ruled('ber', { order: 'support_hold', at: 'ber', of: 'mun' }),
        ruled('mun', { order: 'hold', at: 'mun' }),
        ruled('ank', { order: 'move', at: 'ank', to: 'con', by_convoy: false }),
      ],
    } as unknown as RecordView;
    expect(decisive(puzzle, record).map((one) => one.at)).toEqual(['bur', 'ber', 'mun']);
  });
  it('knows where an order leads', () => {
    expect(aimOf({ order: 'support_move', at: 'a', from: 'b', to: 'spa/sc' })).toBe('spa');
    expect(aimOf({ order: 'hold', at: 'a' })).toBeNull();
    expect(aimOf(null)).toBeNull();
  });
});

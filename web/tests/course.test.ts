// The course: answers are compared with what the judge decided, and progress is kept.

import { expect, it, vi } from 'vitest';

import { sheetOf } from '../src/game/order-sheet';
import type { OptionsView, RecordView, RulingView, UnitView } from '../src/lib/wire';
import { mergeProgress, nextLesson, parseProgress, syncProgress } from '../src/pages/learn/course-progress';
import { checkTouched, fateOf, isSolution, ordersOf, reachesGoal } from '../src/pages/learn/course-step';

const ruling = (part: Partial<RulingView>): RulingView => ({
  power: 'france',
  kind: 'army',
  at: 'par',
  deed: null,
  long: '',
  short: '',
  outcome: 'succeeds',
  because: '',
  cause: null,
  rule: null,
  rule_text: null,
  lesson: null,
  sentence: '',
  dislodged_from: null,
  dislodged_sentence: null,
  ...part,
});
const move = { order: 'move', at: 'par', to: 'bur', by_convoy: false } as const;
const support = { order: 'support_move', at: 'mar', from: 'par', to: 'bur' } as const;

it('says what became of a unit', () => {
  expect(fateOf(ruling({ deed: move }))).toBe('arrives');
  expect(fateOf(ruling({ deed: move, outcome: 'fails' }))).toBe('stays');
  expect(fateOf(ruling({ deed: move, outcome: 'fails', dislodged_from: 'mun' }))).toBe('dislodged');
  expect(fateOf(ruling({}))).toBe('stays');
  expect(fateOf(ruling({ outcome: 'fails', dislodged_from: 'mun' }))).toBe('dislodged');
  expect(fateOf(ruling({ deed: support }))).toBe('counts');
  expect(fateOf(ruling({ deed: support, outcome: 'fails' }))).toBe('does_not_count');
  expect(
    fateOf(ruling({ deed: { order: 'convoy', at: 'nth', from: 'lon', to: 'nwy' }, outcome: 'fails' })),
  ).toBe('does_not_carry');
});

it('finds wrong and missing provinces', () => {
  expect(checkTouched(new Set(['bre', 'pic']), ['bre', 'pic'])).toEqual({ wrong: [], missing: 0 });
  expect(checkTouched(new Set(['bre', 'mar']), ['bre', 'pic', 'bur'])).toEqual({
    wrong: ['mar'],
    missing: 2,
  });
});

it('takes a goal as reached only with the right unit of the right power', () => {
  const unit: UnitView = { power: 'france', kind: 'army', at: 'bur' };
  const after = (units: UnitView[]) => ({ after: { units } }) as RecordView;
  expect(reachesGoal(after([unit]), [unit])).toBe(true);
  expect(reachesGoal(after([{ ...unit, kind: 'fleet' }]), [unit])).toBe(false);
  expect(reachesGoal(after([{ ...unit, power: 'germany' }]), [unit])).toBe(false);
});

it('compares orders with the wanted ones; a hold need not be written', () => {
  expect(isSolution(sheetOf([move, support]), [support, move])).toBe(true);
  expect(isSolution(sheetOf([move]), [move, { order: 'hold', at: 'mar' }])).toBe(true);
  expect(isSolution(sheetOf([{ ...move, by_convoy: true }]), [move])).toBe(true);
  expect(isSolution(sheetOf([move]), [move, support])).toBe(false);
});

it('lists every legal order of a unit once', () => {
  const options: OptionsView = {
    version: 0,
    phase: 'S1901M',
    adjustments: [],
    units: [
      {
        at: 'lon',
        place: 'lon',
        power: 'england',
        kind: 'army',
        moves: ['wal', 'yor'],
        by_convoy: ['yor', 'nwy'],
        supports: { lvp: ['wal'], yor: ['yor'] },
        convoys: {},
        retreats: [],
      },
    ],
  };
  const orders = ordersOf(options, 'lon').map((deed) => JSON.stringify(deed));
  expect(new Set(orders).size).toBe(orders.length);
  // To Yorkshire over land and, said so, by convoy.
  expect(orders).toHaveLength(1 + 2 + 2 + 2);
  expect(ordersOf(options, 'lon')).toContainEqual({ order: 'move', at: 'lon', to: 'nwy', by_convoy: false });
});

it('keeps progress, whatever is stored', () => {
  const lessons = [
    { key: 'aim', steps: 3 },
    { key: 'units', steps: 3 },
  ];
  expect(parseProgress('nonsense')).toEqual({});
  expect(parseProgress('[1]')).toEqual({});
  expect(parseProgress('{"aim":3,"units":"x","own":-1}')).toEqual({ aim: 3 });
  expect(nextLesson(lessons, {})?.key).toBe('aim');
  expect(nextLesson(lessons, { aim: 3, units: 1 })?.key).toBe('units');
  expect(nextLesson(lessons, { aim: 3, units: 3 })).toBeNull();
});

it('keeps of each lesson the larger number of steps of two devices', () => {
  expect(mergeProgress({ aim: 1, units: 3 }, { aim: 2, support: 1 })).toEqual({
    aim: 2,
    units: 3,
    support: 1,
  });
});

it('takes over what was done on another device, and works without a server', async () => {
  const stored = new Map([['detente:course', '{"aim":1,"units":3}']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  const merged = await syncProgress((sent) => Promise.resolve(mergeProgress(sent, { aim: 2 })));
  expect(merged).toEqual({ aim: 2, units: 3 });
  expect(parseProgress(stored.get('detente:course') ?? null)).toEqual(merged);
  expect(await syncProgress(() => Promise.reject(new Error('offline')))).toEqual(merged);
  vi.unstubAllGlobals();
});

// The order in which results are read out, why an order failed, and what was missed.

import { describe, expect, it } from 'vitest';

import { keyInGame, phaseInGame, phaseOfKey } from '../src/game/phase';
import { involvedProvinces } from '../src/game/resolved-phase';
import { reasons, revealSteps } from '../src/game/reveal-steps';
import { missedRecords, seenFrom, withWatched } from '../src/game/seen-records';
import type { OrderEntry, RecordSummary, RecordView, RulingView } from '../src/lib/wire';

const ruling = (power: string, at: string, deed: OrderEntry, rest: Partial<RulingView> = {}): RulingView => ({
  power,
  kind: 'army',
  at,
  deed,
  long: '',
  short: '',
  outcome: 'succeeds',
  because: '',
  cause: null,
  rule: null,
  rule_text: null,
  lesson: null,
  sentence: `${at}.`,
  dislodged_from: null,
  dislodged_sentence: null,
  ...rest,
});
const attack = ruling(
  'turkey',
  'rum',
  { order: 'move', at: 'rum', to: 'ser', by_convoy: false },
  { outcome: 'fails' },
);
const support = ruling(
  'turkey',
  'bul',
  { order: 'support_move', at: 'bul', from: 'rum', to: 'ser' },
  {
    outcome: 'fails',
    cause: 'aeg',
    sentence: 'Cut by the fleet from the Aegean Sea.',
    dislodged_from: 'aeg',
    dislodged_sentence: 'Bul is dislodged.',
  },
);
const cutter = ruling('italy', 'aeg', { order: 'move', at: 'aeg', to: 'bul', by_convoy: false });
const record = {
  ruled: [cutter, support, attack],
  adjustments: [],
  sections: [
    { title: 'Supports', at: ['bul'] },
    { title: 'Standoffs', at: ['rum'] },
    { title: 'Moves', at: ['aeg'] },
    { title: 'Dislodged', at: ['bul'] },
  ],
} as unknown as RecordView;

describe('results', () => {
  it('show who cut the support of a failed attack', () => {
    expect([...involvedProvinces(record, attack)].sort()).toEqual(['aeg', 'bul', 'rum', 'ser']);
  });
  it('begin with the own ones, then follow the working of a turn', () => {
    const steps = revealSteps(record, ['italy'], 'working');
    expect(steps.map((step) => step.at)).toEqual(['aeg', 'bul', 'rum', 'aeg', 'bul']);
    expect(steps[0]?.group).toEqual({ kind: 'own' });
    expect(steps.map((step) => step.isDislodgement)).toEqual([false, false, false, false, true]);
  });
  it('can be read power by power', () => {
    const steps = revealSteps(record, [], 'powers');
    expect(steps.map((step) => step.group)).toEqual([
      { kind: 'power', power: 'italy' },
      { kind: 'power', power: 'turkey' },
      { kind: 'power', power: 'turkey' },
    ]);
  });
  it('name the cause of a failure first: who cut the support', () => {
    expect(reasons(record, attack)).toEqual(['Cut by the fleet from the Aegean Sea.', 'rum.']);
    expect(reasons(record, cutter)).toEqual(['aeg.']);
  });
});

describe('what was missed', () => {
  const record = (number: number, phase: string, at: number) => ({ number, phase, at }) as RecordSummary;
  const records = [1, 2, 3].map((number) => record(number, `S190${number}M`, number * 60));
  it('counts no phase that was watched', () => {
    expect(missedRecords(seenFrom(0), records)).toHaveLength(3);
    const watched = withWatched(seenFrom(1), records, 3);
    expect(missedRecords(watched, records).map((one) => one.number)).toEqual([2]);
    expect(withWatched(watched, records, 2).count).toBe(3);
  });
  it('counts no retreats and builds of others that ended together with what was watched', () => {
    const year = [
      record(1, 'S1901M', 100),
      record(2, 'F1901M', 200),
      record(3, 'F1901R', 201),
      record(4, 'F1901A', 201),
      record(5, 'S1902M', 202),
    ];
    const watched = withWatched(seenFrom(1), year, 2);
    expect(missedRecords(watched, year).map((one) => one.number)).toEqual([5]);
    // Somebody had a day for the retreats: they are another result.
    const slow = [...year.slice(0, 2), record(3, 'F1901R', 86_600), record(4, 'F1901A', 86_600)];
    expect(missedRecords(withWatched(seenFrom(1), slow, 2), slow).map((one) => one.number)).toEqual([3, 4]);
  });
});

it('phases are read in one place', () => {
  expect(phaseOfKey('F1904R')).toEqual({ season: 'f', year: '1904', kind: 'retreats' });
  expect(keyInGame(phaseInGame('S1901M', 4))).toBe('S1901M');
});

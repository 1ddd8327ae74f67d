// The coach says the one next thing, in the first two years.

import { expect, it } from 'vitest';

import { coachStep, type CoachInput } from '../src/game/guide/coach';
import type { OptionsView } from '../src/lib/wire';
import { questionsOf, rightCount } from '../src/pages/learn/guess';
import { matchingEntries } from '../src/pages/learn/reference-search';
import type { RecordView, ReferenceEntry } from '../src/lib/wire';
import { standardBoard } from './standard-board';

const unit = (at: string, moves: string[]) => ({
  at,
  place: at,
  power: 'turkey',
  kind: 'army' as const,
  moves,
  by_convoy: [],
  supports: {},
  convoys: {},
  retreats: [],
});
const options = (phase: string): OptionsView => ({
  version: 1,
  phase,
  units: phase.endsWith('A') ? [] : [unit('con', ['bul', 'smy']), unit('smy', ['con', 'arm'])],
  adjustments: phase.endsWith('A')
    ? [
        {
          power: 'turkey',
          owed: 1,
          builds: 1,
          armies: ['con'],
          fleets: ['con'],
          removals: [],
          by_default: [],
        },
      ]
    : [],
});
const step = (phase: string, part: Partial<CoachInput> = {}) =>
  coachStep(
    {
      options: options(phase),
      position: { phase, units: [], dislodged: [], owners: { con: 'turkey', smy: 'turkey' } },
      picked: null,
      written: 0,
      isSubmitted: false,
      showsResults: false,
      ...part,
    },
    standardBoard,
  );

it('leads through the first year', () => {
  expect(step('S1901M')).toEqual({ kind: 'welcome' });
  expect(step('S1901M', { picked: 'con' })).toEqual({ kind: 'target', place: 'bul' });
  expect(step('S1901M', { picked: 'smy' })).toEqual({ kind: 'target', place: null });
  expect(step('S1901M', { written: 1 })).toEqual({ kind: 'more', left: 1 });
  expect(step('S1901M', { written: 2 })).toEqual({ kind: 'submit' });
  expect(step('S1901M', { written: 2, isSubmitted: true })).toBeNull();
  expect(step('F1901M', { showsResults: true })).toEqual({ kind: 'results' });
  expect(step('F1901M')).toEqual({ kind: 'fall' });
  expect(step('W1901A')).toEqual({ kind: 'build' });
  expect(step('W1901A', { written: 1 })).toBeNull();
});

it('says less in the second year, and goes after it', () => {
  expect(step('S1902M')).toEqual({ kind: 'support' });
  expect(step('S1902M', { written: 1 })).toBeNull();
  expect(step('F1902M')).toBeNull();
  expect(step('F1902R')).toEqual({ kind: 'retreat' });
  expect(step('W1902A')).toEqual({ kind: 'build' });
  expect(step('S1903M')).toEqual({ kind: 'end' });
});

it('asks about the orders of a turn that are in conflict', () => {
  const ruled = (at: string, because: string, outcome: string) => ({
    power: 'austria',
    kind: 'army' as const,
    at,
    deed: { order: 'move' as const, at, to: 'gal', by_convoy: false },
    long: '',
    short: '',
    outcome,
    because,
    cause: null,
    rule: null,
    rule_text: null,
    lesson: null,
    sentence: '',
    dislodged_from: null,
    dislodged_sentence: null,
  });
  const record = {
    phase: 'S1901M',
    ruled: [
      ruled('bud', 'standoff', 'fails'),
      ruled('vie', 'unopposed', 'succeeds'),
      ruled('tri', 'unopposed', 'succeeds'),
      ruled('ser', 'unopposed', 'succeeds'),
      ruled('war', 'standoff', 'fails'),
    ],
  } as unknown as RecordView;
  const questions = questionsOf(record);
  expect(questions.map((one) => `${one.at} ${one.fate}`)).toEqual([
    'bud stays',
    'vie arrives',
    'tri arrives',
    'war stays',
  ]);
  expect(rightCount(questions, { bud: 'stays', vie: 'stays', tri: 'arrives' })).toBe(2);
  expect(questionsOf({ ...record, phase: 'W1901A' })).toEqual([]);
});

it('finds answers by all words, without accents', () => {
  const entry = (text: string): ReferenceEntry => ({
    kind: 'rule',
    key: '1',
    topic: 'Rückzüge',
    text,
    example: null,
  });
  const entries = [entry('Eine Einheit ist vertrieben'), entry('Eine Flotte')];
  expect(matchingEntries(entries, 'ruckzug FLOTTE')).toEqual([entries[1]]);
  expect(matchingEntries(entries, ' ')).toEqual(entries);
});

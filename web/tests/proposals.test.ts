// What a player can put to the vote.

import { expect, it } from 'vitest';

import { proposableKinds, survivors } from '../src/game/proposals';
import type { GameView } from '../src/lib/wire';

const seat = (number: number, power: string, is = 'person') => ({
  seat: number,
  powers: [power],
  in_disorder: false,
  occupant: { is },
});
const view = (changes: object = {}): GameView =>
  ({
    viewer: { seat: 0 },
    state: { state: 'underway', paused_until: null, delay_left: 3600 },
    settings: { absence: { then: 'disorder' } },
    // France has units and no centre; Italy has a centre and no unit; nobody plays Turkey.
    seats: [seat(0, 'austria'), seat(1, 'france'), seat(2, 'italy'), seat(3, 'turkey', 'nobody')],
    position: {
      units: [{ power: 'austria' }, { power: 'turkey' }],
      dislodged: [{ power: 'france' }],
      owners: { rom: 'italy', vie: 'austria' },
    },
    ...changes,
  }) as unknown as GameView;

it('counts who has units, not who has centres', () => {
  expect(survivors(view())).toEqual([0, 1]);
});

it('offers what the reader may vote on', () => {
  expect(proposableKinds(view())).toEqual([
    'draw',
    'most_centres',
    'concede',
    'abandon',
    'pause',
    'extend',
    'timetable',
  ]);
  expect(proposableKinds(view({ viewer: { seat: 2 } }))).toEqual([]);
  expect(proposableKinds(view({ viewer: { seat: null } }))).toEqual([]);
  expect(proposableKinds(view({ state: { state: 'over' } }))).toEqual([]);
});

it('offers of pause, resume and more time what is possible now', () => {
  const clock = (changes: object) => proposableKinds(view(changes)).slice(4);
  expect(clock({ state: { state: 'underway', paused_until: 99, delay_left: 60 } })).toEqual([
    'resume',
    'timetable',
  ]);
  expect(clock({ state: { state: 'underway', paused_until: null, delay_left: 0 } })).toEqual(['timetable']);
  expect(clock({ settings: { absence: { then: 'put_aside' } } })).toEqual([]);
});

it('lets nobody be taken out by one vote', () => {
  const units = ['austria', 'france', 'italy'].map((power) => ({ power }));
  const three = view({ position: { units, dislodged: [], owners: {} } });
  expect(proposableKinds(three)).toContain('remove');
  expect(proposableKinds(view())).not.toContain('remove');
});

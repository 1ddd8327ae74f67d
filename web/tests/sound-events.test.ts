// Which sound a change of a game makes, and what the open game waits for.

import { expect, it } from 'vitest';

import { owedHere } from '../src/game/owed';
import { soundOf, type Moment } from '../src/game/sound-events';
import { NOTES, SOUNDS } from '../src/lib/sounds';
import type { GameView } from '../src/lib/wire';

const quiet: Moment = { records: 3, isOver: false, owed: null, unread: 0, left: 500 };

it.each([
  ['nothing happens', quiet, quiet, null],
  ['a turn begins', quiet, { ...quiet, owed: 'orders' }, 'turn'],
  ['results come with the next turn', quiet, { ...quiet, records: 4, owed: 'orders' }, 'results'],
  ['the game ends', quiet, { ...quiet, isOver: true }, 'results'],
  ['orders are handed in', { ...quiet, owed: 'orders' }, quiet, null],
  ['a message', quiet, { ...quiet, unread: 1 }, 'message'],
  ['messages are read', { ...quiet, unread: 2 }, quiet, null],
  ['a proposal', quiet, { ...quiet, owed: 'vote' }, 'turn'],
  ['little time', { ...quiet, owed: 'orders', left: 121 }, { ...quiet, owed: 'orders', left: 119 }, 'time'],
  [
    'little time goes on',
    { ...quiet, owed: 'orders', left: 90 },
    { ...quiet, owed: 'orders', left: 80 },
    null,
  ],
  ['little time of others', { ...quiet, left: 121 }, { ...quiet, left: 119 }, null],
  ['no clock', { ...quiet, owed: 'orders' }, { ...quiet, owed: 'orders', left: null }, null],
] as [string, Moment, Moment, string | null][])('%s', (_, before, now, sound) =>
  expect(soundOf(before, now)).toBe(sound),
);

it('every sound is short and starts at once', () => {
  for (const sound of SOUNDS) {
    const notes = NOTES[sound];
    expect(notes[0]?.at, sound).toBe(0);
    for (const { pitch, at, length } of notes) {
      expect(at + length, sound).toBeLessThan(1.5);
      expect(pitch > 200 && pitch < 2000, sound).toBe(true);
    }
  }
});

const view = (changes: object): GameView =>
  ({
    viewer: { kind: 'seat', seat: 1 },
    state: { state: 'underway', stage: 'writing' },
    seats: [{ seat: 1, sheet: 'in', stance: 'ready' }],
    questions: [],
    ...changes,
  }) as unknown as GameView;

it.each([
  ['orders', { seats: [{ seat: 1, sheet: 'not_in', stance: 'undecided' }] }],
  [null, {}],
  [null, { viewer: { kind: 'spectator', seat: null } }],
  [
    'talk',
    {
      state: { state: 'underway', stage: 'diplomacy' },
      seats: [{ seat: 1, sheet: 'not_needed', stance: 'undecided' }],
    },
  ],
  ['vote', { questions: [{ own: null, electors: [0, 1] }] }],
  [null, { questions: [{ own: 'no', electors: [0, 1] }] }],
  [null, { questions: [{ own: null, electors: [0] }] }],
  ['check_in', { viewer: { kind: 'member', seat: null }, state: { state: 'gathering', check_in: 5 } }],
  [null, { viewer: { kind: 'spectator', seat: null }, state: { state: 'gathering', check_in: 5 } }],
  [null, { state: { state: 'over' } }],
])('the open game waits for %s', (owed, changes) => expect(owedHere(view(changes))).toBe(owed));

// The page of one's own: absence for all games, links to a tab.

import { describe, expect, it } from 'vitest';

import { linkedTab } from '../src/game/tab-link';
import type { EndingView, GameSummary, GameView, SeatView, StateView } from '../src/lib/wire';
import {
  absencesIn,
  gamesToAnnounce,
  obstacleIn,
  timesProblem,
  announcedOutcome,
} from '../src/pages/me/away';

const summary = (id: string, changes: Partial<GameSummary> = {}) =>
  ({
    id,
    state: 'underway',
    players: 7,
    bots: 0,
    powers: ['france'],
    put_aside: false,
    ...changes,
  }) as GameSummary;
const underway = (due: number) => ({ state: 'underway', due }) as StateView;
const over = (ending: EndingView): StateView => ({ state: 'over', ending });
const game = (
  id: string,
  changes: { calendar?: number; left?: number; due?: number; absences?: [number, number][] },
) =>
  ({
    id,
    settings: { calendar: changes.calendar ?? 864_000 },
    state: underway(changes.due ?? 1000),
    viewer: { seat: 2 },
    seats: [
      { seat: 0, absences: [[1, 2]], calendar_left: 0 },
      { seat: 2, absences: changes.absences ?? [], calendar_left: changes.left ?? 864_000 } as SeatView,
    ],
  }) as GameView;

describe('absence', () => {
  it('is said in running games in which the reader plays against people', () => {
    const games = [
      summary('played'),
      summary('led', { powers: [] }),
      summary('gathering', { state: 'gathering' }),
      summary('aside', { put_aside: true }),
      summary('against bots', { bots: 6 }),
      summary('over', { state: 'over' }),
    ];
    expect(gamesToAnnounce(games).map(({ id }) => id)).toEqual(['played']);
  });
  it('is not asked where the game does not allow it', () => {
    expect(obstacleIn(game('a', {}))).toBeNull();
    expect(obstacleIn(game('a', { calendar: 0 }))).toBe('no_calendar');
    expect(obstacleIn(game('a', { left: 0 }))).toBe('used_up');
    expect(obstacleIn({ ...game('a', {}), state: over({ ending: 'abandoned', how: 'agreed' }) })).toBe(
      'over',
    );
  });
  it('says whether the deadline has moved', () => {
    expect(announcedOutcome(game('a', { due: 10 }), game('a', { due: 20 }))).toEqual({
      outcome: 'notified',
      movedTo: 20,
    });
    expect(announcedOutcome(game('a', { due: 10 }), game('a', { due: 10 }))).toEqual({
      outcome: 'notified',
      movedTo: null,
    });
  });
  it('is shown once for all games that know it, and only the own one', () => {
    const views = [
      game('a', {
        absences: [
          [50, 60],
          [10, 20],
        ],
      }),
      game('b', { absences: [[10, 20]] }),
    ];
    expect(absencesIn(views)).toEqual([
      { from: 10, until: 20, games: ['a', 'b'] },
      { from: 50, until: 60, games: ['a'] },
    ]);
  });
  it.each<[number | null, number | null, string | null]>([
    [200, 300, null],
    [300, 200, 'order'],
    [50, 90, 'past'],
    [50, 200, null],
    [null, 200, null],
  ])('from %s until %s: %s', (from, until, problem) => expect(timesProblem(from, until, 100)).toBe(problem));
});

describe('a link to a tab', () => {
  const tabs = ['orders', 'map', 'talk', 'history', 'table'] as const;
  it.each([
    ['?tab=talk', 'talk'],
    ['?language=nl&tab=history', 'history'],
    ['?tab=end', null],
    ['?tab=<b>', null],
    ['', undefined],
    ['?show=over', undefined],
  ])('%s: %s', (query, tab) => expect(linkedTab(query, tabs)).toBe(tab));
});

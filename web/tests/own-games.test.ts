// The order of own games, what is owed, clocks, filters, and the title of the tab.

import { describe, expect, it } from 'vitest';

import { newlyOwed, waitingGames } from '../src/lib/owed-games';
import { pageTitle } from '../src/lib/page-title';
import type { GameSummary } from '../src/lib/wire';
import {
  choicesOf,
  fullestFirst,
  isShown,
  mostPeopleFirst,
  NO_FILTER,
  paceOf,
  readFilter,
} from '../src/pages/lobby/game-filter';
import { clockOf, owedIn, unfinishedGames } from '../src/pages/lobby/own-games';

const game = (id: string, changes: Partial<GameSummary> = {}): GameSummary => ({
  id,
  title: id,
  state: 'underway',
  players: 7,
  taken: 7,
  bots: 0,
  press: 'full',
  language: 'en',
  turn_seconds: 86_400,
  hides_board: false,
  free_seats: [],
  bots_from: null,
  phase: 'S1901M',
  due: 100_000,
  put_aside: false,
  needs_me: false,
  owed: [],
  result: null,
  powers: ['france'],
  power_names: ['France'],
  centres: 3,
  version: 1,
  ...changes,
});
const orders: Partial<GameSummary> = { owed: ['orders'], needs_me: true };
const ids = (games: GameSummary[]) => games.map(({ id }) => id).join(' ');

describe('own games', () => {
  it('stand by what they wait for, then by deadline', () => {
    const games = [
      game('over', { state: 'over' }),
      game('gathering', { state: 'gathering', due: 1 }),
      game('others', { due: 2 }),
      game('vote', { owed: ['vote'], due: 3 }),
      game('bots', { ...orders, bots: 6, due: 4 }),
      game('later', { ...orders, due: 600 }),
      game('soon', { ...orders, due: 500 }),
      game('without clock', { ...orders, due: null }),
      game('aside', { put_aside: true, bots: 6, due: null }),
    ];
    expect(ids(unfinishedGames(games))).toBe('soon later bots without clock vote others gathering aside');
  });

  it.each([
    [{ ...orders }, 'orders'],
    [{ ...orders, phase: 'F1901R' }, 'retreats'],
    [{ ...orders, phase: 'W1901A' }, 'builds'],
    [{ ...orders, phase: null }, 'orders'],
    [{ owed: ['orders', 'vote'], needs_me: true }, 'orders'],
    [{ owed: ['talk'], needs_me: true }, 'talk'],
    [{ owed: ['vote'] }, 'vote'],
    [{ state: 'gathering', owed: ['check_in'], needs_me: true }, 'check_in'],
    [{ state: 'gathering' }, 'gathering'],
    [{}, 'waiting'],
    [{ powers: [] }, 'leading'],
    [{ put_aside: true, bots: 6 }, 'aside'],
  ] as [Partial<GameSummary>, string][])('%o owes %s', (changes, owed) =>
    expect(owedIn(game('a', changes))).toBe(owed),
  );

  it('have a clock that is urgent only for those who owe something', () => {
    const urgency = (seconds: number, changes: Partial<GameSummary> = orders) => {
      const clock = clockOf(game('a', { due: seconds, ...changes }), 0);
      return clock.kind === 'left' ? clock.urgency : clock.kind;
    };
    expect([59, 3599, 3600, 21_599, 21_600].map((seconds) => urgency(seconds))).toEqual([
      'urgent',
      'urgent',
      'soon',
      'soon',
      'calm',
    ]);
    expect(urgency(59, {})).toBe('calm');
    expect(urgency(14 * 86_400, { ...orders, bots: 6 })).toBe('own_pace');
    expect(urgency(2 * 86_400, { ...orders, bots: 6 })).toBe('calm');
    expect(urgency(0, { ...orders, bots: 6, due: null })).toBe('own_pace');
    expect(urgency(0, { put_aside: true, bots: 6, due: null })).toBe('none');
    expect(urgency(400 * 86_400)).toBe('none');
    expect(clockOf(game('a', { due: null }), 0)).toEqual({ kind: 'none' });
    expect(clockOf(game('a', { due: 5 }), 10)).toMatchObject({ seconds: 0 });
  });
});

describe('listed games', () => {
  const open = (id: string, changes: Partial<GameSummary>) => game(id, { state: 'gathering', ...changes });

  it('stand the fullest first, then the one that closes first; full ones last', () => {
    const games = [
      open('full', { taken: 7 }),
      open('two', { taken: 2 }),
      open('six', { taken: 6, due: 9 }),
      open('six soon', { taken: 6, due: 3 }),
      open('one of two', { players: 2, taken: 1, due: 5 }),
    ];
    expect(ids(fullestFirst(games))).toBe('six soon one of two six two full');
    expect(ids(mostPeopleFirst([game('bots', { bots: 6 }), game('people'), game('some', { bots: 2 })]))).toBe(
      'people some bots',
    );
  });

  it('are filtered by pace, language, talk and number of players', () => {
    const evening = open('evening', { turn_seconds: 1800, language: 'nl', players: 5 });
    const letters = open('letters', { turn_seconds: 3 * 86_400, press: 'none', language: null });
    const shown = (changes: object) =>
      ids([evening, letters].filter((one) => isShown(one, { ...NO_FILTER, ...changes })));
    expect(shown({})).toBe('evening letters');
    expect(shown({ pace: 'evening' })).toBe('evening');
    expect(shown({ pace: 'slow' })).toBe('letters');
    expect(shown({ language: 'nl' })).toBe('evening letters');
    expect(shown({ language: 'fr' })).toBe('letters');
    expect(shown({ talk: 'none' })).toBe('letters');
    expect(shown({ players: '5', talk: 'none' })).toBe('');
    expect(paceOf(open('old', { turn_seconds: 0 }))).toBe(null);
    expect(choicesOf([letters, evening], 'pace', '')).toEqual(['evening', 'slow']);
    expect(choicesOf([letters], 'players', '3')).toEqual(['3', '7']);
    expect(choicesOf([letters], 'language', '')).toEqual([]);
  });

  it('have a filter that is read from storage as far as it is known', () => {
    expect(readFilter(null)).toEqual(NO_FILTER);
    expect(readFilter('{')).toEqual(NO_FILTER);
    expect(readFilter('{"pace":"daily","language":"nl","talk":3}')).toEqual({
      ...NO_FILTER,
      pace: 'daily',
      language: 'nl',
    });
    expect(readFilter('{"pace":"weekly"}')).toEqual(NO_FILTER);
  });
});

describe('what waits', () => {
  it('is counted; the open game knows best', () => {
    const games = [game('a', orders), game('b', { owed: ['vote'] }), game('c')];
    expect(waitingGames(games, null)).toBe(2);
    expect(waitingGames(games, { id: 'a', isOwed: false })).toBe(1);
    expect(waitingGames(games, { id: 'c', isOwed: true })).toBe(3);
  });

  it('is new when it did not wait before, or for another phase', () => {
    const before = [game('a', orders), game('b'), game('c', orders)];
    const now = [game('a', orders), game('b', orders), game('c', { ...orders, phase: 'F1901M' }), game('d')];
    expect(newlyOwed(before, now)).toEqual(['b', 'c']);
  });

  it('stands first in the title', () => {
    expect(pageTitle(0, 'Games', 'Detente')).toBe('Games · Detente');
    expect(pageTitle(2, 'Your turn', 'The long war', 'Detente')).toBe(
      '(2) Your turn · The long war · Detente',
    );
    expect(pageTitle(1, '', '', 'Detente')).toBe('(1) Detente');
  });
});

import { expect, test } from 'vitest';

import type { GameSummary, Presets } from '../src/lib/wire';
import { newTable, standingTables } from '../src/pages/lobby/standing-tables';

const game = (id: string, changes: Partial<GameSummary>): GameSummary =>
  ({
    id,
    state: 'gathering',
    players: 7,
    taken: 1,
    bots_from: 5,
    turn_seconds: 86_400,
    ...changes,
  }) as GameSummary;

test('the fullest table of each pace that offers bots and has room', () => {
  const tables = standingTables([
    game('a', { taken: 2 }),
    game('b', { taken: 4 }),
    game('full', { taken: 7 }),
    game('no-bots', { taken: 6, bots_from: null }),
    game('quick', { turn_seconds: 1200 }),
    game('played', { turn_seconds: 1200, state: 'underway', taken: 3 }),
  ]);
  expect(tables.map(({ pace, game }) => [pace, game?.id ?? null])).toEqual([
    ['evening', 'quick'],
    ['daily', 'b'],
    ['slow', null],
  ]);
});

test('the first who sits down opens a listed game that offers bots', () => {
  const presets = { presets: [{ key: 'daily', settings: { players: 7 } }] } as unknown as Presets;
  expect(newTable('daily', presets, 'Table', 'nl')).toMatchObject({
    preset: 'daily',
    listed: true,
    join: true,
    settings: { title: 'Table', language: 'nl', bots_after: 21_600 },
  });
  expect(newTable('evening', presets, 'Table', 'nl')).toBeNull();
});

// A player's own device at a table: its clock, its cover, its ticks on the list of pieces, and the table it makes.

import { describe, expect, it } from 'vitest';

import { liesOnFace } from '../src/game/table/cover.svelte';
import { ticksOf, ticksText } from '../src/game/table/piece-ticks';
import { isOwnTable, rememberTable } from '../src/lib/own-tables';
import { offsetOf } from '../src/lib/server-clock';
import type { SettingsBody } from '../src/lib/wire';
import { tableSettings } from '../src/pages/start-game';

describe('the clock', () => {
  it('follows the answer that came fastest', () => {
    const slow = { sent: 1000, received: 1400, server: 61_390 };
    const fast = { sent: 2000, received: 2020, server: 62_010 };
    expect(offsetOf([slow, fast])).toBe(60_000);
    expect(offsetOf([])).toBeNull();
  });
  it('is at most half the way of an answer off, however unequal its two ways are', () => {
    const truth = -185_000;
    for (const [there, back] of [
      [0, 120],
      [120, 0],
      [40, 80],
    ] as const) {
      const sent = 5000;
      const sample = { sent, received: sent + there + back, server: sent + there + truth };
      expect(Math.abs((offsetOf([sample]) ?? 0) - truth)).toBeLessThanOrEqual((there + back) / 2);
    }
  });
});

describe('the cover', () => {
  it.each([
    ['on its face', 178, 2, true],
    ['on its face, askew', -160, 20, true],
    ['on its back', 1, 0, false],
    ['in the hand', 60, 5, false],
    ['on its side', 180, 80, false],
  ] as const)('%s', (_, beta, gamma, covers) => expect(liesOnFace({ beta, gamma })).toBe(covers));
  it('does nothing without a sensor', () => expect(liesOnFace({ beta: null, gamma: null })).toBe(false));
});

it('ticks are kept as text', () => {
  expect(ticksText(new Set([4, 0, 11]))).toBe('0,4,11');
  expect([...ticksOf('0,4,11')]).toEqual([0, 4, 11]);
  expect(ticksText(new Set())).toBeNull();
  expect(ticksOf('x,,2').size).toBe(1);
});

it('a table has the language of the room, and a game master who sees no orders', () => {
  const preset = { title: 'Preset', players: 7, master: null } as unknown as SettingsBody;
  const made = tableSettings(preset, { players: 5, hasMaster: true }, 'nl');
  expect(made).toMatchObject({ players: 5, language: 'nl', master: { sight: 'blind' } });
  expect(tableSettings(preset, { players: 7, hasMaster: false }, 'en').master).toBeNull();
});

it('the device that made a table knows it', () => {
  const kept = new Map<string, string>();
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  });
  rememberTable('a');
  rememberTable('b');
  expect([isOwnTable('a'), isOwnTable('b'), isOwnTable('c')]).toEqual([true, true, false]);
});

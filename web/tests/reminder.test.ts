import { expect, test } from 'vitest';

import { mayNeedReminder, reminderSeconds } from '../src/game/reminder';
import type { GameView } from '../src/lib/wire';

const DAY = 86_400;
const view = (sheet: string, changes = {}): GameView =>
  ({
    viewer: { seat: 1 },
    seats: [{ seat: 1, sheet }],
    state: { state: 'underway', opened: 0, due: DAY, put_aside: false, paused_until: null, ...changes },
  }) as unknown as GameView;

test('a player whose orders are missing is reminded in the last part of a long stage', () => {
  expect(reminderSeconds(view('not_in'), DAY / 2)).toBeNull();
  expect(reminderSeconds(view('not_in'), DAY - 600)).toBe(600);
  expect(reminderSeconds(view('not_in'), DAY + 1)).toBeNull();
});

test('nobody else is reminded', () => {
  expect(reminderSeconds(view('in'), DAY - 600)).toBeNull();
  expect(reminderSeconds(view('not_in', { due: 900 }), 800)).toBeNull();
  expect(mayNeedReminder(view('not_in', { paused_until: 5 }))).toBe(false);
  expect(mayNeedReminder(view('not_in', { put_aside: true }))).toBe(false);
});

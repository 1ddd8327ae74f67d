import { expect, test } from 'vitest';

import { fromLocalInput, toLocalInput } from '../src/pages/new-game/local-time';

test('a time in a field is the time of the device', () => {
  const at = new Date(2026, 10, 8, 9, 5).getTime() / 1000;
  expect(toLocalInput(at)).toBe('2026-11-08T09:05');
  expect(fromLocalInput('2026-11-08T09:05')).toBe(at);
});

test('an unfinished time is none', () => {
  expect(fromLocalInput('')).toBeNull();
  expect(fromLocalInput('2026-11')).not.toBe(0);
});

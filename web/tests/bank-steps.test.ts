import { expect, test } from 'vitest';

import { bankSteps } from '../src/game/bank-steps';

test('what a time bank can give at once', () => {
  expect(bankSteps(0)).toEqual([]);
  expect(bankSteps(300)).toEqual([300]);
  expect(bankSteps(7200)).toEqual([600, 3600]);
  expect(bankSteps(30 * 86_400)).toEqual([600, 3600, 21_600, 86_400]);
});

// Usual times that a game may go over to.

import type { TimetableBody } from '../lib/wire';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

export const BY_DAYS: TimetableBody = {
  first: DAY,
  diplomacy: null,
  writing: DAY,
  resolution: null,
  retreats: 12 * HOUR,
  adjustments: 12 * HOUR,
  hours: null,
};

export const AN_EVENING: TimetableBody = {
  first: 30 * MINUTE,
  diplomacy: 15 * MINUTE,
  writing: 5 * MINUTE,
  resolution: 2 * MINUTE,
  retreats: 5 * MINUTE,
  adjustments: 5 * MINUTE,
  hours: null,
};

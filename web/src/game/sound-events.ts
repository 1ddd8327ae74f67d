// Which sound the change from one moment of a game to the next makes.

import type { Sound } from '../lib/sounds';
import type { OwedKey } from '../lib/wire';

export type Moment = {
  /** How many phases have been resolved. */
  records: number;
  isOver: boolean;
  owed: OwedKey | null;
  /** How many messages of others are unread. */
  unread: number;
  /** Seconds until the deadline; null without one. */
  left: number | null;
};

/** So much before a deadline there is little time left. */
export const LITTLE_TIME_SECONDS = 120;

/** One sound at most: the one that says most. */
export function soundOf(before: Moment, now: Moment): Sound | null {
  if (now.records > before.records || (now.isOver && !before.isOver)) return 'results';
  if (now.owed !== null && now.owed !== before.owed) return 'turn';
  if (now.unread > before.unread) return 'message';
  if (isLate(now) && !isLate(before)) return 'time';
  return null;
}

const isLate = ({ owed, left }: Moment) =>
  owed !== null && owed !== 'vote' && left !== null && left > 0 && left <= LITTLE_TIME_SECONDS;

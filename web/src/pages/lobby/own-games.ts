// The reader's unfinished games: in which order they stand, what each one waits for, and how urgent it is.

import type { GameSummary } from '../../lib/wire';
import { parsePhase } from './phase-name';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What the reader owes, or why there is nothing to do. */
export type Owed =
  | 'orders'
  | 'retreats'
  | 'builds'
  | 'talk'
  | 'check_in'
  | 'vote'
  | 'waiting'
  | 'gathering'
  | 'leading'
  | 'aside';

/** What this game waits for, as far as it concerns the reader. */
export function owedIn(game: GameSummary): Owed {
  const [first] = game.owed;
  if (first === 'orders') return ordersOf(game.phase);
  if (first !== undefined) return first;
  if (game.put_aside) return 'aside';
  if (game.state === 'gathering') return 'gathering';
  // Who has no power watches over the game as its master.
  return game.powers.length === 0 ? 'leading' : 'waiting';
}

function ordersOf(phase: string | null): 'orders' | 'retreats' | 'builds' {
  const kind = phase === null ? 'movement' : parsePhase(phase)?.kind;
  return kind === 'retreats' ? 'retreats' : kind === 'adjustments' ? 'builds' : 'orders';
}

export const isOwed = (game: GameSummary): boolean => game.owed.length > 0;

/** Unfinished games: those that wait for the reader first, the nearest deadline first. A vote can wait longer. */
export function unfinishedGames(games: readonly GameSummary[]): GameSummary[] {
  const rank = (game: GameSummary) =>
    game.needs_me ? 0 : isOwed(game) ? 1 : game.put_aside ? 4 : game.state === 'underway' ? 2 : 3;
  const due = (game: GameSummary) => (isAtOwnPace(game) ? Infinity : (game.due ?? Infinity));
  return games
    .filter((game) => game.state !== 'over')
    .sort((a, b) => rank(a) - rank(b) || order(due(a), due(b)) || a.title.localeCompare(b.title));
}

/** Infinity minus itself is no number. */
const order = (a: number, b: number) => (a === b ? 0 : a - b);

/** One person against bots: the turn ends when that person has handed in, so there is no hurry. */
export const isAtOwnPace = (game: GameSummary): boolean =>
  game.state === 'underway' && game.players - game.bots <= 1;

export type Clock =
  | { kind: 'none' }
  | { kind: 'own_pace' }
  | { kind: 'left'; seconds: number; urgency: 'calm' | 'soon' | 'urgent' };

/** A deadline years ahead means that there is none. */
const MAX_CLOCK_SECONDS = 300 * DAY;
/** A clock at one's own pace is shown only when an older game would go on soon. */
const CLOSING_SOON_SECONDS = 3 * DAY;

export function clockOf(game: GameSummary, now: number): Clock {
  if (game.state === 'over' || game.put_aside) return { kind: 'none' };
  const seconds = game.due === null ? Infinity : Math.max(0, game.due - now);
  if (isAtOwnPace(game) && seconds > CLOSING_SOON_SECONDS) return { kind: 'own_pace' };
  if (seconds > MAX_CLOCK_SECONDS) return { kind: 'none' };
  // Only what the reader must do is urgent.
  const urgency = !game.needs_me || seconds >= 6 * HOUR ? 'calm' : seconds >= HOUR ? 'soon' : 'urgent';
  return { kind: 'left', seconds, urgency };
}

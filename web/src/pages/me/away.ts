// "I am away" for all running games at once: which games can be asked, and what came of it in each.

import type { GameSummary, GameView, SeatView } from '../../lib/wire';
import { isAtOwnPace } from '../lobby/own-games';

/** The running games in which the reader plays. Games at one's own pace wait anyway. */
export const gamesToAnnounce = (games: readonly GameSummary[]): GameSummary[] =>
  games.filter(
    (game) => game.state === 'underway' && game.powers.length > 0 && !game.put_aside && !isAtOwnPace(game),
  );

/** What stands in the way of asking a game. */
export type Obstacle = 'no_calendar' | 'used_up' | 'over';

export function ownSeat(view: GameView): SeatView | null {
  return view.seats.find((seat) => seat.seat === view.viewer.seat) ?? null;
}

export function obstacleIn(view: GameView): Obstacle | null {
  const seat = ownSeat(view);
  if (view.state.state !== 'underway' || seat === null) return 'over';
  if ((view.settings.calendar ?? 0) === 0) return 'no_calendar';
  return seat.calendar_left === 0 ? 'used_up' : null;
}

export type Outcome =
  /** The players know it. The deadline moved to `due`, or it is still the same. */
  | { outcome: 'notified'; movedTo: number | null }
  | { outcome: 'refused'; message: string }
  | { outcome: 'not_asked'; why: Obstacle };

export function announcedOutcome(before: GameView, after: GameView): Outcome {
  const [old, now] = [before.state, after.state];
  const hasMoved = old.state === 'underway' && now.state === 'underway' && now.due > old.due;
  return { outcome: 'notified', movedTo: hasMoved ? now.due : null };
}

/** One time away, in one or more games. */
export type Absence = { from: number; until: number; games: string[] };

/** The times away that were said, the first one first. The same time in several games is one. */
export function absencesIn(views: readonly GameView[]): Absence[] {
  const found = new Map<string, Absence>();
  for (const view of views)
    for (const [from, until] of ownSeat(view)?.absences ?? []) {
      const known = found.get(`${from} ${until}`);
      if (known) known.games.push(view.id);
      else found.set(`${from} ${until}`, { from, until, games: [view.id] });
    }
  return [...found.values()].sort((a, b) => a.from - b.from);
}

/** Null, or why these times cannot be meant. */
export function timesProblem(
  from: number | null,
  until: number | null,
  now: number,
): 'order' | 'past' | null {
  if (from === null || until === null) return null;
  if (until <= now) return 'past';
  return until <= from ? 'order' : null;
}

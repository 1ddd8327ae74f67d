// Which games wait for a person, from the list of own games and from the game that is open.

import type { GameSummary } from './wire';

export type OpenGame = { id: string; isOwed: boolean };

/** How many games wait. The open game is newer than the list. */
export function waitingGames(games: readonly GameSummary[], open: OpenGame | null): number {
  const others = games.filter((game) => game.id !== open?.id && game.owed.length > 0).length;
  return others + (open?.isOwed ? 1 : 0);
}

/** The games that wait now and did not before, or wait for another phase. */
export function newlyOwed(before: readonly GameSummary[], now: readonly GameSummary[]): string[] {
  return now
    .filter((game) => {
      const known = before.find((one) => one.id === game.id);
      return game.owed.length > 0 && (!known || known.owed.length === 0 || known.phase !== game.phase);
    })
    .map((game) => game.id);
}

// How many centres a player has.

import { t } from '../lib/i18n.svelte';
import type { GameView, SeatView } from '../lib/wire';

/**
 * "3 centres"; for several powers with the count of each, "9 centres (3 + 3 + 3)", because the centres of a
 * single power may decide the game.
 */
export function centresText(view: GameView, seat: SeatView): string {
  if (seat.powers.length < 2 || !view.position) return t('table.centres', { n: seat.score });
  const owners = Object.values(view.position.owners);
  const counts = seat.powers.map((power) => owners.filter((owner) => owner === power).length);
  const sum = counts.reduce((total, count) => total + count, 0);
  return `${t('table.centres', { n: sum })} (${counts.join(' + ')})`;
}

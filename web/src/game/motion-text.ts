// What is put to the vote, as text.

import type { BoardMap } from '../board/board-map';
import { formatDuration, formatList, t } from '../lib/i18n.svelte';
import type { GameView, Motion, TimetableBody } from '../lib/wire';
import { seatName } from './names';
import { survivors } from './proposals';

export function motionText(boardMap: BoardMap | null, view: GameView, motion: Motion): string {
  const seat = (number: number) => seatName(boardMap, view, number);
  switch (motion.motion) {
    case 'draw':
      return isForAll(view, motion.between)
        ? t('motion.draw_all', { n: motion.between.length })
        : t('motion.draw', { who: formatList(motion.between.map(seat)) });
    case 'concede':
      return t('motion.concede', { who: seat(motion.to) });
    case 'most_centres':
      return t('motion.most_centres');
    case 'abandon':
      return t('motion.abandon');
    case 'pause':
      return t('motion.pause', { length: formatDuration(motion.seconds) });
    case 'resume':
      return t('motion.resume');
    case 'extend':
      return t('motion.extend', { length: formatDuration(motion.seconds) });
    case 'timetable':
      return timesText(motion.timetable);
    case 'remove':
      return t('motion.remove', { who: seat(motion.seat) });
    default:
      return motion satisfies never;
  }
}

/** Between two, their names say more. */
function isForAll(view: GameView, between: readonly number[]): boolean {
  const alive = survivors(view);
  return between.length > 2 && between.length === alive.length && alive.every((one) => between.includes(one));
}

/** New times in one line. */
export const timesText = (times: TimetableBody): string =>
  t('motion.timetable', {
    turn: formatDuration(times.writing + (times.diplomacy ?? 0)),
    retreats: formatDuration(times.retreats),
    builds: formatDuration(times.adjustments),
  });

/** Whether the game is over when it is carried. */
export function endsGame({ motion }: Motion): boolean {
  switch (motion) {
    case 'draw':
    case 'concede':
    case 'most_centres':
    case 'abandon':
      return true;
    case 'pause':
    case 'resume':
    case 'extend':
    case 'remove':
    case 'timetable':
      return false;
    default:
      return motion satisfies never;
  }
}

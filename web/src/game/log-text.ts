// The entries of the public log as text.

import type { BoardMap } from '../board/board-map';
import { powerName } from '../board/board-map';
import { formatDate, formatDuration, formatList, t, tDynamic } from '../lib/i18n.svelte';
import type { EndingView, GameView, NoticeView } from '../lib/wire';
import { motionText, timesText } from './motion-text';
import { botName, phaseName, seatName } from './names';

export function endingText(boardMap: BoardMap | null, view: GameView, ending: EndingView): string {
  const seat = (number: number) => seatName(boardMap, view, number);
  switch (ending.ending) {
    case 'won':
      return tDynamic('ending.won', ending.by, { who: seat(ending.seat) });
    case 'drawn':
      return tDynamic('ending.drawn', ending.by, { who: formatList(ending.between.map(seat)) });
    case 'abandoned':
      return tDynamic('ending.abandoned', ending.how);
    default:
      return ending satisfies never;
  }
}

export function noticeText(boardMap: BoardMap | null, view: GameView, notice: NoticeView): string {
  const seat = (number: number) => seatName(boardMap, view, number);
  switch (notice.notice) {
    case 'somebody_joined':
    case 'somebody_withdrew':
    case 'somebody_removed':
    case 'somebody_checked_in':
    case 'started':
    case 'forced':
    case 'corrected':
      return tDynamic('log', notice.notice);
    case 'bot_joined':
      return t('log.bot_joined', { bot: botName(notice.bot) });
    case 'check_in_opened':
      return t('log.check_in_opened', { until: formatDate(notice.until) });
    case 'check_in_missed':
      return t('log.check_in_missed', { n: notice.by });
    case 'opened':
      return t('log.opened', { stage: tDynamic('stage', notice.stage), due: formatDate(notice.due) });
    case 'sheet_in':
    case 'sheet_entered':
    case 'sheet_corrected':
    case 'sheet_taken_back':
    case 'fell_into_disorder':
    case 'left_disorder':
    case 'vacated':
    case 'left':
    case 'taken':
    case 'offered':
    case 'returned':
    case 'claim_dropped':
    case 'loan_ended':
    case 'voted_out':
      return tDynamic('log', notice.notice, { who: seat(notice.seat) });
    case 'away':
      return t('log.away', {
        who: seat(notice.seat),
        from: formatDate(notice.from),
        until: formatDate(notice.until),
      });
    case 'away_cancelled':
      return t('log.away_cancelled', { who: seat(notice.seat), from: formatDate(notice.from) });
    case 'time_bank_used':
      return t('log.time_bank_used', {
        who: seat(notice.seat),
        length: formatDuration(notice.seconds),
        due: formatDate(notice.due),
      });
    case 'calendar_moved':
      return t('log.calendar_moved', {
        who: formatList(notice.away.map(seat)),
        due: formatDate(notice.due),
      });
    case 'loan_offered':
      return t('log.loan_offered', { who: seat(notice.seat), until: formatDate(notice.until) });
    case 'lent': {
      const holder = notice.name ?? t('log.new_holder.person');
      const what = t('log.lent', { who: seat(notice.seat), holder, until: formatDate(notice.until) });
      return `${what} ${tDynamic('log.earlier_talk', notice.talk)}`;
    }
    case 'claimed':
      return t('log.claimed', {
        who: seat(notice.seat),
        holder: notice.name ?? t('log.new_holder.person'),
      });
    case 'stood':
      return tDynamic('log.stood', notice.stance, { who: seat(notice.seat) });
    case 'ruled':
      return t('log.ruled', { phase: phaseName(notice.phase) });
    case 'grace_given':
      return t('log.grace_given', { who: formatList(notice.to.map(seat)), due: formatDate(notice.due) });
    case 'bot_stood_in':
      return t('log.bot_stood_in', { who: seat(notice.seat), bot: botName(notice.bot) });
    case 'relief_awaited':
      return t('log.relief_awaited', { due: formatDate(notice.due) });
    case 'coin_tossed':
      return t('log.coin_tossed', { who: seat(notice.winner) });
    case 'neutral_joined':
      return t('log.neutral_joined', {
        who: seat(notice.seat),
        power: boardMap ? powerName(boardMap, notice.power) : notice.power,
      });
    case 'proposed':
      return notice.by === null
        ? t('log.proposed', { motion: motionText(boardMap, view, notice.motion) })
        : t('log.proposed_by', { who: seat(notice.by), motion: motionText(boardMap, view, notice.motion) });
    case 'carried':
      return t('log.carried', { motion: motionText(boardMap, view, notice.motion) });
    case 'vetoed':
      return t('log.vetoed', {
        motion: motionText(boardMap, view, notice.motion),
        vetoes: notice.vetoes,
      });
    case 'lapsed':
      return t('log.lapsed', { number: notice.number });
    case 'paused':
      // The clock pauses a game only to put it aside.
      return notice.by === 'clock'
        ? t('log.put_aside')
        : t('log.paused', { until: formatDate(notice.until) });
    case 'continued':
      return t('log.continued', { who: seat(notice.seat) });
    case 'resumed':
      return t('log.resumed', { due: formatDate(notice.due) });
    case 'clock_corrected':
      return t('log.clock_corrected', { due: formatDate(notice.due) });
    case 'timetable_changed':
      return t('log.timetable_changed', {
        times: timesText(notice.timetable),
        due: formatDate(notice.due),
      });
    case 'extended':
      return t('log.extended', { due: formatDate(notice.due) });
    case 'rolled_back':
      return t('log.rolled_back', { number: notice.to });
    case 'replaced':
      return tDynamic('log.replaced', notice.by, { who: seat(notice.seat) });
    case 'handed_over': {
      const holder = notice.name ?? tDynamic('log.new_holder', notice.to);
      const what = tDynamic('log.handed_over', notice.by, { who: seat(notice.seat), holder });
      return notice.to === 'person' ? `${what} ${tDynamic('log.earlier_talk', notice.talk)}` : what;
    }
    case 'ended':
      return endingText(boardMap, view, notice.ending);
    default:
      return notice satisfies never;
  }
}

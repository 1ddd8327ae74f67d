// The settings of a game in words, for those who consider joining and for those who play (I3).

import type { BoardMap } from '../board/board-map';
import { formatDate, formatList, formatNumber, i18n, t, tDynamic } from '../lib/i18n.svelte';
import type { GameView, HoursBody, SettingsBody } from '../lib/wire';
import { botName, occupantName, powerNames } from './names';

export type SettingsGroup = { title: string; rows: (readonly [name: string, value: string])[] };

/** A length in whole words: "30 minutes", "2 days". */
export function lengthInWords(seconds: number): string {
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ] as const;
  const parts: string[] = [];
  let left = Math.max(0, Math.round(seconds));
  for (const [unit, size] of units) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0)
      parts.push(
        new Intl.NumberFormat(i18n.language, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
      );
  }
  return parts.length === 0 ? t('agreed.no_time') : formatList(parts);
}

export function settingsInWords(settings: SettingsBody): SettingsGroup[] {
  return [
    { title: t('new.legend_time'), rows: times(settings) },
    { title: t('new.legend_talk'), rows: talk(settings) },
    { title: t('new.legend_table'), rows: table(settings) },
    { title: t('new.legend_absence'), rows: absence(settings) },
    { title: t('new.legend_end'), rows: end(settings) },
  ];
}

function times({ timetable, check_in, delay, starts_at }: SettingsBody): SettingsGroup['rows'] {
  const rows: [string, string][] = [];
  if (timetable.diplomacy == null) {
    rows.push([t('new.first'), t('agreed.together', { length: lengthInWords(timetable.first) })]);
    rows.push([t('agreed.later_turns'), t('agreed.together', { length: lengthInWords(timetable.writing) })]);
  } else {
    rows.push([t('agreed.first_talk'), lengthInWords(timetable.first)]);
    rows.push([t('new.diplomacy_length'), lengthInWords(timetable.diplomacy)]);
    rows.push([t('new.writing'), lengthInWords(timetable.writing)]);
  }
  if (timetable.resolution != null)
    rows.push([t('new.resolution_length'), lengthInWords(timetable.resolution)]);
  rows.push([t('new.retreats'), lengthInWords(timetable.retreats)]);
  rows.push([t('new.adjustments'), lengthInWords(timetable.adjustments)]);
  rows.push([t('agreed.hours'), hours(timetable.hours ?? null)]);
  rows.push([t('agreed.starts_at'), starts_at == null ? t('agreed.starts_full') : formatDate(starts_at)]);
  rows.push([
    t('agreed.delay'),
    delay === 0 ? t('agreed.none') : t('agreed.at_most', { length: lengthInWords(delay) }),
  ]);
  rows.push([
    t('new.check_in'),
    check_in == null ? t('agreed.no') : t('agreed.within', { length: lengthInWords(check_in) }),
  ]);
  return rows;
}

function hours(hours: HoursBody | null): string {
  if (hours === null) return t('agreed.any_time');
  // 5 January 2026 is a Monday.
  const day = (index: number) =>
    new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2026, 0, 5 + index),
    );
  const chosen = hours.days.flatMap((isChosen, index) => (isChosen ? [day(index)] : []));
  const days = chosen.length === 7 ? t('agreed.every_day') : formatList(chosen);
  if (hours.at == null) return t('agreed.hours_days', { days, zone: hours.zone });
  const when = t('agreed.hours_at', { days, at: hours.at, zone: hours.zone });
  return hours.stages === 'all' ? t('agreed.hours_all', { when }) : when;
}

function talk(settings: SettingsBody): SettingsGroup['rows'] {
  const watching = tDynamic('new.watching', settings.watching);
  const delay = settings.watching_delay ?? 0;
  return [
    [t('new.press'), tDynamic('press', settings.press)],
    [t('new.language'), settings.language ? languageName(settings.language) : t('new.language.any')],
    [t('new.names'), tDynamic('new.names', settings.names)],
    [
      t('new.watching'),
      delay > 0 ? t('agreed.watching_delay', { who: watching, length: lengthInWords(delay) }) : watching,
    ],
    [t('new.talk_after_end'), tDynamic('new.talk_after_end', settings.talk_after_end ?? 'private')],
  ];
}

/** "French" in the reader's language. */
function languageName(code: string): string {
  return new Intl.DisplayNames([i18n.language], { type: 'language' }).of(code) ?? code;
}

function table(settings: SettingsBody): SettingsGroup['rows'] {
  return [
    [t('agreed.players'), formatNumber(settings.players)],
    [
      t('new.bots_after'),
      settings.bots_after == null
        ? t('agreed.no')
        : t('agreed.within', { length: lengthInWords(settings.bots_after) }),
    ],
    [t('new.allocation'), tDynamic('new.allocation', settings.allocation)],
    [t('new.edition'), tDynamic('new.edition', settings.edition)],
    [
      t('agreed.master'),
      settings.master == null ? t('agreed.no') : tDynamic('agreed.master', settings.master.sight),
    ],
  ];
}

function absence({ absence, calendar, time_bank }: SettingsBody): SettingsGroup['rows'] {
  const wait = lengthInWords(absence.within ?? 0);
  const bot = absence.bot == null ? '' : botName(absence.bot);
  return [
    [
      t('agreed.orders_missing'),
      absence.grace === 0 || absence.graces === 0
        ? t('agreed.waits_not')
        : t('agreed.waits', { n: absence.graces, length: lengthInWords(absence.grace) }),
    ],
    [t('new.then'), tDynamic('agreed.then', absence.then, { bot, wait })],
    [t('new.calendar'), perPlayer(calendar ?? 0)],
    [t('new.time_bank'), perPlayer(time_bank ?? 0)],
  ];
}

const perPlayer = (seconds: number): string =>
  seconds === 0 ? t('agreed.none') : t('agreed.per_player', { length: lengthInWords(seconds) });

function end(settings: SettingsBody): SettingsGroup['rows'] {
  const limit = settings.limit;
  const verdict = limit == null ? '' : tDynamic('new.verdict', limit.verdict);
  return [
    [t('agreed.goal'), tDynamic('agreed.goal', settings.goal.of, { n: settings.goal.centres })],
    [
      t('new.limit'),
      limit == null
        ? t('agreed.no')
        : limit.year != null
          ? t('agreed.limit_year', { year: String(limit.year), verdict })
          : t('agreed.limit_after', { length: lengthInWords(limit.after ?? 0), verdict }),
    ],
    [t('new.draws'), tDynamic('new.draws', settings.draws)],
    [t('new.ballots'), tDynamic('new.ballots', settings.ballots)],
  ];
}

/** Who plays which powers, as far as it is known; and what happens to the powers that nobody plays. */
export function powersInWords(
  view: GameView,
  boardMap: BoardMap,
): { seats: [string, string][]; notes: string[] } {
  const members = view.state.state === 'gathering' ? view.state.members : [];
  const who = (seat: number): string => {
    const holder = view.seats[seat]?.occupant ?? members.find((member) => member.seat === seat)?.who;
    return holder ? occupantName(holder) : t('agreed.not_known');
  };
  const seats = view.table.map((powers, seat): [string, string] => [powerNames(boardMap, powers), who(seat)]);
  const neutral = view.neutral;
  const unplayed = view.unplayed.filter((power) => power !== neutral?.power);
  const notes: string[] = [];
  if (unplayed.length > 0)
    notes.push(t('agreed.unplayed', { n: unplayed.length, powers: powerNames(boardMap, unplayed) }));
  if (neutral !== null) {
    const power = powerNames(boardMap, [neutral.power]);
    notes.push(
      neutral.winner === null
        ? t('agreed.neutral', { power, year: String(neutral.toss_year), next: String(neutral.toss_year + 1) })
        : t('agreed.neutral_won', {
            power,
            who: powerNames(boardMap, view.table[neutral.winner] ?? []),
            next: String(neutral.toss_year + 1),
          }),
    );
  }
  return { seats, notes };
}

// Names of seats, powers, units and phases in the reader's language.

import { coastOf, powerName, provinceOf, type BoardMap } from '../board/board-map';
import { formatList, t, tDynamic, type Key } from '../lib/i18n.svelte';
import type { GameView, OccupantView, SeatView, UnitKindKey } from '../lib/wire';
import { partLetter, phaseOfKey } from './phase';

export const coastName = (key: string): string => t(`coast.${key}` as Key);
/** "St Petersburg", or with its coast: "St Petersburg (south coast)". */
export function placeName(boardMap: BoardMap, place: string): string {
  const name = boardMap.asset.provinces[provinceOf(place)]?.name ?? place;
  const coast = coastOf(place);
  return coast === null ? name : `${name} (${coastName(coast)})`;
}

export const unitKindName = (key: UnitKindKey): string => tDynamic('unit', key);

/** "Army Paris" as a heading, not as part of a sentence. */
export const unitName = (boardMap: BoardMap, unit: { kind: UnitKindKey; at: string }): string =>
  t('unit.at', { unit: unitKindName(unit.kind), place: placeName(boardMap, unit.at) });

export const powerNames = (boardMap: BoardMap, powers: readonly string[]): string =>
  formatList(powers.map((power) => powerName(boardMap, power)));

export function seatName(boardMap: BoardMap | null, view: GameView, seat: number): string {
  const powers = view.seats[seat]?.powers ?? view.table[seat];
  if (!boardMap || !powers || powers.length === 0) return t('seat.number', { n: seat + 1 });
  return powerNames(boardMap, powers);
}

export function occupantName(who: OccupantView): string {
  switch (who.is) {
    case 'person':
      return who.name ?? t('seat.somebody');
    case 'bot':
      return who.stands_in
        ? t('seat.stand_in', { bot: botName(who.bot) })
        : t('seat.bot', { bot: botName(who.bot) });
    case 'nobody':
      return t('seat.nobody');
    default:
      return who satisfies never;
  }
}

/** A bot without a name in the texts is called by its key. */
export function botName(bot: string): string {
  const name = tDynamic('bot', bot);
  return name === `bot.${bot}` ? bot : name;
}

/** "Spring 1901, moves" from `S1901M`. */
export function phaseName(phase: string): string {
  const { season, year } = phaseOfKey(phase);
  return t('phase.name', {
    season: tDynamic('season', season),
    year,
    part: tDynamic('part', partLetter(phase)),
  });
}

export function isOwnSeat(view: GameView, seat: SeatView | number): boolean {
  return view.viewer.seat !== null && view.viewer.seat === (typeof seat === 'number' ? seat : seat.seat);
}

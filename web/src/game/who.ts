// Names of seats, powers, units and phases in the reader's language.

import { placeName, powerName, type Chart } from '../board/asset';
import { list, t, tk, type Key } from '../lib/i18n.svelte';
import type { GameView, OccupantView, SeatView, UnitKindKey } from '../lib/wire';
import { clashes, type Sheet } from './sheet';

export const coast = (key: string): string => t(`coast.${key}` as Key);
export const place = (chart: Chart, key: string): string => placeName(chart, key, coast);
export const kind = (key: UnitKindKey): string => tk('unit', key);

/** "Army Paris" as a heading, not as part of a sentence. */
export const unitName = (chart: Chart, unit: { kind: UnitKindKey; at: string }): string =>
  t('unit.at', { unit: kind(unit.kind), place: place(chart, unit.at) });

/** Own units that are ordered to one place, as a question; nothing if there are none. */
export function clashText(chart: Chart, sheet: Sheet, units: readonly { kind: UnitKindKey; place: string; at: string }[]): string {
  const name = (at: string) => {
    const unit = units.find((unit) => unit.at === at);
    return unit ? unitName(chart, { kind: unit.kind, at: unit.place }) : place(chart, at);
  };
  return clashes(sheet)
    .map(({ to, from }) => t('sheet.same_place', { place: place(chart, to), units: list(from.map(name)) }))
    .join(' ');
}

export const powersOf = (chart: Chart, powers: readonly string[]): string => list(powers.map((power) => powerName(chart, power)));

export function seatName(chart: Chart | null, view: GameView, seat: number): string {
  const powers = view.seats[seat]?.powers ?? view.table[seat];
  if (!chart || !powers || powers.length === 0) return t('seat.number', { n: seat + 1 });
  return powersOf(chart, powers);
}

export function occupant(who: OccupantView): string {
  switch (who.is) {
    case 'person':
      return who.name ?? t('seat.somebody');
    case 'bot':
      return who.stands_in ? t('seat.stand_in', { bot: botName(who.bot) }) : t('seat.bot', { bot: botName(who.bot) });
    case 'nobody':
      return t('seat.nobody');
    default:
      return who satisfies never;
  }
}

/** Bots that have no name in the texts are called by their key. */
export function botName(bot: string): string {
  const name = tk('bot', bot);
  return name === `bot.${bot}` ? bot : name;
}

/** "Spring 1901, moves" from `S1901M`. */
export function phaseName(phase: string): string {
  const season = phase.slice(0, 1).toLowerCase();
  const part = phase.slice(-1).toLowerCase();
  return t('phase.name', { season: tk('season', season), year: phase.slice(1, -1), part: tk('part', part) });
}

export function isSelf(view: GameView, seat: SeatView | number): boolean {
  return view.viewer.seat !== null && view.viewer.seat === (typeof seat === 'number' ? seat : seat.seat);
}

/** Seats that somebody offers. To whom is not public: others who try are told that it is not free. */
export function offeredSeats(view: GameView): Set<number> {
  const offered = new Set<number>();
  for (const entry of view.log) {
    if (entry.notice === 'offered') offered.add(entry.seat);
    else if (entry.notice === 'taken' || entry.notice === 'left' || entry.notice === 'vacated' || entry.notice === 'replaced') offered.delete(entry.seat);
  }
  return offered;
}

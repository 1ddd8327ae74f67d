// The orders that a player writes: one list for map, menus and text. Pure.

import { coastOf, provinceOf, type BoardMap } from '../board/board-map';
import type { AdjustmentOptions, OrderEntry, OptionsView, PositionView, UnitKindKey } from '../lib/wire';
import { phaseKindOf } from './phase';

/** Key: the province of the unit or of the build; for waived builds the power and a number. */
export type OrderSheet = ReadonlyMap<string, OrderEntry>;

export const EMPTY_SHEET: OrderSheet = new Map();

export function sheetKey(deed: OrderEntry): string {
  return deed.order === 'waive' ? `waive ${deed.power}` : provinceOf(deed.at);
}

export function sheetOf(deeds: readonly OrderEntry[]): OrderSheet {
  const sheet = new Map<string, OrderEntry>();
  for (const deed of deeds) {
    let key = sheetKey(deed);
    for (let n = 2; deed.order === 'waive' && sheet.has(key); n++) key = `waive ${deed.power} ${n}`;
    sheet.set(key, deed);
  }
  return sheet;
}

export function withOrder(sheet: OrderSheet, deed: OrderEntry): OrderSheet {
  return sheetOf([
    ...[...sheet.values()].filter((other) => deed.order === 'waive' || sheetKey(other) !== sheetKey(deed)),
    deed,
  ]);
}

export function withoutOrder(sheet: OrderSheet, key: string): OrderSheet {
  return new Map([...sheet].filter(([other]) => other !== key));
}

/** The same text for the same order, whatever the order of its fields. */
export function canonicalText(deed: OrderEntry): string {
  return JSON.stringify(Object.entries(deed).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function isSameSheet(a: OrderSheet, b: OrderSheet): boolean {
  const texts = (sheet: OrderSheet) => [...sheet.values()].map(canonicalText).sort().join();
  return a.size === b.size && texts(a) === texts(b);
}

/** Whether there is anything to order in this phase. */
export function needsOrders(options: OptionsView): boolean {
  return options.units.length > 0 || options.adjustments.some((one) => one.owed !== 0);
}

/** Units without an order, by province. */
export function unitsWithoutOrders(sheet: OrderSheet, options: OptionsView): string[] {
  return options.units.map((unit) => unit.at).filter((at) => !sheet.has(at));
}

/** How many builds or removals a power has ordered, and how many it may order. */
export function adjustmentCount(
  sheet: OrderSheet,
  options: AdjustmentOptions,
): { written: number; max: number } {
  const own = [...sheet.values()].filter((deed) => {
    if (deed.order === 'build' || deed.order === 'waive') return deed.power === options.power;
    return deed.order === 'remove' && options.removals.includes(deed.at);
  });
  return { written: own.length, max: options.owed < 0 ? -options.owed : options.builds };
}

/** Whether an order is among the options. A stored draft may be older than the position. */
export function isPossible(deed: OrderEntry, options: OptionsView): boolean {
  const unit = 'at' in deed ? options.units.find((unit) => unit.at === provinceOf(deed.at)) : undefined;
  switch (deed.order) {
    case 'hold':
      return unit !== undefined && phaseKindOf(options.phase) === 'movement';
    case 'move':
      return unit !== undefined && [...unit.moves, ...unit.by_convoy].some((to) => matchesPlace(to, deed.to));
    case 'support_hold':
      return unit?.supports[deed.of]?.includes(deed.of) === true;
    case 'support_move':
      return unit?.supports[deed.from]?.some((to) => matchesPlace(to, deed.to)) === true;
    case 'convoy':
      return unit?.convoys[deed.from]?.includes(provinceOf(deed.to)) === true;
    case 'retreat':
      return unit?.retreats.some((to) => matchesPlace(to, deed.to)) === true;
    case 'disband':
      return unit !== undefined && phaseKindOf(options.phase) === 'retreats';
    case 'build':
      return options.adjustments.some(
        (one) =>
          one.power === deed.power && (deed.kind === 'army' ? one.armies : one.fleets).includes(deed.at),
      );
    case 'remove':
      return options.adjustments.some((one) => one.removals.includes(deed.at));
    case 'waive':
      return options.adjustments.some((one) => one.power === deed.power && one.builds > 0);
    default:
      return deed satisfies never;
  }
}

const matchesPlace = (option: string, written: string) =>
  option === written ||
  (coastOf(written) === null && provinceOf(option) === written) ||
  provinceOf(written) === option;

/** An order in symbols, until the server's sentence arrives. */
export function orderSymbols(deed: OrderEntry, boardMap: BoardMap, position: PositionView | null): string {
  const short = (place: string) => {
    const coast = coastOf(place);
    return (
      (boardMap.asset.provinces[provinceOf(place)]?.short ?? place) + (coast === null ? '' : `/${coast}`)
    );
  };
  const letter = (kind: UnitKindKey | undefined) => (kind === 'fleet' ? '⛵' : kind === 'army' ? '●' : '');
  const unit = (province: string) => {
    const all = position ? [...position.dislodged, ...position.units] : [];
    const found = all.find((unit) => provinceOf(unit.at) === province);
    return `${letter(found?.kind)} ${short(found?.at ?? province)}`.trim();
  };
  switch (deed.order) {
    case 'hold':
      return `${unit(deed.at)} ■`;
    case 'move':
      return `${unit(deed.at)} → ${short(deed.to)}`;
    case 'support_hold':
      return `${unit(deed.at)} + ${unit(deed.of)}`;
    case 'support_move':
      return `${unit(deed.at)} + ${unit(deed.from)} → ${short(deed.to)}`;
    case 'convoy':
      return `${unit(deed.at)} ≈ ${unit(deed.from)} → ${short(deed.to)}`;
    case 'retreat':
      return `${unit(deed.at)} ⇢ ${short(deed.to)}`;
    case 'disband':
    case 'remove':
      return `− ${unit(deed.at)}`;
    case 'build':
      return `+ ${letter(deed.kind)} ${short(deed.at)}`;
    case 'waive':
      return `+ 0`;
    default:
      return deed satisfies never;
  }
}

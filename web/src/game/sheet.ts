// The orders that somebody is writing: one list, however they are written.

import { coastOf, provinceOf, type Chart } from '../board/asset';
import type { AdjustmentOptions, Deed, OptionsView, PositionView, UnitKindKey } from '../lib/wire';

/** By the province of the unit; builds by their site, waived builds by power and number. */
export type Sheet = ReadonlyMap<string, Deed>;
export type Kind = 'movement' | 'retreats' | 'adjustments';

export const EMPTY: Sheet = new Map();

/** What is played in a phase such as `S1901M`. */
export function kindOf(phase: string): Kind {
  if (phase.endsWith('R')) return 'retreats';
  return phase.endsWith('A') ? 'adjustments' : 'movement';
}

export function keyOf(deed: Deed): string {
  return deed.order === 'waive' ? `waive ${deed.power}` : provinceOf(deed.at);
}

export function sheetOf(deeds: readonly Deed[]): Sheet {
  const sheet = new Map<string, Deed>();
  for (const deed of deeds) {
    let key = keyOf(deed);
    for (let n = 2; deed.order === 'waive' && sheet.has(key); n++) key = `waive ${deed.power} ${n}`;
    sheet.set(key, deed);
  }
  return sheet;
}

export function withDeed(sheet: Sheet, deed: Deed): Sheet {
  return sheetOf([...[...sheet.values()].filter((other) => deed.order === 'waive' || keyOf(other) !== keyOf(deed)), deed]);
}

export function without(sheet: Sheet, key: string): Sheet {
  return new Map([...sheet].filter(([other]) => other !== key));
}

/** Stable, so that two writings of one deed are the same. */
export function name(deed: Deed): string {
  return JSON.stringify(Object.entries(deed).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function isSame(a: Sheet, b: Sheet): boolean {
  const names = (sheet: Sheet) => [...sheet.values()].map(name).sort().join();
  return a.size === b.size && names(a) === names(b);
}

/** Whether there is anything to order in this phase. */
export function isAsked(options: OptionsView): boolean {
  return options.units.length > 0 || options.adjustments.some((one) => one.owed !== 0);
}

/** Units that still need an order: by province. */
export function withoutOrders(sheet: Sheet, options: OptionsView): string[] {
  return options.units.map((unit) => unit.at).filter((at) => !sheet.has(at));
}

/** Own units that are ordered to one place: worth a question, though it may be meant. */
export function clashes(sheet: Sheet): { to: string; from: string[] }[] {
  const goals = new Map<string, string[]>();
  for (const deed of sheet.values()) {
    if (deed.order !== 'move' && deed.order !== 'retreat') continue;
    const to = provinceOf(deed.to);
    goals.set(to, [...(goals.get(to) ?? []), provinceOf(deed.at)]);
  }
  return [...goals].flatMap(([to, from]) => (from.length > 1 ? [{ to, from }] : []));
}

/** What a power has written of what it may or must do after a year. */
export function account(sheet: Sheet, options: AdjustmentOptions): { written: number; most: number } {
  const own = [...sheet.values()].filter((deed) => {
    if (deed.order === 'build' || deed.order === 'waive') return deed.power === options.power;
    return deed.order === 'remove' && options.removals.includes(deed.at);
  });
  return { written: own.length, most: options.owed < 0 ? -options.owed : options.builds };
}

/** Whether a deed is among the options. A stored note may be older than the position. */
export function isPossible(deed: Deed, options: OptionsView): boolean {
  const unit = 'at' in deed ? options.units.find((unit) => unit.at === provinceOf(deed.at)) : undefined;
  switch (deed.order) {
    case 'hold':
      return unit !== undefined && kindOf(options.phase) === 'movement';
    case 'move':
      return unit !== undefined && [...unit.moves, ...unit.by_convoy].some((to) => fits(to, deed.to));
    case 'support_hold':
      return unit?.supports[deed.of]?.includes(deed.of) === true;
    case 'support_move':
      return unit?.supports[deed.from]?.some((to) => fits(to, deed.to)) === true;
    case 'convoy':
      return unit?.convoys[deed.from]?.includes(provinceOf(deed.to)) === true;
    case 'retreat':
      return unit?.retreats.some((to) => fits(to, deed.to)) === true;
    case 'disband':
      return unit !== undefined && kindOf(options.phase) === 'retreats';
    case 'build':
      return options.adjustments.some((one) => one.power === deed.power && (deed.kind === 'army' ? one.armies : one.fleets).includes(deed.at));
    case 'remove':
      return options.adjustments.some((one) => one.removals.includes(deed.at));
    case 'waive':
      return options.adjustments.some((one) => one.power === deed.power && one.builds > 0);
    default:
      return deed satisfies never;
  }
}

const fits = (option: string, written: string) => option === written || (coastOf(written) === null && provinceOf(option) === written) || provinceOf(written) === option;

/** An order in signs, until the server's sentence has come. */
export function symbols(deed: Deed, chart: Chart, position: PositionView | null): string {
  const short = (place: string) => {
    const coast = coastOf(place);
    return (chart.asset.provinces[provinceOf(place)]?.short ?? place) + (coast === null ? '' : `/${coast}`);
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

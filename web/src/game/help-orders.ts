// Orders that help another unit: which are possible, which are likely, which a tap on the map gives. Pure.

import { provinceOf } from '../board/board-map';
import type { OptionsView, OrderEntry, UnitOptions } from '../lib/wire';
import type { OrderSheet } from './order-sheet';

export type HelpKind = 'support' | 'convoy';

/** What taps are judged by: the legal orders, those that are written, and the map. */
export type TapContext = {
  options: OptionsView;
  sheet: OrderSheet;
  isSea: (province: string) => boolean;
  isNeighbour: (province: string, other: string) => boolean;
  /** The menu must leave room for the map: what a tap there gives is not listed. */
  isNarrow: boolean;
};

/** So many destinations of a helped unit are offered at once; more are chosen on the map. */
const MAX_OFFERED = 4;
const MAX_OFFERED_NARROW = 2;

export const unitAt = (options: OptionsView, at: string): UnitOptions | undefined =>
  options.units.find((unit) => unit.at === at);

/** Whether the own unit in a province is ordered to another one. */
export function isLeaving(province: string, sheet: OrderSheet): boolean {
  const deed = sheet.get(province);
  return deed?.order === 'move' && provinceOf(deed.to) !== province;
}

export const helpOptions = (unit: UnitOptions, help: HelpKind) =>
  help === 'support' ? unit.supports : unit.convoys;

/**
 * Where a helped unit may go. If it can go to two coasts of a province, the province without a coast comes
 * first: such a support helps to either coast.
 */
export function helpDestinations(unit: UnitOptions, help: HelpKind, from: string): string[] {
  const places = [...new Set(helpOptions(unit, help)[from] ?? [])];
  const coasts = (province: string) =>
    places.filter((place) => place !== province && provinceOf(place) === province);
  return [
    ...new Set(
      places.flatMap((place) =>
        coasts(provinceOf(place)).length > 1 ? [provinceOf(place), place] : [place],
      ),
    ),
  ];
}

/** The help that a destination on the map means. The province comes before its coasts: it is never asked. */
export function helpTo(
  unit: UnitOptions,
  help: HelpKind,
  from: string,
  province: string,
): OrderEntry | undefined {
  const to = helpDestinations(unit, help, from).find((place) => provinceOf(place) === province);
  return to === undefined ? undefined : helpOrder(unit.at, help, from, to);
}

export function helpOrder(at: string, help: HelpKind, from: string, to: string): OrderEntry {
  if (help === 'convoy') return { order: 'convoy', at, from, to: provinceOf(to) };
  return to === from ? { order: 'support_hold', at, of: from } : { order: 'support_move', at, from, to };
}

/** Where the own unit in a province is ordered to go, if this unit can help it there. */
export function plannedDestination(
  unit: UnitOptions,
  help: HelpKind,
  from: string,
  sheet: OrderSheet,
): string | undefined {
  const deed = sheet.get(from);
  const places = helpDestinations(unit, help, from);
  if (deed?.order !== 'move')
    return help === 'support' && deed ? places.find((place) => place === from) : undefined;
  return (
    places.find((place) => place === deed.to) ??
    places.find((place) => provinceOf(place) === provinceOf(deed.to))
  );
}

/** Whether the unit in a province can go to another one without a convoy. */
function canStep(from: string, to: string, { options, isNeighbour }: TapContext): boolean {
  const own = unitAt(options, from);
  return own ? own.moves.some((place) => provinceOf(place) === to) : isNeighbour(from, to);
}

/**
 * The help to each province that a tap there means, likeliest first, after the helping unit and the helped one
 * were tapped. A tap on another own unit picks that unit, unless it is ordered away. A tap on a neighbour of an
 * own unit moves that unit, unless it is ordered there.
 */
export function helpByTap(unit: UnitOptions, from: string, context: TapContext): Map<string, OrderEntry[]> {
  const { options, sheet } = context;
  const goals = new Map<string, OrderEntry[]>();
  const isOwn = unitAt(options, from) !== undefined;
  const planned = sheet.get(from);
  for (const place of [
    ...helpDestinations(unit, 'convoy', from),
    ...helpDestinations(unit, 'support', from),
  ]) {
    const to = provinceOf(place);
    if (goals.has(to) || to === from || (unitAt(options, to) && !isLeaving(to, sheet))) continue;
    const isNear = canStep(from, to, context);
    const isPlanned = planned?.order === 'move' && provinceOf(planned.to) === to;
    if (isOwn && isNear && !isPlanned) continue;
    const isByLand = isNear && !(isPlanned && planned.by_convoy);
    const kinds: HelpKind[] = isByLand ? ['support', 'convoy'] : ['convoy', 'support'];
    const orders = kinds.flatMap((help) => helpTo(unit, help, from, to) ?? []);
    // An own army over sea that this unit cannot carry: the army itself is meant.
    if (isOwn && !isPlanned && orders[0]?.order !== 'convoy') continue;
    goals.set(to, orders);
  }
  return goals;
}

/**
 * The ways to help the unit in a province that a menu lists, and whether there are more. What that unit is
 * ordered to do comes first. If there are too many, those that a tap on the map gives are left out.
 */
export function listedHelp(
  unit: UnitOptions,
  help: HelpKind,
  from: string,
  context: TapContext,
): { orders: OrderEntry[]; hasMore: boolean } {
  const places = helpDestinations(unit, help, from);
  const known = plannedDestination(unit, help, from, context.sheet);
  const rank = (place: string) => (place === known ? 0 : place === from ? 1 : 2);
  const isCoast = (place: string) => place !== provinceOf(place) && places.includes(provinceOf(place));
  const sorted = places.filter((place) => !isCoast(place)).sort((a, b) => rank(a) - rank(b));
  const max = context.isNarrow ? MAX_OFFERED_NARROW : MAX_OFFERED;
  const byTap = sorted.length > max ? helpByTap(unit, from, context) : null;
  const isByTap = (place: string) => {
    const [likely] = byTap?.get(provinceOf(place)) ?? [];
    return likely !== undefined && (likely.order === 'convoy') === (help === 'convoy');
  };
  const likely = sorted.filter((place) => rank(place) < 2);
  const rest = sorted.filter((place) => rank(place) < 2 || !isByTap(place));
  const listed = byTap === null ? sorted : rest.length <= MAX_OFFERED ? rest : likely;
  return {
    orders: listed.map((to) => helpOrder(unit.at, help, from, to)),
    hasMore: sorted.length > listed.length,
  };
}

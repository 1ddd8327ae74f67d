// What contradicts itself on a sheet, each with an order that mends it. Never an obstacle. Pure.

import { provinceOf } from '../board/board-map';
import type { OptionsView, OrderEntry, UnitOptions } from '../lib/wire';
import { isPossible, type OrderSheet } from './order-sheet';
import { phaseKindOf } from './phase';

export type OrderWarning = {
  /** The province of the order that it is about. */
  at: string;
  /** The text is `warning.KIND`. */
  kind:
    | 'support_elsewhere'
    | 'support_leaves'
    | 'support_stays'
    | 'convoy_alone'
    | 'no_convoy'
    | 'same_place'
    | 'own_stays'
    | 'swap'
    | 'no_order'
    | 'no_retreat';
  /** Places that the text names. */
  places: { unit: string; from?: string; to?: string };
  /** What the button writes; the text is `mend.KIND`. */
  mend: { kind: 'hold' | 'support_that' | 'convoy' | 'keep' | 'disband'; deeds: OrderEntry[] };
};

export function orderWarnings(sheet: OrderSheet, options: OptionsView): OrderWarning[] {
  const phase = phaseKindOf(options.phase);
  if (phase === 'adjustments') return [];
  const found = options.units.flatMap((unit) => {
    const deed = sheet.get(unit.at);
    if (!deed) return [missing(unit, phase === 'retreats')];
    const warning = phase === 'movement' ? contradiction(unit, deed, sheet, options) : null;
    return warning ? [warning] : [];
  });
  return [
    ...found.filter((one) => one.kind !== 'no_order'),
    ...samePlace(sheet),
    ...found.filter((one) => one.kind === 'no_order'),
  ];
}

const hold = (at: string): OrderWarning['mend'] => ({ kind: 'hold', deeds: [{ order: 'hold', at }] });

function missing(unit: UnitOptions, isRetreat: boolean): OrderWarning {
  return isRetreat
    ? {
        at: unit.at,
        kind: 'no_retreat',
        places: { unit: unit.at },
        mend: { kind: 'disband', deeds: [{ order: 'disband', at: unit.at }] },
      }
    : { at: unit.at, kind: 'no_order', places: { unit: unit.at }, mend: hold(unit.at) };
}

function contradiction(
  unit: UnitOptions,
  deed: OrderEntry,
  sheet: OrderSheet,
  options: OptionsView,
): OrderWarning | null {
  const isOwn = (province: string) => options.units.some((one) => one.at === province);
  const goalOf = (province: string) => {
    const other = sheet.get(province);
    return other?.order === 'move' ? other.to : null;
  };
  const supportThat = (from: string): OrderWarning['mend'] => {
    const goal = goalOf(from);
    const wanted: OrderEntry =
      goal === null
        ? { order: 'support_hold', at: unit.at, of: from }
        : { order: 'support_move', at: unit.at, from, to: goal };
    return isPossible(wanted, options) ? { kind: 'support_that', deeds: [wanted] } : hold(unit.at);
  };
  const at = unit.at;
  switch (deed.order) {
    case 'support_hold': {
      const goal = goalOf(deed.of);
      if (!isOwn(deed.of) || goal === null) return null;
      return {
        at,
        kind: 'support_leaves',
        places: { unit: at, from: deed.of, to: goal },
        mend: supportThat(deed.of),
      };
    }
    case 'support_move': {
      const goal = goalOf(deed.from);
      if (!isOwn(deed.from) || !sheet.has(deed.from)) return null;
      if (goal !== null && provinceOf(goal) === provinceOf(deed.to)) return null;
      const kind = goal === null ? 'support_stays' : 'support_elsewhere';
      return {
        at,
        kind,
        places: { unit: at, from: deed.from, to: goal ?? deed.to },
        mend: supportThat(deed.from),
      };
    }
    case 'convoy': {
      const goal = goalOf(deed.from);
      if (!isOwn(deed.from) || (goal !== null && provinceOf(goal) === provinceOf(deed.to))) return null;
      return { at, kind: 'convoy_alone', places: { unit: at, from: deed.from, to: deed.to }, mend: hold(at) };
    }
    case 'move': {
      const there = provinceOf(deed.to);
      const alone = withoutConvoy(unit, deed, sheet, options);
      if (alone) return alone;
      if (!isOwn(there) || there === at) return null;
      const goal = goalOf(there);
      if (goal === null && sheet.has(there))
        return { at, kind: 'own_stays', places: { unit: at, to: there }, mend: hold(at) };
      const back = sheet.get(there);
      const isSwap = goal !== null && provinceOf(goal) === at && back?.order === 'move';
      const byConvoy = deed.by_convoy || (back?.order === 'move' && back.by_convoy);
      return isSwap && !byConvoy && at < there
        ? { at, kind: 'swap', places: { unit: at, to: there }, mend: hold(at) }
        : null;
    }
    case 'hold':
    case 'retreat':
    case 'disband':
    case 'build':
    case 'remove':
    case 'waive':
      return null;
    default:
      return deed satisfies never;
  }
}

/** An army that goes by sea, while the own fleets that could convoy it do something else. */
function withoutConvoy(
  unit: UnitOptions,
  deed: Extract<OrderEntry, { order: 'move' }>,
  sheet: OrderSheet,
  options: OptionsView,
): OrderWarning | null {
  const [at, to] = [unit.at, provinceOf(deed.to)];
  const isThere = (place: string) => provinceOf(place) === to;
  if (!deed.by_convoy && unit.moves.some(isThere)) return null;
  const fleets = options.units.filter((one) => one.convoys[at]?.some(isThere));
  const isConvoyed = fleets.some((fleet) => {
    const order = sheet.get(fleet.at);
    return order?.order === 'convoy' && order.from === at && isThere(order.to);
  });
  const [only, ...others] = fleets;
  if (!only || isConvoyed) return null;
  // Several fleets may be parts of one way or several ways: the player knows which.
  const mend: OrderWarning['mend'] =
    others.length === 0
      ? { kind: 'convoy', deeds: [{ order: 'convoy', at: only.at, from: at, to }] }
      : hold(at);
  return { at, kind: 'no_convoy', places: { unit: at, to }, mend };
}

/** Own units that are ordered to the same place. */
function samePlace(sheet: OrderSheet): OrderWarning[] {
  const byGoal = new Map<string, string[]>();
  for (const deed of sheet.values()) {
    if (deed.order !== 'move' && deed.order !== 'retreat') continue;
    const to = provinceOf(deed.to);
    byGoal.set(to, [...(byGoal.get(to) ?? []), provinceOf(deed.at)]);
  }
  return [...byGoal].flatMap(([to, from]): OrderWarning[] => {
    const [first, ...others] = from;
    if (first === undefined || others.length === 0) return [];
    const isRetreat = sheet.get(first)?.order === 'retreat';
    return [
      {
        at: others[0]!,
        kind: 'same_place',
        places: { unit: first, to },
        mend: {
          kind: 'keep',
          deeds: others.map((at) => (isRetreat ? { order: 'disband', at } : { order: 'hold', at })),
        },
      },
    ];
  });
}

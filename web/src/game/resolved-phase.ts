// A resolved phase, prepared for drawing and animation.

import { pointAlong } from '../board/arrow-path';
import { dislodgedPoint, provinceOf, unitPoint, type BoardMap } from '../board/board-map';
import { interpolate, type Point } from '../board/curve';
import { drawnUnitsOf, type DrawnUnit } from '../board/drawn-units';
import { movePath, type DrawnOrder } from '../board/order-marks';
import type { OrderEntry, RecordView, RulingView, UnitView } from '../lib/wire';

export function drawnOrders(record: RecordView): DrawnOrder[] {
  const result = (outcome: string): DrawnOrder['outcome'] => (outcome === 'succeeds' ? 'succeeds' : 'fails');
  const ruled = record.ruled.map((one): DrawnOrder => ({
    deed: one.deed,
    power: one.power,
    kind: one.kind,
    place: one.at,
    outcome: result(one.outcome),
    dislodged: one.dislodged_from !== null,
  }));
  const adjusted = record.adjustments.flatMap((one): DrawnOrder[] => {
    if (!('at' in one.deed)) return [];
    const at = one.deed.at;
    const standing = record.before.units.find((unit) => provinceOf(unit.at) === provinceOf(at));
    const kind = one.deed.order === 'build' ? one.deed.kind : (standing?.kind ?? 'army');
    const place = one.deed.order === 'build' ? at : (standing?.at ?? at);
    return [
      { deed: one.deed, power: one.power, kind, place, outcome: result(one.outcome), dislodged: false },
    ];
  });
  return [...ruled, ...adjusted];
}

/** Powers in the order in which their orders are read out. */
export function powersInReadingOrder(record: RecordView): string[] {
  return [
    ...new Set([
      ...record.ruled.filter((one) => one.deed !== null).map((one) => one.power),
      ...record.adjustments.map((one) => one.power),
    ]),
  ];
}

/** The units during the moves: `progress` goes from 0 (before) to 1 (after). */
export function animatedUnits(boardMap: BoardMap, record: RecordView, progress: number): DrawnUnit[] {
  if (progress >= 1) return drawnUnitsOf(boardMap, record.after);
  if (progress <= 0) return drawnUnitsOf(boardMap, record.before);
  return unitsMovedBy(boardMap, record, () => progress);
}

/** The units while they move one after the other: how far the one has come that was in a province. */
export function unitsMovedBy(
  boardMap: BoardMap,
  record: RecordView,
  progressOf: (province: string) => number,
): DrawnUnit[] {
  const units = drawnUnitsOf(boardMap, record.before);
  const orders = new Map(drawnOrders(record).map((entry) => [provinceOf(entry.place), entry]));
  const eased = (progress: number) => progress * progress * (3 - 2 * progress);
  const isRetreatPhase = record.before.dislodged.length > 0;
  const movedUnits = units.map((unit): DrawnUnit => {
    const one = record.ruled.find(
      (one) => one.power === unit.power && isUnitOf(one, unit.key) && (!isRetreatPhase || unit.dislodged),
    );
    const progress = progressOf(unit.province);
    if (!one || progress <= 0) return unit;
    return { ...unit, at: animatedPoint(boardMap, record, orders, one, unit, eased(progress)) };
  });
  const removed = new Set(
    record.adjustments.flatMap((one) =>
      one.deed.order === 'remove' && one.outcome === 'succeeds' ? [provinceOf(one.deed.at)] : [],
    ),
  );
  const built: UnitView[] = record.adjustments.flatMap((one) =>
    one.deed.order === 'build' && one.outcome === 'succeeds'
      ? [{ power: one.power, kind: one.deed.kind, at: one.deed.at }]
      : [],
  );
  const builtUnits = drawnUnitsOf(boardMap, { ...record.after, units: built, dislodged: [] }).flatMap(
    (unit) => (progressOf(unit.province) <= 0 ? [] : [{ ...unit, ghost: progressOf(unit.province) < 1 }]),
  );
  const standing = movedUnits.flatMap((unit) => {
    const progress = removed.has(unit.province) ? progressOf(unit.province) : 0;
    return progress >= 1 ? [] : [progress <= 0 ? unit : { ...unit, ghost: true }];
  });
  return [...standing, ...builtUnits];
}

const isUnitOf = (one: RulingView, key: string) => key.split(' ')[2] === one.at;

function animatedPoint(
  boardMap: BoardMap,
  record: RecordView,
  orders: Map<string, DrawnOrder>,
  one: RulingView,
  unit: DrawnUnit,
  progress: number,
): Point {
  const entry = orders.get(provinceOf(one.at));
  if (one.deed?.order === 'retreat') {
    return one.outcome === 'succeeds'
      ? interpolate(dislodgedPoint(boardMap, one.at), unitPoint(boardMap, one.deed.to), progress)
      : unit.at;
  }
  if (one.deed?.order === 'move' && entry) {
    // Most units have arrived or not yet left, in each frame of a long reveal.
    if (progress >= 1 && one.outcome === 'succeeds') return unitPoint(boardMap, arrivalPlace(record, one));
    if (progress >= 1 && one.dislodged_from === null) return unit.at;
    const { path } = movePath(boardMap, record.before, orders, entry, one.deed.to);
    const fullPath = [...path, unitPoint(boardMap, arrivalPlace(record, one))];
    if (one.outcome === 'succeeds') return pointAlong(fullPath, progress);
    // A unit whose move fails goes a short way and comes back.
    const bounce = pointAlong(fullPath, Math.sin(progress * Math.PI) * 0.4);
    return one.dislodged_from === null
      ? bounce
      : interpolate(bounce, dislodgedPoint(boardMap, one.at), progress);
  }
  return one.dislodged_from === null
    ? unit.at
    : interpolate(unit.at, dislodgedPoint(boardMap, one.at), progress);
}

/** The place with the coast at which a fleet arrived, if its order named no coast. */
function arrivalPlace(record: RecordView, one: RulingView): string {
  const to = one.deed?.order === 'move' ? one.deed.to : one.at;
  const unit = record.after.units.find(
    (unit) => unit.power === one.power && provinceOf(unit.at) === provinceOf(to),
  );
  return unit?.at ?? to;
}

/** Provinces that explain the result of an order. */
export function involvedProvinces(record: RecordView, one: RulingView): Set<string> {
  const out = new Set<string>([provinceOf(one.at)]);
  const add = (place: string | null | undefined) => place && out.add(provinceOf(place));
  add(one.cause);
  add(one.dislodged_from);
  for (const place of orderPlaces(one.deed)) add(place);
  // Units that support the order, who cut such a support, and units that support whatever stopped it.
  const movers = new Set([
    provinceOf(one.at),
    one.cause ? provinceOf(one.cause) : '',
    one.dislodged_from ? provinceOf(one.dislodged_from) : '',
  ]);
  for (const other of record.ruled) {
    const deed = other.deed;
    const isSupport =
      (deed?.order === 'support_move' && movers.has(deed.from)) ||
      (deed?.order === 'support_hold' && movers.has(deed.of));
    if (isSupport) {
      add(other.at);
      add(other.cause);
    }
    if (deed?.order === 'convoy' && movers.has(deed.from)) add(other.at);
    if (
      deed?.order === 'move' &&
      one.deed?.order === 'move' &&
      provinceOf(deed.to) === provinceOf(one.deed.to)
    )
      add(other.at);
  }
  return out;
}

export function orderPlaces(deed: OrderEntry | null): string[] {
  if (deed === null) return [];
  switch (deed.order) {
    case 'move':
    case 'retreat':
      return [deed.at, deed.to];
    case 'support_hold':
      return [deed.at, deed.of];
    case 'support_move':
    case 'convoy':
      return [deed.at, deed.from, deed.to];
    case 'hold':
    case 'disband':
    case 'build':
    case 'remove':
      return [deed.at];
    case 'waive':
      return [];
    default:
      return deed satisfies never;
  }
}

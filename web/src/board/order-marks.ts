// Orders and their results as shapes, as in the pictures that the server draws. The shape says the same as
// the colour: hollow arrow heads fail, bursts are dislodged units, dotted lines with a ring are supports,
// waves are convoys.

import type { OrderEntry, PositionView, UnitKindKey } from '../lib/wire';
import { curvedPath, pathAroundUnits, pointAlong, smoothPath, type ArrowPath } from './arrow-path';
import { borderCrossing, dislodgedPoint, provinceOf, unitPoint, type BoardMap } from './board-map';
import { distance, type Point } from './curve';

/** An order to draw. */
export type DrawnOrder = {
  /** Null: no order was given. */
  deed: OrderEntry | null;
  power: string;
  kind: UnitKindKey;
  /** Where the unit stands. */
  place: string;
  /** `open` before the results are shown. */
  outcome: 'open' | 'succeeds' | 'fails';
  dislodged: boolean;
};

type MarkSource = { key: string; power: string };
/** A line from unit to unit; the drawing shortens it by the size of the pieces. */
export type OrderMark =
  | (MarkSource & {
      mark: 'move';
      path: ArrowPath;
      style: 'plain' | 'convoy' | 'retreat';
      /** Whether a unit stands at its end. */
      endsAtUnit: boolean;
      failed: boolean;
    })
  | (MarkSource & { mark: 'support'; path: ArrowPath; endsAtUnit: boolean; failed: boolean })
  | (MarkSource & { mark: 'hold' | 'wave' | 'burst' | 'cross' | 'plus' | 'minus'; at: Point });

/** Where supports join the arrow that they support, and where a failed arrow has its cross. */
const SUPPORT_JOINS = 0.56;

/** Points along the line of a mark, for names that make room. */
export function markPoints(mark: OrderMark): Point[] {
  return mark.mark === 'move' || mark.mark === 'support' ? mark.path : [];
}

export function orderMarks(
  boardMap: BoardMap,
  position: PositionView,
  drawn: DrawnOrder[],
  onlyPower: string | null = null,
): OrderMark[] {
  const units = position.units.map((unit) => unitPoint(boardMap, unit.at));
  const byProvince = new Map(drawn.map((entry) => [provinceOf(entry.place), entry]));
  const supports: OrderMark[] = [];
  const moves: OrderMark[] = [];
  const symbols: OrderMark[] = [];
  for (const entry of drawn) {
    const { deed, power } = entry;
    const key = provinceOf(entry.place);
    const source = { key, power };
    const here = unitPoint(boardMap, entry.place);
    const failed = entry.outcome === 'fails';
    if (entry.dislodged) symbols.push({ ...source, mark: 'burst', at: here });
    if (deed === null || (onlyPower !== null && onlyPower !== power)) continue;
    switch (deed.order) {
      case 'hold':
        symbols.push({ ...source, mark: 'hold', at: here });
        break;
      case 'move': {
        const { path, byConvoy } = movePath(boardMap, position, byProvince, entry, deed.to);
        moves.push({
          ...source,
          mark: 'move',
          path,
          style: byConvoy ? 'convoy' : 'plain',
          endsAtUnit: hasUnit(position, deed.to),
          failed,
        });
        break;
      }
      case 'support_hold': {
        const there = unitPointIn(boardMap, position, deed.of);
        const path = pathAroundUnits(here, there, units);
        supports.push({ ...source, mark: 'support', path, endsAtUnit: true, failed });
        break;
      }
      case 'support_move': {
        const helped = byProvince.get(deed.from);
        const isHelpedMoving =
          helped?.deed?.order === 'move' && provinceOf(helped.deed.to) === provinceOf(deed.to);
        const helpedPath =
          helped && isHelpedMoving
            ? movePath(boardMap, position, byProvince, helped, deed.to).path
            : pathAroundUnits(
                unitPointIn(boardMap, position, deed.from),
                unitPoint(boardMap, deed.to),
                units,
              );
        const path = pathAroundUnits(here, pointAlong(helpedPath, SUPPORT_JOINS), units);
        supports.push({ ...source, mark: 'support', path, endsAtUnit: false, failed });
        break;
      }
      case 'convoy':
        symbols.push({ ...source, mark: 'wave', at: here });
        if (failed) symbols.push({ ...source, mark: 'cross', at: here });
        break;
      case 'retreat': {
        const from = dislodgedPoint(boardMap, entry.place);
        const path = pathAroundUnits(from, unitPoint(boardMap, deed.to), units);
        moves.push({ ...source, mark: 'move', path, style: 'retreat', endsAtUnit: false, failed });
        break;
      }
      case 'disband':
        symbols.push({
          ...source,
          mark: 'minus',
          at: dislodgedPoint(boardMap, entry.place),
        });
        break;
      case 'build':
        symbols.push({ ...source, mark: failed ? 'cross' : 'plus', at: here });
        break;
      case 'remove':
        symbols.push({ ...source, mark: 'minus', at: here });
        break;
      case 'waive':
        break;
      default:
        deed satisfies never;
    }
  }
  // The end of a support lies on the arrow of the move that it supports.
  return [
    ...symbols.filter((mark) => mark.mark === 'hold' || mark.mark === 'wave'),
    ...moves,
    ...supports,
    ...symbols.filter((mark) => mark.mark !== 'hold' && mark.mark !== 'wave'),
  ];
}

const hasUnit = (position: PositionView, place: string) =>
  position.units.some((unit) => provinceOf(unit.at) === provinceOf(place));

function unitPointIn(boardMap: BoardMap, position: PositionView, province: string): Point {
  const unit = position.units.find((unit) => provinceOf(unit.at) === province);
  return unitPoint(boardMap, unit?.at ?? province);
}

/** The path of a move order: through the fleets if the army is convoyed. */
export function movePath(
  boardMap: BoardMap,
  position: PositionView,
  orders: Map<string, DrawnOrder>,
  entry: DrawnOrder,
  to: string,
): { path: ArrowPath; byConvoy: boolean } {
  const units = position.units.map((unit) => unitPoint(boardMap, unit.at));
  const [from, goal] = [provinceOf(entry.place), provinceOf(to)];
  const [here, there] = [unitPoint(boardMap, entry.place), unitPoint(boardMap, to)];
  const chain = entry.kind === 'army' ? convoyChain(boardMap, orders, entry, goal) : [];
  if (chain.length > 0) {
    const points = [here];
    chain.forEach((fleet, i) => {
      const before = chain[i - 1];
      const crossing = before === undefined ? null : borderCrossing(boardMap, before, fleet);
      if (crossing) points.push(crossing);
      points.push(unitPoint(boardMap, fleet));
    });
    return { path: smoothPath([...points, there]), byConvoy: true };
  }
  const opposite = orders.get(goal)?.deed;
  if (opposite?.order === 'move' && provinceOf(opposite.to) === from)
    return { path: curvedPath(here, there, 0.13), byConvoy: false };
  const corners =
    boardMap.routeCorners.get(`${entry.place}|${to}`) ??
    boardMap.routeCorners.get(`${to}|${entry.place}`)?.toReversed();
  // An army goes over land, not along the coast.
  if (entry.kind === 'fleet' && corners && corners.length > 0)
    return { path: smoothPath([here, ...corners, there]), byConvoy: false };
  const isSea = (province: string) => boardMap.asset.provinces[province]?.water === true;
  const crossing = borderCrossing(boardMap, entry.place, to);
  // A fleet goes around a country if it can.
  const detour = isSea(from) && isSea(goal) ? 1.12 : 1.4;
  if (
    crossing &&
    (isSea(from) || isSea(goal)) &&
    distance(crossing, here) + distance(crossing, there) > distance(here, there) * detour
  )
    return { path: smoothPath([here, crossing, there]), byConvoy: false };
  return { path: pathAroundUnits(here, there, units), byConvoy: false };
}

/** The shortest chain of fleets that were ordered to carry this army. */
function convoyChain(
  boardMap: BoardMap,
  orders: Map<string, DrawnOrder>,
  entry: DrawnOrder,
  goal: string,
): string[] {
  const from = provinceOf(entry.place);
  const fleets = [...orders.values()]
    .filter(
      (other) =>
        other.deed?.order === 'convoy' && other.deed.from === from && provinceOf(other.deed.to) === goal,
    )
    .map((other) => provinceOf(other.place));
  if (fleets.length === 0) return [];
  const byLand = boardMap.adjacent.get(from)?.has(goal) === true;
  const own = fleets.some((fleet) => orders.get(fleet)?.power === entry.power);
  if (byLand && !own && !(entry.deed?.order === 'move' && entry.deed.by_convoy)) return [];
  const isAdjacent = (a: string, b: string) => boardMap.adjacent.get(a)?.has(b) === true;
  const cameFrom = new Map<string, string | null>();
  const queue = fleets.filter((fleet) => isAdjacent(fleet, from));
  for (const fleet of queue) cameFrom.set(fleet, null);
  for (let i = 0; i < queue.length; i++) {
    const fleet = queue[i]!;
    if (isAdjacent(fleet, goal)) {
      const chain: string[] = [];
      for (let at: string | null = fleet; at !== null; at = cameFrom.get(at) ?? null) chain.unshift(at);
      return chain;
    }
    for (const next of fleets) {
      if (!cameFrom.has(next) && isAdjacent(fleet, next)) {
        cameFrom.set(next, fleet);
        queue.push(next);
      }
    }
  }
  return [];
}

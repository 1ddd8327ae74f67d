// Orders and their results as shapes, as in the pictures that the server draws. The shape says the same as
// the colour: hollow arrow heads fail, bursts are dislodged units, dotted lines with a ring are supports,
// waves are convoys.

import type { OrderEntry, PositionView, UnitKindKey } from '../lib/wire';
import {
  arrowHead,
  curvedPath,
  pathAroundUnits,
  pointAlong,
  smoothPath,
  svgLine,
  trimPath,
  type ArrowPath,
} from './arrow-path';
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
export type OrderMark =
  | (MarkSource & {
      mark: 'move';
      line: string;
      head: string;
      hollow: boolean;
      dashes: string;
      cross: Point | null;
    })
  | (MarkSource & { mark: 'support'; line: string; tip: Point | null; cross: Point | null })
  | (MarkSource & { mark: 'hold' | 'wave' | 'burst' | 'cross' | 'plus' | 'minus'; at: Point });

/** The gap between a unit and the start of its arrow. */
const ARROW_START_GAP = 15;

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
          line: svgLine(path),
          head: arrowHead(path),
          hollow: failed,
          dashes: byConvoy ? '13 5' : '',
          cross: failed ? pointAlong(path, 0.42) : null,
        });
        break;
      }
      case 'support_hold': {
        const there = unitPointIn(boardMap, position, deed.of);
        const path = trimPath(pathAroundUnits(here, there, units), ARROW_START_GAP, 23);
        supports.push({
          ...source,
          mark: 'support',
          line: svgLine(path),
          tip: path[path.length - 1] ?? null,
          cross: failed ? pointAlong(path, 0.5) : null,
        });
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
        const path = trimPath(pathAroundUnits(here, pointAlong(helpedPath, 0.6), units), ARROW_START_GAP, 4);
        supports.push({
          ...source,
          mark: 'support',
          line: svgLine(path),
          tip: path[path.length - 1] ?? null,
          cross: failed ? pointAlong(path, 0.5) : null,
        });
        break;
      }
      case 'convoy':
        symbols.push({ ...source, mark: 'wave', at: here });
        if (failed) symbols.push({ ...source, mark: 'cross', at: { x: here.x + 17, y: here.y - 15 } });
        break;
      case 'retreat': {
        const from = dislodgedPoint(boardMap, entry.place);
        const path = trimPath(pathAroundUnits(from, unitPoint(boardMap, deed.to), units), ARROW_START_GAP, 8);
        moves.push({
          ...source,
          mark: 'move',
          line: svgLine(path),
          head: arrowHead(path),
          hollow: failed,
          dashes: '2 7',
          cross: failed ? pointAlong(path, 0.42) : null,
        });
        break;
      }
      case 'disband':
        symbols.push({
          ...source,
          mark: 'minus',
          at: {
            x: dislodgedPoint(boardMap, entry.place).x + 14,
            y: dislodgedPoint(boardMap, entry.place).y - 12,
          },
        });
        break;
      case 'build':
        symbols.push({ ...source, mark: failed ? 'cross' : 'plus', at: { x: here.x + 15, y: here.y - 13 } });
        break;
      case 'remove':
        symbols.push({ ...source, mark: 'minus', at: { x: here.x + 15, y: here.y - 13 } });
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
  const endGap = position.units.some((unit) => provinceOf(unit.at) === goal) ? 23 : 8;
  const chain = entry.kind === 'army' ? convoyChain(boardMap, orders, entry, goal) : [];
  if (chain.length > 0) {
    const points = [here];
    chain.forEach((fleet, i) => {
      const before = chain[i - 1];
      const crossing = before === undefined ? null : borderCrossing(boardMap, before, fleet);
      if (crossing) points.push(crossing);
      points.push(unitPoint(boardMap, fleet));
    });
    return { path: trimPath(smoothPath([...points, there]), ARROW_START_GAP, endGap), byConvoy: true };
  }
  const opposite = orders.get(goal)?.deed;
  if (opposite?.order === 'move' && provinceOf(opposite.to) === from)
    return { path: trimPath(curvedPath(here, there, 0.13), ARROW_START_GAP, endGap), byConvoy: false };
  const corners =
    boardMap.routeCorners.get(`${entry.place}|${to}`) ??
    boardMap.routeCorners.get(`${to}|${entry.place}`)?.toReversed();
  if (corners && corners.length > 0)
    return {
      path: trimPath(smoothPath([here, ...corners, there]), ARROW_START_GAP, endGap),
      byConvoy: false,
    };
  const isSea = (province: string) => boardMap.asset.provinces[province]?.water === true;
  const crossing = borderCrossing(boardMap, entry.place, to);
  // A fleet goes around a country if it can.
  const detour = isSea(from) && isSea(goal) ? 1.12 : 1.4;
  if (
    crossing &&
    (isSea(from) || isSea(goal)) &&
    distance(crossing, here) + distance(crossing, there) > distance(here, there) * detour
  )
    return { path: trimPath(smoothPath([here, crossing, there]), ARROW_START_GAP, endGap), byConvoy: false };
  return { path: trimPath(pathAroundUnits(here, there, units), ARROW_START_GAP, endGap), byConvoy: false };
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

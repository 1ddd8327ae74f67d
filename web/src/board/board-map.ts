// The drawing of the board from the server (`BoardAsset`), prepared for drawing and tapping.

import type { BoardAsset } from '../lib/wire';
import { distance, flatten, path, type Point } from './curve';

export type Area = { key: string; d: string };

/** A board that is ready to be drawn and tapped. */
export type BoardMap = {
  width: number;
  height: number;
  asset: BoardAsset;
  lands: Area[];
  seas: Area[];
  impassable: string;
  coast: string;
  seaBorders: string;
  outlines: Map<string, Outline>;
  /** Provinces that share a border line. */
  adjacent: Map<string, Set<string>>;
  /** The middle points of shared border lines, by `a|b`. */
  borderPoints: Map<string, Point[]>;
  /** Corners of the routes of fleets that are not straight, by `from|to`. */
  routeCorners: Map<string, Point[]>;
  powers: string[];
};

export type Outline = { rings: Point[][]; unitPoints: Point[]; bounds: [number, number, number, number] };

const point = ([x, y]: readonly [number, number, ...unknown[]]): Point => ({ x: x / 10, y: y / 10 });
const arcNumber = (n: number) => (n < 0 ? ~n : n);

export function boardMapOf(asset: BoardAsset): BoardMap {
  const arcs = asset.arcs.map(points);
  const flattened = arcs.map(flatten);
  const paths = (rings: number[][]) =>
    rings
      .map((ring) => ring.map((n, i) => path(arcs[arcNumber(n)] ?? [], n < 0, i === 0)).join('') + 'Z')
      .join('');
  const keys = Object.keys(asset.provinces);

  const sides: string[][] = arcs.map(() => []);
  for (const key of keys) for (const n of asset.provinces[key]!.rings.flat()) sides[arcNumber(n)]?.push(key);
  for (const [key, rings] of Object.entries(asset.nobodys))
    for (const n of rings.flat()) sides[arcNumber(n)]?.push(`#${key}`);
  const isWater = (key: string) =>
    key.startsWith('#') ? asset.nobodys_water.includes(key.slice(1)) : asset.provinces[key]?.water === true;
  const borders = (wanted: (a: string, b: string) => boolean) =>
    arcs
      .map((arc, i) =>
        sides[i]!.length === 2 && wanted(sides[i]![0]!, sides[i]![1]!) ? path(arc, false, true) : '',
      )
      .join('');

  const adjacent = new Map<string, Set<string>>(keys.map((key) => [key, new Set()]));
  const borderPoints = new Map<string, Point[]>();
  arcs.forEach((arc, i) => {
    const [a, b] = sides[i]!;
    if (a === undefined || b === undefined) return;
    adjacent.get(a)?.add(b);
    adjacent.get(b)?.add(a);
    for (const pair of [`${a}|${b}`, `${b}|${a}`])
      borderPoints.set(pair, [...(borderPoints.get(pair) ?? []), arc[Math.floor(arc.length / 2)]!]);
  });

  const outlines = new Map<string, Outline>();
  for (const key of keys) {
    const province = asset.provinces[key]!;
    const rings = province.rings.map((ring) =>
      ring.flatMap((n) => (n < 0 ? [...(flattened[~n] ?? [])].reverse() : (flattened[n] ?? []))),
    );
    const [xs, ys] = [rings.flat().map((p) => p.x), rings.flat().map((p) => p.y)];
    const unitPoints = [point(province.unit), ...Object.values(province.coasts ?? {}).map(point)];
    outlines.set(key, {
      rings,
      unitPoints,
      bounds: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
    });
  }

  return {
    width: asset.size[0],
    height: asset.size[1],
    asset,
    lands: keys.filter((key) => !isWater(key)).map((key) => ({ key, d: paths(asset.provinces[key]!.rings) })),
    seas: keys.filter(isWater).map((key) => ({ key, d: paths(asset.provinces[key]!.rings) })),
    impassable: Object.entries(asset.nobodys)
      .filter(([key]) => !asset.nobodys_water.includes(key))
      .map(([, rings]) => paths(rings))
      .join(''),
    coast: borders((a, b) => isWater(a) !== isWater(b)),
    seaBorders: borders((a, b) => isWater(a) && isWater(b)),
    outlines,
    adjacent,
    borderPoints,
    routeCorners: new Map((asset.ways ?? []).map(([from, to, steps]) => [`${from}|${to}`, points(steps)])),
    powers: asset.power_order,
  };
}

function points(steps: number[]): Point[] {
  const out: Point[] = [];
  let [x, y] = [0, 0];
  for (let i = 0; i + 1 < steps.length; i += 2) {
    x += steps[i]!;
    y += steps[i + 1]!;
    out.push({ x: x / 10, y: y / 10 });
  }
  return out;
}

/** The province of a place: `stp` of `stp/sc`. */
export const provinceOf = (place: string): string => place.split('/')[0] ?? place;
export const coastOf = (place: string): string | null => place.split('/')[1] ?? null;

/** Where a unit stands. */
export function unitPoint(boardMap: BoardMap, place: string): Point {
  const province = boardMap.asset.provinces[provinceOf(place)];
  if (!province) return { x: 0, y: 0 };
  const coast = coastOf(place);
  return point((coast === null ? undefined : province.coasts?.[coast]) ?? province.unit);
}

/** Where units can stand: on the named coast, else in the middle of the province and on all its coasts. */
export function unitPoints(boardMap: BoardMap, place: string): Point[] {
  const coasts = coastOf(place) === null ? boardMap.asset.provinces[place]?.coasts : undefined;
  return [unitPoint(boardMap, place), ...Object.values(coasts ?? {}).map(point)];
}

/** Where a dislodged unit stands. */
export function dislodgedPoint(boardMap: BoardMap, place: string): Point {
  const province = boardMap.asset.provinces[provinceOf(place)];
  const coast = coastOf(place);
  const known = (coast === null ? undefined : province?.asides?.[coast]) ?? province?.aside;
  if (known) return point(known);
  const at = unitPoint(boardMap, place);
  return { x: at.x + 27, y: at.y + 17 };
}

export function centrePoint(boardMap: BoardMap, province: string): Point | null {
  const at = boardMap.asset.provinces[province]?.centre;
  return at ? point(at) : null;
}

export const powerName = (boardMap: BoardMap, power: string): string =>
  boardMap.asset.powers[power]?.name ?? power;
export const powerLetters = (boardMap: BoardMap, power: string): string =>
  boardMap.asset.powers[power]?.short ?? power.slice(0, 1).toUpperCase();
export const powerNumber = (boardMap: BoardMap, power: string): number =>
  Math.max(0, boardMap.powers.indexOf(power));

/** The best point to cross the border on the way between two places. */
export function borderCrossing(boardMap: BoardMap, from: string, to: string): Point | null {
  const [here, there] = [unitPoint(boardMap, from), unitPoint(boardMap, to)];
  const pathLength = (at: Point) => distance(at, here) + distance(at, there);
  const crossings = boardMap.borderPoints.get(`${provinceOf(from)}|${provinceOf(to)}`) ?? [];
  return crossings.reduce<Point | null>(
    (best, next) => (best === null || pathLength(next) < pathLength(best) ? next : best),
    null,
  );
}

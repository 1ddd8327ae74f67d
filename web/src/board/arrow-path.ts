// The lines of order arrows: curved, through the fleets of a convoy, with space for the units at both ends. The
// program draws the same lines in its pictures (crates/picture/src/order_path.rs); tests/order-paths.json, which
// it writes, keeps both alike.

import { distance, interpolate, quadratic, type Point } from './curve';

export type ArrowPath = Point[];

const STEPS = 14;
/** Bends to try; the first is the default. */
const BENDS = [0.1, -0.1, 0.02, 0.2, -0.2, 0.32, -0.32];
/** Space that a unit takes. */
const UNIT_RADIUS = 20;

export function curvedPath(from: Point, to: Point, bend: number): ArrowPath {
  const middle = interpolate(from, to, 0.5);
  const control = { x: middle.x - (to.y - from.y) * bend, y: middle.y + (to.x - from.x) * bend };
  return Array.from({ length: STEPS + 1 }, (_, k) => quadratic(from, control, to, k / STEPS));
}

/** The curve that crosses the fewest units. */
export function pathAroundUnits(from: Point, to: Point, units: Point[]): ArrowPath {
  const others = units.filter((unit) => distance(unit, from) > 1 && distance(unit, to) > 1);
  let best = curvedPath(from, to, BENDS[0]!);
  let minCost = Infinity;
  for (const bend of BENDS) {
    const path = curvedPath(from, to, bend);
    let cost = Math.abs(bend) * 8 - bend;
    for (const point of path.slice(2, STEPS - 1))
      for (const unit of others) cost += Math.max(0, UNIT_RADIUS - distance(unit, point)) / 2;
    if (cost < minCost) [best, minCost] = [path, cost];
    if (minCost < 1) break;
  }
  return best;
}

/** A smooth line through points. */
export function smoothPath(points: Point[]): ArrowPath {
  const at = (i: number) => points[Math.min(points.length - 1, Math.max(0, i))]!;
  if (points.length < 3) return curvedPath(at(0), at(1), BENDS[0]!);
  const out = [at(0)];
  for (let i = 0; i < points.length - 1; i++) {
    const [p1, p2] = [at(i), at(i + 1)];
    // Without this limit a short piece beside a long one would make a loop.
    const limit = distance(p1, p2);
    const p0 = stepTowards(p1, at(i - 1), limit);
    const p3 = stepTowards(p2, at(i + 2), limit);
    for (let k = 1; k <= 8; k++) {
      const t = k / 8;
      const blend = (a: number, b: number, c: number, d: number) =>
        0.5 *
        (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
      out.push({ x: blend(p0.x, p1.x, p2.x, p3.x), y: blend(p0.y, p1.y, p2.y, p3.y) });
    }
  }
  return out;
}

/** The point on the way to another, at most this far. */
function stepTowards(from: Point, to: Point, limit: number): Point {
  const whole = distance(from, to);
  return whole < 1e-3 ? from : interpolate(from, to, Math.min(1, limit / whole));
}

export function pathLength(path: ArrowPath): number {
  return path.reduce((sum, point, i) => (i === 0 ? 0 : sum + distance(path[i - 1]!, point)), 0);
}

/** Removes these lengths from the start and the end. */
export function trimPath(path: ArrowPath, start: number, end: number): ArrowPath {
  return trimStart([...trimStart(path, start)].reverse(), end).reverse();
}

function trimStart(path: ArrowPath, away: number): ArrowPath {
  let left = away;
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [path[i - 1]!, path[i]!];
    const step = distance(a, b);
    if (step > left) return [step < 1e-3 ? a : interpolate(a, b, left / step), ...path.slice(i)];
    left -= step;
  }
  return path.slice(-2);
}

/** The point at a fraction of the length. */
export function pointAlong(path: ArrowPath, fraction: number): Point {
  let left = pathLength(path) * fraction;
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [path[i - 1]!, path[i]!];
    const step = distance(a, b);
    if (step > left) return interpolate(a, b, left / step);
    left -= step;
  }
  return path[path.length - 1]!;
}

/** A wave along a path, flat at both ends: the line of an army that is convoyed. */
export function wavePath(path: ArrowPath, waveLength: number, height: number): ArrowPath {
  const length = pathLength(path);
  const waves = Math.max(1, Math.round(length / waveLength));
  const count = waves * 8;
  return Array.from({ length: count + 1 }, (_, k) => {
    const part = k / count;
    const here = pointAlong(path, part);
    const [back, ahead] = [
      pointAlong(path, Math.max(0, part - 0.01)),
      pointAlong(path, Math.min(1, part + 0.01)),
    ];
    const [fromEnd, fromStart] = [((1 - part) * length) / 14, (part * length) / 8];
    const flat = Math.min(1, (Math.min(fromEnd, fromStart) * 15) / waveLength);
    const along = Math.max(1e-3, distance(back, ahead));
    const by = (Math.sin(part * waves * 2 * Math.PI) * height * flat) / along;
    return { x: here.x - (ahead.y - back.y) * by, y: here.y + (ahead.x - back.x) * by };
  });
}

const format = (value: number) => value.toFixed(1);

export function svgLine(path: ArrowPath): string {
  return path.map((point, i) => `${i === 0 ? 'M' : 'L'}${format(point.x)} ${format(point.y)}`).join('');
}

export function arrowHead(path: ArrowPath, size = 9.5): string {
  const tip = path[path.length - 1]!;
  // At least six units before the tip, so that a short last piece does not turn the head.
  const away = path.findLast((point) => distance(point, tip) > 6) ?? path[0]!;
  const turn = Math.atan2(tip.y - away.y, tip.x - away.x);
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const corners = [
    [6, 0],
    [-size * 1.1, -size * 0.66],
    [-size * 0.75, 0],
    [-size * 1.1, size * 0.66],
  ] as const;
  return (
    corners
      .map(
        ([x, y], i) =>
          `${i === 0 ? 'M' : 'L'}${format(tip.x + x * cos - y * sin)} ${format(tip.y + x * sin + y * cos)}`,
      )
      .join('') + 'Z'
  );
}

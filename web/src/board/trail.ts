// The ways of orders: bent lines, through fleets for convoys, with room for the units at both ends.

import { distance, quadratic, towards, type Point } from './curve';

export type Trail = Point[];

const STEPS = 14;
/** Bends to try, the usual one first. */
const BENDS = [0.1, -0.1, 0.02, 0.2, -0.2, 0.32, -0.32];
/** Room that a unit takes. */
const UNIT = 20;

export function bent(from: Point, to: Point, bend: number): Trail {
  const middle = towards(from, to, 0.5);
  const control = { x: middle.x - (to.y - from.y) * bend, y: middle.y + (to.x - from.x) * bend };
  return Array.from({ length: STEPS + 1 }, (_, k) => quadratic(from, control, to, k / STEPS));
}

/** The bend that crosses the fewest units. */
export function clear(from: Point, to: Point, units: Point[]): Trail {
  const others = units.filter((unit) => distance(unit, from) > 1 && distance(unit, to) > 1);
  let best = bent(from, to, BENDS[0]!);
  let least = Infinity;
  for (const bend of BENDS) {
    const trail = bent(from, to, bend);
    let cost = Math.abs(bend) * 8 - bend;
    for (const point of trail.slice(2, STEPS)) for (const unit of others) cost += Math.max(0, UNIT - distance(unit, point)) / 2;
    if (cost < least) [best, least] = [trail, cost];
    if (least < 1) break;
  }
  return best;
}

/** A smooth way through spots. */
export function through(spots: Point[]): Trail {
  const at = (i: number) => spots[Math.min(spots.length - 1, Math.max(0, i))]!;
  if (spots.length < 3) return bent(at(0), at(1), BENDS[0]!);
  const out = [at(0)];
  for (let i = 0; i < spots.length - 1; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let k = 1; k <= 8; k++) {
      const t = k / 8;
      const blend = (a: number, b: number, c: number, d: number) =>
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
      out.push({ x: blend(p0.x, p1.x, p2.x, p3.x), y: blend(p0.y, p1.y, p2.y, p3.y) });
    }
  }
  return out;
}

export function length(trail: Trail): number {
  return trail.reduce((sum, point, i) => (i === 0 ? 0 : sum + distance(trail[i - 1]!, point)), 0);
}

/** Without so much of its start and of its end. */
export function trimmed(trail: Trail, start: number, end: number): Trail {
  return cut([...cut(trail, start)].reverse(), end).reverse();
}

function cut(trail: Trail, away: number): Trail {
  let left = away;
  for (let i = 1; i < trail.length; i++) {
    const [a, b] = [trail[i - 1]!, trail[i]!];
    const step = distance(a, b);
    if (step > left) return [step < 1e-3 ? a : towards(a, b, left / step), ...trail.slice(i)];
    left -= step;
  }
  return trail.slice(-2);
}

/** The spot at a part of its length. */
export function along(trail: Trail, part: number): Point {
  return trimmed(trail, length(trail) * part, 0)[0] ?? trail[0]!;
}

const show = (value: number) => value.toFixed(1);

export function line(trail: Trail): string {
  return trail.map((point, i) => `${i === 0 ? 'M' : 'L'}${show(point.x)} ${show(point.y)}`).join('');
}

/** The head of an arrow. */
export function head(trail: Trail, size = 9.5): string {
  const tip = trail[trail.length - 1]!;
  const back = trail[Math.max(0, trail.length - 2)]!;
  const away = distance(back, tip) > 3 ? back : trail[Math.max(0, trail.length - 3)]!;
  const turn = Math.atan2(tip.y - away.y, tip.x - away.x);
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const corners = [[6, 0], [-size * 1.1, -size * 0.66], [-size * 0.75, 0], [-size * 1.1, size * 0.66]] as const;
  return corners.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${show(tip.x + x * cos - y * sin)} ${show(tip.y + x * sin + y * cos)}`).join('') + 'Z';
}

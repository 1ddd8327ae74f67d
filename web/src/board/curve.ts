// Points, and smooth lines through them: the same curves as in the pictures that the server draws.

export type Point = { x: number; y: number };

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
export const interpolate = (a: Point, b: Point, part: number): Point => ({
  x: a.x + (b.x - a.x) * part,
  y: a.y + (b.y - a.y) * part,
});

type Segment = { control: Point | null; end: Point };

const tenth = (value: number) => Math.round(value * 10) / 10;
const middle = (a: Point, b: Point): Point => ({ x: tenth((a.x + b.x) / 2), y: tenth((a.y + b.y) / 2) });
const same = (a: Point, b: Point) => a.x === b.x && a.y === b.y;

/** Lines along the edge of the board keep their corners. */
const isStraight = (points: Point[]) =>
  points.every((point, i) => i === 0 || point.x === points[i - 1]!.x || point.y === points[i - 1]!.y);

function segments(points: Point[]): { start: Point; list: Segment[] } {
  const count = points.length;
  const first = points[0]!;
  if (count < 3 || isStraight(points))
    return { start: first, list: points.slice(1).map((end) => ({ control: null, end })) };
  if (same(first, points[count - 1]!)) {
    const ring = points.slice(0, -1);
    const list = ring.map((control, i) => ({ control, end: middle(control, ring[(i + 1) % ring.length]!) }));
    return { start: middle(ring[ring.length - 1]!, ring[0]!), list };
  }
  const list = points.slice(1, -1).map((control, i) => ({
    control,
    end: i + 1 < count - 2 ? middle(control, points[i + 2]!) : points[count - 1]!,
  }));
  return { start: first, list };
}

export function quadratic(start: Point, control: Point, end: Point, t: number): Point {
  const [a, b, c] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
  return { x: a * start.x + b * control.x + c * end.x, y: a * start.y + b * control.y + c * end.y };
}

/** The drawn curve as many short straight lines. */
export function flatten(points: Point[]): Point[] {
  if (points.length === 0) return [];
  const { start, list } = segments(points);
  const out = [start];
  let last = start;
  for (const { control, end } of list) {
    if (control === null) out.push(end);
    else for (let k = 1; k <= 3; k++) out.push(quadratic(last, control, end, k / 3));
    last = end;
  }
  return out;
}

/** A line as a part of an SVG path; `isFirst` starts the path at its first point. */
export function path(points: Point[], reversed: boolean, isFirst: boolean): string {
  if (points.length === 0) return '';
  let { start, list } = segments(points);
  if (reversed) {
    const ends = [start, ...list.map((piece) => piece.end)];
    start = ends[ends.length - 1]!;
    list = list.map((piece, i) => ({ control: piece.control, end: ends[i]! })).reverse();
  }
  const formatPoint = (point: Point) => `${tenth(point.x)} ${tenth(point.y)}`;
  let out = isFirst ? `M${formatPoint(start)}` : '';
  for (const { control, end } of list)
    out += control === null ? `L${formatPoint(end)}` : `Q${formatPoint(control)} ${formatPoint(end)}`;
  return out;
}

/** Whether a point is inside a closed line, and how far it is from the line. */
export function locateInRing(line: Point[], at: Point): { inside: boolean; away: number } {
  let inside = false;
  let away = Infinity;
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1]!;
    const b = line[i]!;
    if (a.y > at.y !== b.y > at.y && at.x < a.x + ((at.y - a.y) / (b.y - a.y)) * (b.x - a.x))
      inside = !inside;
    const length = Math.max((b.x - a.x) ** 2 + (b.y - a.y) ** 2, 1e-6);
    const along = ((at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y)) / length;
    away = Math.min(away, distance(interpolate(a, b, Math.min(1, Math.max(0, along))), at));
  }
  return { inside, away };
}

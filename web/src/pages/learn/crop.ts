// Which part of the board a diagram shows: its units and where they go, with some air around.

import { spot, type Chart } from '../../board/asset';
import type { Point } from '../../board/curve';
import { placesOf } from '../../game/revealed';
import type { RecordView } from '../../lib/wire';

export type Crop = { x: number; y: number; width: number; height: number };

const AIR = 70;
const LEAST = 330;
/** Width to height. */
const RATIO = 4 / 3;

export function placesIn(records: RecordView[]): string[] {
  const places = records.flatMap((record) => [
    ...record.before.units.map((unit) => unit.at),
    ...record.ruled.flatMap((one) => placesOf(one.deed)),
    ...record.adjustments.flatMap((one) => placesOf(one.deed)),
  ]);
  return [...new Set(places)];
}

export function cropOf(chart: Chart, records: RecordView[]): Crop {
  const spots = placesIn(records).map((place) => spot(chart, place));
  return around(spots, chart);
}

/** A window of one shape around all spots, within the board. */
export function around(spots: Point[], board: { width: number; height: number }): Crop {
  if (spots.length === 0) return { x: 0, y: 0, width: board.width, height: board.height };
  const [xs, ys] = [spots.map((at) => at.x), spots.map((at) => at.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const wanted = Math.max(right - left + 2 * AIR, (bottom - top + 2 * AIR) * RATIO, LEAST);
  const width = Math.min(wanted, board.width, board.height * RATIO);
  const height = width / RATIO;
  const within = (middle: number, size: number, whole: number) => Math.min(Math.max(0, middle - size / 2), whole - size);
  return { x: within((left + right) / 2, width, board.width), y: within((top + bottom) / 2, height, board.height), width, height };
}

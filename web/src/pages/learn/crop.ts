// Which part of the board a diagram shows: its units and their destinations, with a margin.

import { unitPoint, type BoardMap } from '../../board/board-map';
import type { Point } from '../../board/curve';
import { orderPlaces } from '../../game/resolved-phase';
import type { RecordView } from '../../lib/wire';

export type Crop = { x: number; y: number; width: number; height: number };

const MARGIN = 70;
const MIN_WIDTH = 330;
/** Width divided by height. */
const ASPECT_RATIO = 4 / 3;

export function placesInRecords(records: RecordView[]): string[] {
  const places = records.flatMap((record) => [
    ...record.before.units.map((unit) => unit.at),
    ...record.ruled.flatMap((one) => orderPlaces(one.deed)),
    ...record.adjustments.flatMap((one) => orderPlaces(one.deed)),
  ]);
  return [...new Set(places)];
}

export function cropOf(boardMap: BoardMap, records: RecordView[]): Crop {
  const points = placesInRecords(records).map((place) => unitPoint(boardMap, place));
  return cropAround(points, boardMap);
}

/** A box of a fixed aspect ratio around all points, inside the board. */
export function cropAround(points: Point[], board: { width: number; height: number }): Crop {
  if (points.length === 0) return { x: 0, y: 0, width: board.width, height: board.height };
  const [xs, ys] = [points.map((at) => at.x), points.map((at) => at.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const wanted = Math.max(right - left + 2 * MARGIN, (bottom - top + 2 * MARGIN) * ASPECT_RATIO, MIN_WIDTH);
  const width = Math.min(wanted, board.width, board.height * ASPECT_RATIO);
  const height = width / ASPECT_RATIO;
  const clampedStart = (middle: number, size: number, whole: number) =>
    Math.min(Math.max(0, middle - size / 2), whole - size);
  return {
    x: clampedStart((left + right) / 2, width, board.width),
    y: clampedStart((top + bottom) / 2, height, board.height),
    width,
    height,
  };
}

// Where a menu stands: beside the province that was touched, inside the frame, and not over what it is about.

import type { Point } from './curve';
import type { Size } from './camera';

const MARGIN_PX = 8;
/** From the touched point to the menu. */
const GAP_PX = 26;

/** A corner of the frame is taken only if every place beside the point covers something. */
const CORNER_COST = 0.6;

/**
 * The upper left corner of a menu at a point. Tries above, right, left and below, then the corners of the
 * frame, and takes the place that covers the fewest of the points in `avoid`.
 */
export function placeMenu(menu: Size, at: Point, avoid: Point[], frame: Size): Point {
  const kept = (corner: Point): Point => ({
    x: Math.max(MARGIN_PX, Math.min(corner.x, frame.width - menu.width - MARGIN_PX)),
    y: Math.max(MARGIN_PX, Math.min(corner.y, frame.height - menu.height - MARGIN_PX)),
  });
  const beside = [
    { x: at.x - menu.width / 2, y: at.y - menu.height - GAP_PX },
    { x: at.x + GAP_PX, y: at.y - menu.height / 2 },
    { x: at.x - menu.width - GAP_PX, y: at.y - menu.height / 2 },
    { x: at.x - menu.width / 2, y: at.y + GAP_PX },
    { x: at.x + GAP_PX, y: at.y + GAP_PX },
    { x: at.x - menu.width - GAP_PX, y: at.y + GAP_PX },
    { x: at.x + GAP_PX, y: at.y - menu.height - GAP_PX },
    { x: at.x - menu.width - GAP_PX, y: at.y - menu.height - GAP_PX },
  ].map(kept);
  const far = { x: frame.width, y: frame.height };
  const corners = [
    { x: 0, y: 44 },
    { x: 0, y: far.y },
    { x: far.x - menu.width - 64, y: 44 },
  ].map(kept);
  const covered = (corner: Point) =>
    [at, at, ...avoid].filter(
      (point) =>
        point.x > corner.x - 16 &&
        point.x < corner.x + menu.width + 16 &&
        point.y > corner.y - 16 &&
        point.y < corner.y + menu.height + 16,
    ).length;
  const costs = [
    ...beside.map((corner) => ({ corner, cost: covered(corner) })),
    ...corners.map((corner) => ({ corner, cost: covered(corner) + CORNER_COST })),
  ];
  return costs.reduce((best, one) => (one.cost < best.cost ? one : best)).corner;
}

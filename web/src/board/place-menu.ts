// Where a menu stands: beside the province that was touched, inside the frame, and not over what it is about.

import type { Point } from './curve';
import type { Size } from './camera';

const MARGIN_PX = 8;
/** From the touched point to the menu. */
const GAP_PX = 26;
/** So far around a place in `avoid` the menu leaves free. */
const FREE_PX = 16;
/** Steps of the places that are tried if each one beside the point covers something. */
const STEP_PX = 24;
/** Hints above the map and its buttons at the right. */
const HINT_PX = 44;
const BUTTONS_PX = 64;

/**
 * The upper left corner of a menu at a point. Tries above, right, left and below; if something is covered
 * everywhere, the whole frame. Takes the place that covers the fewest of the points in `avoid`, and the nearest
 * of those.
 */
export function placeMenu(menu: Size, at: Point, avoid: Point[], frame: Size): Point {
  const kept = (corner: Point): Point => ({
    x: Math.max(MARGIN_PX, Math.min(corner.x, frame.width - menu.width - MARGIN_PX)),
    y: Math.max(HINT_PX, Math.min(corner.y, frame.height - menu.height - MARGIN_PX)),
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
  // The touched place counts twice.
  const covered = (corner: Point) =>
    [at, at, ...avoid].filter(
      (point) =>
        point.x > corner.x - FREE_PX &&
        point.x < corner.x + menu.width + FREE_PX &&
        point.y > corner.y - FREE_PX &&
        point.y < corner.y + menu.height + FREE_PX,
    ).length;
  const free = beside.find((corner) => covered(corner) === 0);
  if (free) return free;
  // The longest way counts as much as one covered place.
  const longest = Math.hypot(frame.width, frame.height);
  const distance = (corner: Point) =>
    Math.hypot(corner.x + menu.width / 2 - at.x, corner.y + menu.height / 2 - at.y) / longest;
  return [...beside, ...everywhere(menu, frame)]
    .map((corner) => ({ corner, cost: covered(corner) + distance(corner) }))
    .reduce((best, one) => (one.cost < best.cost ? one : best)).corner;
}

/** Places in the whole frame, beside its hints and buttons. */
function everywhere(menu: Size, frame: Size): Point[] {
  const corners: Point[] = [];
  for (let y = HINT_PX; y <= frame.height - menu.height - MARGIN_PX; y += STEP_PX)
    for (let x = MARGIN_PX; x <= frame.width - menu.width - BUTTONS_PX; x += STEP_PX) corners.push({ x, y });
  return corners;
}

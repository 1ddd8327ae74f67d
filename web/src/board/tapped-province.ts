// Finds the province that a tap means.

import type { BoardMap } from './board-map';
import { distance, locateInRing, type Point } from './curve';

/**
 * The province that a tap means. `tolerance` is how far a finger may be off, in units of the board. A unit's
 * place that is near wins, so that small provinces can be hit; then the province under the finger; then the
 * nearest one. A province in `preferred` within the tolerance wins over one that is not in it.
 */
export function tappedProvince(
  boardMap: BoardMap,
  at: Point,
  tolerance: number,
  preferred?: ReadonlySet<string>,
): string | null {
  let best: { score: number; key: string } | null = null;
  for (const [key, outline] of boardMap.outlines) {
    const [left, top, right, bottom] = outline.bounds;
    if (
      at.x < left - tolerance ||
      at.x > right + tolerance ||
      at.y < top - tolerance ||
      at.y > bottom + tolerance
    )
      continue;
    let inside = false;
    let away = Infinity;
    for (const ring of outline.rings) {
      const located = locateInRing(ring, at);
      if (located.inside) inside = !inside;
      away = Math.min(away, located.away);
    }
    // A finger is less exact than the tolerance: a province within it counts less the farther away it is.
    const toUnit = Math.min(...outline.unitPoints.map((point) => distance(point, at)));
    if (!inside && away > tolerance) continue;
    const half = tolerance * 0.55;
    let score = Math.min(toUnit, half * 2.5) + (inside ? 0 : away * 0.35 + half * 0.15);
    if (preferred && !preferred.has(key)) score += inside ? tolerance * 0.9 : tolerance * 3;
    if (best === null || score < best.score) best = { score, key };
  }
  return best?.key ?? null;
}

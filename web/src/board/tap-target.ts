// Which province a finger means.

import type { BoardMap } from './board-map';
import { distance, locateInRing, type Point } from './curve';

/**
 * The province meant by a touch; `reach` is how far a finger strays, in units of the board. A unit's place
 * that is near draws the touch to it, so that small provinces can be hit; then comes what is under the
 * finger, then what is nearest. If something is asked for (`wanted`), a wanted province within reach comes
 * before one that is not.
 */
export function tappedProvince(boardMap: BoardMap, at: Point, tolerance: number, preferred?: ReadonlySet<string>): string | null {
  let best: { score: number; key: string } | null = null;
  for (const [key, outline] of boardMap.outlines) {
    const [left, top, right, bottom] = outline.bounds;
    if (at.x < left - tolerance || at.x > right + tolerance || at.y < top - tolerance || at.y > bottom + tolerance) continue;
    let inside = false;
    let away = Infinity;
    for (const ring of outline.rings) {
      const located = locateInRing(ring, at);
      if (located.inside) inside = !inside;
      away = Math.min(away, located.away);
    }
    // A finger is less exact than its reach: what lies fully in reach counts, but less the farther away.
    const toUnit = Math.min(...outline.unitPoints.map((point) => distance(point, at)));
    if (!inside && away > tolerance) continue;
    const half = tolerance * 0.55;
    let score = Math.min(toUnit, half * 2.5) + (inside ? 0 : away * 0.35 + half * 0.15);
    if (preferred && !preferred.has(key)) score += inside ? tolerance * 0.9 : tolerance * 3;
    if (best === null || score < best.score) best = { score, key };
  }
  return best?.key ?? null;
}

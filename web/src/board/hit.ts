// Which province a finger means.

import type { Chart } from './asset';
import { around, distance, type Point } from './curve';

/**
 * The province meant by a touch; `reach` is how far a finger strays, in units of the board. A unit's place
 * that is near draws the touch to it, so that small provinces can be hit; then comes what is under the
 * finger, then what is nearest. If something is asked for (`wanted`), a wanted province within reach comes
 * before one that is not.
 */
export function hit(chart: Chart, at: Point, reach: number, wanted?: ReadonlySet<string>): string | null {
  let best: { score: number; key: string } | null = null;
  for (const [key, outline] of chart.outlines) {
    const [left, top, right, bottom] = outline.bounds;
    if (at.x < left - reach || at.x > right + reach || at.y < top - reach || at.y > bottom + reach) continue;
    let inside = false;
    let away = Infinity;
    for (const ring of outline.rings) {
      const lies = around(ring, at);
      if (lies.inside) inside = !inside;
      away = Math.min(away, lies.away);
    }
    // A finger is less exact than its reach: what lies fully in reach counts, but less the farther away.
    const toUnit = Math.min(...outline.spots.map((spot) => distance(spot, at)));
    if (!inside && away > reach) continue;
    const half = reach * 0.55;
    let score = Math.min(toUnit, half * 2.5) + (inside ? 0 : away * 0.35 + half * 0.15);
    if (wanted && !wanted.has(key)) score += inside ? reach * 0.9 : reach * 3;
    if (best === null || score < best.score) best = { score, key };
  }
  return best?.key ?? null;
}

// A plan drawn on the map, to be shown to others.

import type { OwnSketch, Sketch, Stroke, StrokeKind } from '../lib/wire';

export const MOST_STROKES = 100;
/** As many as the server keeps for a seat. */
const MOST_KEPT = 24;

/** Where a new plan is kept; past the last place the server says that there are too many. */
export function freeSlot(kept: readonly OwnSketch[]): number {
  const taken = new Set(kept.map((one) => one.slot));
  for (let slot = 0; slot < MOST_KEPT; slot++) if (!taken.has(slot)) return slot;
  return MOST_KEPT;
}

export class Sketching {
  /** Whether touches on the map draw. */
  on = $state(false);
  kind: StrokeKind = $state('move');
  arrows: Stroke[] = $state.raw([]);
  from: string | null = $state(null);
  /** Somebody else's plan that is being looked at. */
  shown: Sketch | null = $state.raw(null);
  /** The kept plan that is being changed. */
  slot: number | null = $state(null);

  /** Draws a new plan, or goes on with one that was kept. */
  begin(kept: OwnSketch | null): void {
    this.shown = null;
    this.from = null;
    this.slot = kept?.slot ?? null;
    this.arrows = kept?.sketch.arrows ?? [];
    this.on = true;
  }

  touch(province: string): void {
    if (this.from === null) {
      this.from = province;
      return;
    }
    if (this.from !== province && this.arrows.length < MOST_STROKES) {
      const stroke = { from: this.from, to: province, kind: this.kind };
      const others = this.arrows.filter((arrow) => !(arrow.from === stroke.from && arrow.to === stroke.to));
      this.arrows = [...others, stroke];
    }
    this.from = null;
  }

  undo(): void {
    if (this.from !== null) this.from = null;
    else this.arrows = this.arrows.slice(0, -1);
  }

  clear(): void {
    this.on = false;
    this.from = null;
    this.slot = null;
    this.arrows = [];
  }

  get sketch(): Sketch | undefined {
    return this.arrows.length === 0 ? undefined : { units: [], arrows: this.arrows, marks: [] };
  }
}

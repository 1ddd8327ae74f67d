// A plan drawn on the map, to be shown to others.

import type { Sketch, Stroke, StrokeKind } from '../lib/wire';

export const MOST_STROKES = 100;

export class Sketching {
  /** Whether touches on the map draw. */
  on = $state(false);
  kind: StrokeKind = $state('move');
  arrows: Stroke[] = $state.raw([]);
  from: string | null = $state(null);
  /** Somebody else's plan that is being looked at. */
  shown: Sketch | null = $state.raw(null);

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
    this.arrows = [];
  }

  get sketch(): Sketch | undefined {
    return this.arrows.length === 0 ? undefined : { units: [], arrows: this.arrows, marks: [] };
  }
}

// A sketch (plan) that is drawn on the map, to keep or to send to others.

import type { OwnSketch, Sketch, SketchArrow, ArrowKindKey } from '../lib/wire';

export const MAX_STROKES = 100;
/** The server keeps as many per seat. */
const MAX_SAVED = 24;

/** The slot for a new sketch. If all are taken, the server rejects the next one with a sentence. */
export function freeSlot(saved: readonly OwnSketch[]): number {
  const taken = new Set(saved.map((one) => one.slot));
  for (let slot = 0; slot < MAX_SAVED; slot++) if (!taken.has(slot)) return slot;
  return MAX_SAVED;
}

export class SketchEditor {
  /** Whether taps on the map draw. */
  isDrawing = $state(false);
  kind: ArrowKindKey = $state('move');
  arrows: SketchArrow[] = $state.raw([]);
  from: string | null = $state(null);
  /** A sketch that is only viewed. */
  viewed: Sketch | null = $state.raw(null);
  /** The slot of the saved sketch that is edited. */
  slot: number | null = $state(null);

  /** Starts a new sketch, or edits a saved one. */
  begin(saved: OwnSketch | null): void {
    this.viewed = null;
    this.from = null;
    this.slot = saved?.slot ?? null;
    this.arrows = saved?.sketch.arrows ?? [];
    this.isDrawing = true;
  }

  tap(province: string): void {
    if (this.from === null) {
      this.from = province;
      return;
    }
    if (this.from !== province && this.arrows.length < MAX_STROKES) {
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
    this.isDrawing = false;
    this.from = null;
    this.slot = null;
    this.arrows = [];
  }

  get sketch(): Sketch | undefined {
    return this.arrows.length === 0 ? undefined : { units: [], arrows: this.arrows, marks: [] };
  }
}

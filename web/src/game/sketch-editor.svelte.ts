// A sketch (plan) that is drawn on the map, to keep or to send to others. It remembers the position that it is
// drawn on: units can be added and removed on it.

import type { BoardMap } from '../board/board-map';
import type { ArrowKindKey, OwnSketch, PositionView, Sketch } from '../lib/wire';
import {
  drawArrow,
  EMPTY_PLAN,
  isBlank,
  planOf,
  sketchOf,
  toggleMark,
  toggleUnit,
  type Piece,
  type Plan,
} from './sketch-plan';

/** The server keeps as many per seat. */
const MAX_SAVED = 24;
const MAX_UNDO = 100;

/** What a tap on the map draws. */
export type SketchTool = ArrowKindKey | 'unit' | 'mark';

/** The slot for a new sketch. If all are taken, the server rejects the next one with a sentence. */
export function freeSlot(saved: readonly OwnSketch[]): number {
  const taken = new Set(saved.map((one) => one.slot));
  for (let slot = 0; slot < MAX_SAVED; slot++) if (!taken.has(slot)) return slot;
  return MAX_SAVED;
}

export class SketchEditor {
  /** Whether taps on the map draw. */
  isDrawing = $state(false);
  tool: SketchTool = $state('move');
  /** The unit that the tool `unit` places. */
  piece: Piece = $state.raw({ power: '', kind: 'army' });
  plan: Plan = $state.raw(EMPTY_PLAN);
  /** Where an arrow begins. */
  from: string | null = $state(null);
  /** A sketch that is only viewed. */
  viewed: Sketch | null = $state.raw(null);
  /** The slot of the saved sketch that is edited. */
  slot: number | null = $state(null);
  #undoStack: Plan[] = $state.raw([]);

  get canUndo(): boolean {
    return this.from !== null || this.#undoStack.length > 0;
  }

  /** Starts a new sketch on this position. */
  begin(position: PositionView): void {
    this.#start(planOf(null, position), null);
  }

  /** Edits a saved sketch. */
  edit(saved: OwnSketch, position: PositionView): void {
    this.#start(planOf(saved.sketch, position), saved.slot);
  }

  /** Draws on a copy of somebody's sketch. */
  copy(sketch: Sketch, position: PositionView): void {
    this.#start(planOf(sketch, position), null);
  }

  #start(plan: Plan, slot: number | null): void {
    this.viewed = null;
    this.from = null;
    this.slot = slot;
    this.plan = plan;
    this.#undoStack = [];
    this.piece = { ...this.piece, power: this.piece.power || (plan.base.units[0]?.power ?? '') };
    this.isDrawing = true;
  }

  tap(province: string, boardMap: BoardMap): void {
    if (this.tool === 'mark') this.#change(toggleMark(this.plan, province));
    else if (this.tool === 'unit') this.#change(toggleUnit(this.plan, this.piece, province, boardMap));
    else if (this.from === null) this.from = province;
    else {
      this.#change(drawArrow(this.plan, this.from, province, this.tool));
      this.from = null;
    }
  }

  setCaption(caption: string): void {
    this.plan = { ...this.plan, caption };
  }

  #change(plan: Plan): void {
    if (plan === this.plan) return;
    this.#undoStack = [...this.#undoStack.slice(-MAX_UNDO), this.plan];
    this.plan = plan;
  }

  undo(): void {
    if (this.from !== null) {
      this.from = null;
      return;
    }
    const before = this.#undoStack.at(-1);
    if (!before) return;
    this.#undoStack = this.#undoStack.slice(0, -1);
    this.plan = { ...before, caption: this.plan.caption };
  }

  clear(): void {
    this.isDrawing = false;
    this.from = null;
    this.slot = null;
    this.plan = EMPTY_PLAN;
    this.#undoStack = [];
  }

  /** What was drawn; undefined if it is only the position. */
  get sketch(): Sketch | undefined {
    return isBlank(this.plan) ? undefined : sketchOf(this.plan);
  }
}

// Plays the tour through the sample game: one stop after the other, with the moves in between.

import type { RecordView } from '../../lib/wire';
import { TOUR, type TourStop } from './tour';

const MOVING_MS = 1800;
/** How long a stop is shown: long enough to read its text aloud. */
export const readingMs = (text: string): number => 2500 + text.length * 55;

export class TourPlayer {
  at = $state(0);
  /** From 0 (before the moves) to 1 (after them), while units move. */
  progress = $state(0);
  playing = $state(false);
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly records: () => RecordView[],
    /** How long a stop is shown while the tour plays. */
    readonly pauseMs: (stop: TourStop) => number,
    readonly stops: readonly TourStop[] = TOUR,
  ) {}

  get currentStop(): TourStop {
    return this.stops[this.at] ?? this.stops[0]!;
  }
  get record(): RecordView | null {
    return this.records().find((record) => record.phase === this.currentStop.phase) ?? null;
  }
  get isLast(): boolean {
    return this.at === this.stops.length - 1;
  }
  /** Whether units are moving. */
  get isMoving(): boolean {
    return this.progress > 0;
  }

  /** Goes to a stop without moves. */
  goTo(at: number): void {
    this.stopTimers();
    this.at = Math.min(this.stops.length - 1, Math.max(0, at));
    if (this.playing) this.#scheduleNext();
  }

  goToPhase(phase: string): void {
    this.goTo(this.stops.findIndex((stop) => stop.phase === phase));
  }

  back(): void {
    // A reader who goes back during the moves wants to see the orders again.
    if (this.isMoving) this.goTo(this.at);
    else this.goTo(this.at - 1);
  }

  next(): void {
    if (this.isMoving) return this.goTo(this.at + 1);
    if (this.isLast) {
      this.playing = false;
      return;
    }
    const isNewPhase = this.stops[this.at + 1]?.phase !== this.currentStop.phase;
    if (isNewPhase && !matchMedia('(prefers-reduced-motion: reduce)').matches) this.#animateMoves();
    else this.goTo(this.at + 1);
  }

  toggle(): void {
    this.playing = !this.playing;
    if (!this.playing) {
      clearTimeout(this.#timer);
      return;
    }
    if (this.isLast) this.goTo(0);
    else this.#scheduleNext();
  }

  stopTimers(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.progress = 0;
  }

  #scheduleNext(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.next(), this.pauseMs(this.currentStop));
  }

  #animateMoves(): void {
    this.stopTimers();
    const start = performance.now();
    const step = (time: number) => {
      const part = (time - start) / MOVING_MS;
      // The new position is shown for a moment before the next orders are drawn on it.
      if (part >= 1.35) return this.goTo(this.at + 1);
      this.progress = Math.min(1, Math.max(0.001, part));
      this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }
}

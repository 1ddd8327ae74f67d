// Replays resolved phases on the map: goes through the results one by one, then moves the units.

import { readStorage, writeStorage } from '../lib/storage';
import type { RecordView } from '../lib/wire';
import type { LiveGame } from './live-game.svelte';
import { revealSteps, type RevealOrder, type RevealStep } from './reveal-steps';

const READING_MS = 2600;
const MOVING_MS = 1500;
const PAUSE_MS = 1600;
/** A frame that comes later than this counts as this: a busy device shows a slower motion, never a jump. */
const MAX_FRAME_MS = 100;
const ORDER_KEY = 'detente:reveal';
export const SPEEDS = [0.5, 1, 2] as const;

export class Replay {
  /** Null: the map shows the present. */
  record: RecordView | null = $state.raw(null);
  activity: 'moving' | 'done' = $state('done');
  /** From 0 (before the moves) to 1 (after them). */
  progress = $state(0);
  playing = $state(false);
  /** One of `SPEEDS`. */
  speed = $state(1);
  order: RevealOrder = $state(readStorage(ORDER_KEY) === 'powers' ? 'powers' : 'working');
  /** The result that is read out; -1 before the first and after the last. */
  stepIndex = $state(-1);
  hasFailed = $state(false);
  /** Goes on with the later phases when this one has been read out. */
  #playsOn = false;

  readonly game: LiveGame;
  /** The powers of this person, whose results come first. */
  readonly #ownPowers: () => readonly string[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  #loadCount = 0;

  constructor(game: LiveGame, ownPowers: () => readonly string[]) {
    this.game = game;
    this.#ownPowers = ownPowers;
  }

  readonly steps: RevealStep[] = $derived.by(() =>
    this.record ? revealSteps(this.record, this.#ownPowers(), this.order) : [],
  );
  readonly step: RevealStep | null = $derived(this.steps[this.stepIndex] ?? null);
  /** The province whose order is explained. */
  readonly explained: string | null = $derived(this.step?.at ?? null);

  toPresent(): void {
    this.#stopTimers();
    // A record that is still loading is no longer wanted.
    this.#loadCount += 1;
    this.playing = false;
    this.#playsOn = false;
    this.stepIndex = -1;
    this.record = null;
  }

  /** Shows a phase with its results, without reading them out. */
  async showRecord(number: number): Promise<void> {
    this.playing = false;
    this.#playsOn = false;
    await this.#load(number);
  }

  /** Reads the results out, then moves the units. Without motion, the reader goes on by hand. */
  async reveal(number: number): Promise<void> {
    await this.#load(number);
    if (this.record?.number !== number) return;
    this.playing = !isMotionReduced();
    this.#readOn(PAUSE_MS);
  }

  /** Plays this record and all later ones: arrows and moves, without reading every result out. */
  async playFrom(number: number): Promise<void> {
    this.#playsOn = true;
    this.playing = true;
    await this.#load(number);
    if (this.record?.number === number) this.#readOn(PAUSE_MS / this.speed);
  }

  explain(at: string | null): void {
    this.#pause();
    this.#showBefore();
    this.stepIndex = at === null ? -1 : this.steps.findIndex((step) => step.at === at);
  }

  chooseStep(index: number): void {
    this.#pause();
    this.#showBefore();
    this.stepIndex = this.stepIndex === index ? -1 : index;
  }

  chooseOrder(order: RevealOrder): void {
    const at = this.explained;
    this.order = order;
    writeStorage(ORDER_KEY, order === 'working' ? null : order);
    this.stepIndex = at === null ? -1 : this.steps.findIndex((step) => step.at === at);
  }

  nextSpeed(): void {
    this.speed = SPEEDS[(SPEEDS.findIndex((one) => one === this.speed) + 1) % SPEEDS.length] ?? 1;
  }

  /** To the next result; after the last one to the next phase or the present. */
  async next(): Promise<void> {
    this.#pause();
    this.#showBefore();
    if (this.stepIndex + 1 < this.steps.length) this.stepIndex += 1;
    else await this.stepPhase(1);
  }

  /** To the result before; before the first one to the phase before. */
  async back(): Promise<void> {
    this.#pause();
    this.#showBefore();
    if (this.stepIndex >= 0) this.stepIndex -= 1;
    else await this.stepPhase(-1);
  }

  /** To another phase. */
  async stepPhase(by: number): Promise<void> {
    const at = this.#index();
    const next = this.game.records[at + by];
    if (at + by >= this.game.records.length) this.toPresent();
    else if (next) await this.showRecord(next.number);
  }

  async togglePlaying(): Promise<void> {
    if (this.playing) {
      this.#pause();
      return;
    }
    if (!this.record) {
      const first = this.game.records[0];
      if (first) await this.playFrom(first.number);
      return;
    }
    this.playing = true;
    this.progress = 0;
    this.#readOn(0);
  }

  /** Reads the next result after a while, and so on to the last; then the units move. */
  #readOn(wait: number): void {
    clearTimeout(this.#timer);
    if (!this.playing) return;
    this.#timer = setTimeout(() => {
      if (!this.#playsOn && this.stepIndex + 1 < this.steps.length) {
        this.stepIndex += 1;
        this.#readOn(READING_MS / this.speed);
        return;
      }
      this.stepIndex = -1;
      this.#animateMoves(() => {
        const next = this.#playsOn ? this.game.records[this.#index() + 1] : undefined;
        if (next) this.#timer = setTimeout(() => void this.playFrom(next.number), PAUSE_MS / 2);
        else this.playing = this.#playsOn = false;
      });
    }, wait);
  }

  #pause(): void {
    this.playing = false;
    this.#playsOn = false;
    clearTimeout(this.#timer);
  }

  #index(): number {
    const at = this.game.records.findIndex((record) => record.number === this.record?.number);
    return at < 0 ? this.game.records.length : at;
  }

  async #load(number: number): Promise<void> {
    this.#stopTimers();
    const load = ++this.#loadCount;
    this.stepIndex = -1;
    try {
      const record = await this.game.record(number);
      if (load === this.#loadCount) this.record = record;
      this.hasFailed = false;
    } catch {
      this.hasFailed = true;
    }
    this.progress = 0;
    this.activity = 'done';
  }

  #animateMoves(then: () => void): void {
    if (isMotionReduced()) {
      this.progress = 1;
      then();
      return;
    }
    this.activity = 'moving';
    let [progress, before] = [0, performance.now()];
    const frame = (time: number) => {
      const passed = Math.min(MAX_FRAME_MS, Math.max(0, time - before));
      progress = Math.min(1, progress + (passed * this.speed) / MOVING_MS);
      before = time;
      this.progress = progress;
      if (progress < 1) this.#frame = requestAnimationFrame(frame);
      else {
        this.activity = 'done';
        then();
      }
    };
    this.#frame = requestAnimationFrame(frame);
  }

  /** Back to the position before the moves, where the arrows say what happened. */
  #showBefore(): void {
    cancelAnimationFrame(this.#frame);
    this.activity = 'done';
    this.progress = 0;
  }

  #stopTimers(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
  }

  stop(): void {
    this.#stopTimers();
  }
}

const isMotionReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

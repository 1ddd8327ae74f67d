// Plays the scenes of a reveal one after the other: waits, moves units, speaks. `reveal-scenes.ts` knows the scenes.

import type { RecordView } from '../lib/wire';
import { hasMotion, MOVE_MS, movingScenes, revealScenes, sceneMs, type Scene } from './reveal-scenes';

/** A frame that comes later than this counts as this: a busy device shows a slower motion, never a jump. */
const MAX_FRAME_MS = 100;

type Options = {
  load: (record: number) => Promise<RecordView>;
  powers: () => readonly string[];
  /** Says what belongs to a scene; ends when it is said. */
  speak: (record: RecordView, scene: Scene) => Promise<void>;
  beSilent: () => void;
};

export class RevealPlayer {
  /** Null: nothing is revealed. */
  record: RecordView | null = $state.raw(null);
  index = $state(0);
  /** Of the motion in this scene, from 0 to 1. */
  progress = $state(0);
  isPlaying = $state(false);
  readonly scenes: Scene[] = $derived.by(() =>
    this.record ? revealScenes(this.record, this.#options.powers()) : [],
  );
  readonly scene: Scene | null = $derived(this.scenes[this.index] ?? null);
  readonly moving: Map<string, number> = $derived(movingScenes(this.scenes));

  readonly #options: Options;
  /** Records that wait for their turn. */
  #queue: number[] = [];
  /** Each start, pause and step begins another run; an older one stops at its next step. */
  #run = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Shows these records, after what is shown now. */
  async show(records: readonly number[]): Promise<void> {
    this.#queue.push(...records);
    if (this.record === null) await this.#nextRecord();
  }

  next(): void {
    if (this.index + 1 < this.scenes.length) this.#goTo(this.index + 1);
    else void this.#nextRecord();
  }

  back(): void {
    this.#goTo(Math.max(0, this.index - 1));
  }

  toggle(): void {
    if (this.isPlaying) this.#halt();
    else void this.#play();
  }

  stop(): void {
    this.#halt();
    this.#queue = [];
    this.record = null;
  }

  #goTo(index: number): void {
    const wasPlaying = this.isPlaying;
    this.#halt();
    this.index = index;
    this.progress = wasPlaying ? 0 : 1;
    if (wasPlaying) void this.#play();
  }

  #halt(): void {
    this.#run += 1;
    this.isPlaying = false;
    this.#options.beSilent();
  }

  async #nextRecord(): Promise<void> {
    this.#halt();
    const run = this.#run;
    const number = this.#queue.shift();
    const record = number === undefined ? null : await this.#options.load(number).catch(() => null);
    if (run !== this.#run) return;
    this.record = record;
    this.index = 0;
    this.progress = 0;
    if (record) void this.#play();
  }

  async #play(): Promise<void> {
    const run = ++this.#run;
    this.isPlaying = true;
    while (run === this.#run && this.record && this.scene) {
      const [record, scene] = [this.record, this.scene];
      this.progress = 0;
      await Promise.all([
        wait(sceneMs(record, scene)),
        this.#options.speak(record, scene),
        hasMotion(this.scenes, this.index) ? this.#move(run) : Promise.resolve(),
      ]);
      if (run !== this.#run) return;
      if (this.index + 1 >= this.scenes.length) break;
      this.index += 1;
    }
    if (run === this.#run) await this.#nextRecord();
  }

  #move(run: number): Promise<void> {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.progress = 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      let [progress, before] = [0, performance.now()];
      const frame = (time: number) => {
        if (run !== this.#run) return resolve();
        progress = Math.min(1, progress + Math.min(MAX_FRAME_MS, Math.max(0, time - before)) / MOVE_MS);
        before = time;
        this.progress = progress;
        if (progress < 1) requestAnimationFrame(frame);
        else resolve();
      };
      requestAnimationFrame(frame);
    });
  }
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

// What the map shows: the game as it is, or a resolved phase that is read out, moved and explained.

import type { RecordView } from '../lib/wire';
import type { Play } from './play.svelte';
import { readers } from './revealed';

const READING_MS = 1600;
const MOVING_MS = 1500;
const RESTING_MS = 1600;

export class Show {
  /** None: now. */
  record: RecordView | null = $state.raw(null);
  stage: 'reading' | 'moving' | 'done' = $state('done');
  /** The number of the power whose orders are being read. */
  reading = $state(0);
  /** From before (0) to after (1). */
  part = $state(0);
  playing = $state(false);
  only: string | null = $state(null);
  /** The province whose order is asked about. */
  why: string | null = $state(null);
  trouble = $state(false);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  #asked = 0;

  constructor(readonly play: Play) {}

  readonly powers: string[] = $derived(this.record ? readers(this.record) : []);

  now(): void {
    this.#halt();
    // What is still being loaded is no longer wanted.
    this.#asked += 1;
    this.playing = false;
    this.record = null;
    this.why = null;
  }

  async open(number: number): Promise<void> {
    this.playing = false;
    await this.#load(number);
    this.part = 0;
    this.stage = 'done';
  }

  /** Reads the orders out power by power, then moves the units. */
  async reveal(number: number): Promise<void> {
    await this.#load(number);
    if (this.record?.number !== number) return;
    this.part = 0;
    this.reading = 0;
    this.stage = 'reading';
    this.#timer = setTimeout(() => this.next(), READING_MS);
  }

  /** The next power, or the moves. */
  next(): void {
    this.#halt();
    if (this.stage === 'reading' && this.reading + 1 < this.powers.length) {
      this.reading += 1;
      this.#timer = setTimeout(() => this.next(), READING_MS);
    } else this.#move(() => undefined);
  }

  skip(): void {
    this.#halt();
    this.stage = 'done';
    this.part = 1;
  }

  async step(by: number): Promise<void> {
    this.playing = false;
    const at = this.#place();
    const next = this.play.records[at + by];
    if (at + by >= this.play.records.length) this.now();
    else if (next) await this.open(next.number);
  }

  async toggle(): Promise<void> {
    if (this.playing) {
      this.playing = false;
      this.#halt();
      return;
    }
    const first = this.record ?? this.play.records[0];
    if (first) await this.playFrom(first.number);
  }

  /** Plays this record and all that follow. */
  async playFrom(number: number): Promise<void> {
    this.playing = true;
    await this.#run(number);
  }

  async #run(number: number): Promise<void> {
    await this.#load(number);
    this.part = 0;
    this.stage = 'done';
    if (!this.playing) return;
    this.#timer = setTimeout(() => {
      this.#move(() => {
        this.#timer = setTimeout(() => {
          const next = this.play.records[this.#place() + 1];
          if (!this.playing) return;
          if (next) void this.#run(next.number);
          else this.playing = false;
        }, RESTING_MS / 2);
      });
    }, RESTING_MS);
  }

  #place(): number {
    const at = this.play.records.findIndex((record) => record.number === this.record?.number);
    return at < 0 ? this.play.records.length : at;
  }

  async #load(number: number): Promise<void> {
    this.#halt();
    const asked = ++this.#asked;
    this.why = null;
    try {
      const record = await this.play.record(number);
      if (asked === this.#asked) this.record = record;
      this.trouble = false;
    } catch {
      this.trouble = true;
    }
  }

  #move(then: () => void): void {
    this.stage = 'moving';
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.part = 1;
      this.stage = 'done';
      then();
      return;
    }
    const start = performance.now();
    const frame = (time: number) => {
      this.part = Math.min(1, (time - start) / MOVING_MS);
      if (this.part < 1) this.#frame = requestAnimationFrame(frame);
      else {
        this.stage = 'done';
        then();
      }
    };
    this.#frame = requestAnimationFrame(frame);
  }

  #halt(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
  }

  stop(): void {
    this.#halt();
  }
}

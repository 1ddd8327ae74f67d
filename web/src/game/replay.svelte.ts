// Replays resolved phases on the map: reads the orders out, moves the units, explains the results.

import type { RecordView } from '../lib/wire';
import type { LiveGame } from './live-game.svelte';
import { powersInReadingOrder } from './resolved-phase';

const READING_MS = 1600;
const MOVING_MS = 1500;
const PAUSE_MS = 1600;

export class Replay {
  /** Null: the map shows the present. */
  record: RecordView | null = $state.raw(null);
  activity: 'reading' | 'moving' | 'done' = $state('done');
  /** The index of the power whose orders are being read out. */
  powerIndex = $state(0);
  /** From 0 (before the moves) to 1 (after them). */
  progress = $state(0);
  playing = $state(false);
  onlyPower: string | null = $state(null);
  /** The province whose order is explained. */
  explained: string | null = $state(null);
  hasFailed = $state(false);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  #loadCount = 0;

  constructor(readonly game: LiveGame) {}

  readonly powers: string[] = $derived(this.record ? powersInReadingOrder(this.record) : []);

  toPresent(): void {
    this.#stopTimers();
    // A record that is still loading is no longer wanted.
    this.#loadCount += 1;
    this.playing = false;
    this.record = null;
    this.explained = null;
  }

  async showRecord(number: number): Promise<void> {
    this.playing = false;
    await this.#load(number);
    this.progress = 0;
    this.activity = 'done';
  }

  /** Reads the orders out power by power, then moves the units. */
  async reveal(number: number): Promise<void> {
    await this.#load(number);
    if (this.record?.number !== number) return;
    this.progress = 0;
    this.powerIndex = 0;
    this.activity = 'reading';
    this.#timer = setTimeout(() => this.nextPower(), READING_MS);
  }

  /** Goes to the next power, or to the moves. */
  nextPower(): void {
    this.#stopTimers();
    if (this.activity === 'reading' && this.powerIndex + 1 < this.powers.length) {
      this.powerIndex += 1;
      this.#timer = setTimeout(() => this.nextPower(), READING_MS);
    } else this.#animateMoves(() => undefined);
  }

  skip(): void {
    this.#stopTimers();
    this.activity = 'done';
    this.progress = 1;
  }

  async step(by: number): Promise<void> {
    this.playing = false;
    const at = this.#index();
    const next = this.game.records[at + by];
    if (at + by >= this.game.records.length) this.toPresent();
    else if (next) await this.showRecord(next.number);
  }

  async togglePlaying(): Promise<void> {
    if (this.playing) {
      this.playing = false;
      this.#stopTimers();
      return;
    }
    const first = this.record ?? this.game.records[0];
    if (first) await this.playFrom(first.number);
  }

  /** Plays this record and all later ones. */
  async playFrom(number: number): Promise<void> {
    this.playing = true;
    await this.#playRecord(number);
  }

  async #playRecord(number: number): Promise<void> {
    await this.#load(number);
    this.progress = 0;
    this.activity = 'done';
    if (!this.playing) return;
    this.#timer = setTimeout(() => {
      this.#animateMoves(() => {
        this.#timer = setTimeout(() => {
          const next = this.game.records[this.#index() + 1];
          if (!this.playing) return;
          if (next) void this.#playRecord(next.number);
          else this.playing = false;
        }, PAUSE_MS / 2);
      });
    }, PAUSE_MS);
  }

  #index(): number {
    const at = this.game.records.findIndex((record) => record.number === this.record?.number);
    return at < 0 ? this.game.records.length : at;
  }

  async #load(number: number): Promise<void> {
    this.#stopTimers();
    const load = ++this.#loadCount;
    this.explained = null;
    try {
      const record = await this.game.record(number);
      if (load === this.#loadCount) this.record = record;
      this.hasFailed = false;
    } catch {
      this.hasFailed = true;
    }
  }

  #animateMoves(then: () => void): void {
    this.activity = 'moving';
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.progress = 1;
      this.activity = 'done';
      then();
      return;
    }
    const start = performance.now();
    const frame = (time: number) => {
      this.progress = Math.min(1, (time - start) / MOVING_MS);
      if (this.progress < 1) this.#frame = requestAnimationFrame(frame);
      else {
        this.activity = 'done';
        then();
      }
    };
    this.#frame = requestAnimationFrame(frame);
  }

  #stopTimers(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
  }

  stop(): void {
    this.#stopTimers();
  }
}

// Practice: the puzzle that is shown, its answer, and the run against the clock.

import type { OrderSheet } from '../../game/order-sheet';
import { describeError } from '../../lib/api';
import { learnApi } from '../../lib/learn-api';
import { readStorage, writeStorage } from '../../lib/storage';
import type { PuzzleKind, PuzzleReview, PuzzleView } from '../../lib/wire';
import {
  dayOf,
  gradeInRun,
  KINDS,
  nextNumber,
  readRecord,
  withAnswer,
  withDay,
  withRun,
  type Grade,
  type PracticeRecord,
} from './practice-record';
import { asksForPlaces } from './puzzle';

export type Mode = 'free' | 'daily' | 'run';
const RECORD_KEY = 'detente:practice';
export const RUN_SECONDS = 180;
/** So many wrong answers end a run. */
export const MAX_WRONG = 3;

export class Practice {
  mode: Mode = $state('free');
  kind: PuzzleKind | 'all' = $state('all');
  grade: Grade = $state(1);
  puzzle: PuzzleView | null = $state.raw(null);
  sheet: OrderSheet = $state.raw(new Map());
  chosen: ReadonlySet<string> = $state.raw(new Set());
  review: PuzzleReview | null = $state.raw(null);
  /** How many hints are shown. */
  hints = $state(0);
  busy = $state(false);
  errorText = $state('');
  record: PracticeRecord = $state.raw(readRecord(readStorage(RECORD_KEY)));
  /** The run against the clock. Null: none was started. */
  run: { solved: number; wrong: number; secondsLeft: number; isOver: boolean } | null = $state.raw(null);
  #isFirstAnswer = true;
  #round = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** What was asked for last, so that it can be shown again in another language. */
  #shown: (() => Promise<PuzzleView>) | null = null;

  /** `now` and the kinds that come next are given from outside, so that tests decide them. */
  constructor(
    private readonly now: () => Date = () => new Date(),
    private readonly random: () => number = Math.random,
  ) {}

  get today(): string {
    return dayOf(this.now());
  }

  setMode(mode: Mode): void {
    this.mode = mode;
    this.#stopClock();
    this.run = null;
    this.puzzle = null;
    this.review = null;
    if (mode === 'daily') void this.#load(() => learnApi.dailyPuzzle(this.today));
    else if (mode === 'free') this.next();
  }

  choose(kind: PuzzleKind | 'all', grade: Grade): void {
    this.kind = kind;
    this.grade = grade;
    this.next();
  }

  next(): void {
    const kind = this.mode === 'run' || this.kind === 'all' ? this.#anyKind() : this.kind;
    const grade = this.mode === 'run' ? gradeInRun(this.run?.solved ?? 0) : this.grade;
    const { number, record } = nextNumber(this.record, kind, grade);
    this.#remember(record);
    void this.#load(() => learnApi.puzzle(kind, number));
  }

  /** Loads the same puzzle again: after an error, or in another language. */
  reload(): void {
    const shown = this.#shown;
    if (shown) void this.#load(shown, this.review === null);
  }

  startRun(): void {
    this.#stopClock();
    this.run = { solved: 0, wrong: 0, secondsLeft: RUN_SECONDS, isOver: false };
    const end = this.now().getTime() + RUN_SECONDS * 1000;
    this.#timer = setInterval(() => {
      const secondsLeft = Math.max(0, Math.ceil((end - this.now().getTime()) / 1000));
      if (this.run && !this.run.isOver) this.run = { ...this.run, secondsLeft };
      if (secondsLeft === 0) this.#endRun();
    }, 250);
    this.next();
  }

  stop(): void {
    this.#stopClock();
  }

  toggle(place: string): void {
    if (this.review !== null || !this.puzzle?.places.includes(place)) return;
    const chosen = new Set(this.chosen);
    if (!chosen.delete(place)) chosen.add(place);
    this.chosen = chosen;
  }

  showHint(): void {
    this.hints = Math.min(this.hints + 1, this.puzzle?.hints.length ?? 0);
  }

  /** Whether there is an answer to send. */
  get isAnswered(): boolean {
    if (!this.puzzle) return false;
    return asksForPlaces(this.puzzle) ? this.chosen.size > 0 : this.sheet.size > 0;
  }

  async answer(): Promise<void> {
    const puzzle = this.puzzle;
    if (!puzzle || this.busy || this.run?.isOver) return;
    this.busy = true;
    this.errorText = '';
    try {
      const body = { deeds: [...this.sheet.values()], places: [...this.chosen] };
      const review = await learnApi.answerPuzzle(puzzle.kind, puzzle.number, body);
      if (this.puzzle !== puzzle) return;
      this.review = review;
      this.#count(review.solved);
    } catch (error) {
      this.errorText = describeError(error);
    } finally {
      this.busy = false;
    }
  }

  tryAgain(): void {
    this.review = null;
  }

  #count(solved: boolean): void {
    if (this.#isFirstAnswer) this.#remember(withAnswer(this.record, solved));
    this.#isFirstAnswer = false;
    if (this.mode === 'daily' && solved) this.#remember(withDay(this.record, this.today));
    if (this.run && !this.run.isOver) {
      const { solved: before, wrong } = this.run;
      this.run = { ...this.run, solved: before + (solved ? 1 : 0), wrong: wrong + (solved ? 0 : 1) };
      if (this.run.wrong >= MAX_WRONG) this.#endRun();
      else if (solved) this.next();
    }
  }

  #endRun(): void {
    this.#stopClock();
    if (!this.run) return;
    this.run = { ...this.run, isOver: true };
    this.#remember(withRun(this.record, this.run.solved));
  }

  #stopClock(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #anyKind(): PuzzleKind {
    return KINDS[Math.floor(this.random() * KINDS.length)] ?? 'take';
  }

  async #load(load: () => Promise<PuzzleView>, isNew = true): Promise<void> {
    const round = ++this.#round;
    this.#shown = load;
    this.errorText = '';
    try {
      const puzzle = await load();
      if (round !== this.#round) return;
      // Until then the puzzle before stays as it was: nobody begins to answer it once more.
      if (isNew) {
        this.sheet = new Map();
        this.chosen = new Set();
        this.review = null;
        this.hints = 0;
        this.#isFirstAnswer = true;
      }
      this.puzzle = puzzle;
    } catch (error) {
      if (round === this.#round) this.errorText = describeError(error);
    }
  }

  #remember(record: PracticeRecord): void {
    this.record = record;
    writeStorage(RECORD_KEY, JSON.stringify(record));
  }
}

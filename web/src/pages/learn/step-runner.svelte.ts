// The state of one step while the learner works on it: what was answered, and what came of it.

import { sheetOf, type OrderSheet } from '../../game/order-sheet';
import { describeError } from '../../lib/api';
import { learnApi } from '../../lib/learn-api';
import type { CourseStep, RecordView } from '../../lib/wire';
import { checkTouched, fateOf, isSolution, reachesGoal, rulingAt } from './course-step';

/** `retry`: the answer is not right yet. */
export type StepState = 'asking' | 'retry' | 'done';
export type Verdict =
  'right' | 'learned' | 'not_yet' | 'other_orders' | 'wrong_provinces' | 'missing_provinces';

const MOVING_MS = 1200;

export class StepRunner {
  state: StepState = $state('asking');
  verdict: Verdict | null = $state(null);
  sheet: OrderSheet = $state.raw(new Map());
  touched: ReadonlySet<string> = $state.raw(new Set());
  /** What the learner said about the units, by province. */
  said: Readonly<Record<string, string>> = $state.raw({});
  answer: number | null = $state(null);
  /** The result with the learner's orders. */
  record: RecordView | null = $state.raw(null);
  /** From 0 (before the moves) to 1 (after them). */
  progress = $state(0);
  /** How many provinces were wrong or missing. */
  count = $state(0);
  errorText = $state('');
  busy = $state(false);
  #frame = 0;

  constructor(
    readonly step: CourseStep,
    private readonly ondone: () => void,
  ) {}

  get predictions() {
    const { task } = this.step;
    return task.kind === 'order' || task.kind === 'predict' ? task.predictions : [];
  }

  /** Whether everything is answered that can be checked. */
  get canCheck(): boolean {
    const { task } = this.step;
    const allSaid = this.predictions.every((one) => this.said[one.at] !== undefined);
    switch (task.kind) {
      case 'touch':
        return this.touched.size > 0;
      case 'order':
        return this.sheet.size > 0 && allSaid;
      case 'predict':
        return allSaid;
      case 'quiz':
        return this.answer !== null;
      default:
        return task satisfies never;
    }
  }

  touch(province: string): void {
    if (this.state === 'done') return;
    const touched = new Set(this.touched);
    if (!touched.delete(province)) touched.add(province);
    this.touched = touched;
    this.#askAgain();
  }
  write(sheet: OrderSheet): void {
    this.sheet = sheet;
    this.#askAgain();
  }
  say(province: string, fate: string): void {
    this.said = { ...this.said, [province]: fate };
    this.#askAgain();
  }
  choose(answer: number): void {
    this.answer = answer;
    this.#askAgain();
  }
  /** Takes the result away and keeps the answers. */
  #askAgain(): void {
    this.verdict = null;
    this.errorText = '';
    if (this.state === 'retry') this.state = 'asking';
    this.record = null;
    this.progress = 0;
    cancelAnimationFrame(this.#frame);
  }

  /** Writes the right answer for somebody who does not find it. */
  showSolution(): void {
    const { task } = this.step;
    this.#askAgain();
    if (task.kind === 'touch') this.touched = new Set(task.provinces);
    if (task.kind === 'quiz') this.answer = task.right;
    if (task.kind === 'order') this.sheet = sheetOf(task.solution);
    if (task.kind === 'order' || task.kind === 'predict')
      this.said = Object.fromEntries(task.predictions.map((one) => [one.at, one.fate]));
  }

  async check(): Promise<void> {
    const { task } = this.step;
    if (!this.canCheck || this.busy) return;
    switch (task.kind) {
      case 'touch': {
        const { wrong, missing } = checkTouched(this.touched, task.provinces);
        this.count = wrong.length > 0 ? wrong.length : missing;
        if (wrong.length > 0) this.touched = new Set([...this.touched].filter((one) => !wrong.includes(one)));
        if (wrong.length + missing === 0) this.#finish('right');
        else this.#tryAgain(wrong.length > 0 ? 'wrong_provinces' : 'missing_provinces');
        return;
      }
      case 'quiz':
        if (this.answer === task.right) this.#finish('right');
        else this.#tryAgain('not_yet');
        return;
      case 'predict':
        this.#show(this.step.record);
        this.#finish(this.#areAllRight() ? 'right' : 'learned');
        return;
      case 'order':
        if (task.goal.length === 0 && !isSolution(this.sheet, task.solution)) {
          this.#tryAgain('other_orders');
          return;
        }
        await this.#resolve(task.power);
        if (!this.record) return;
        if (!reachesGoal(this.record, task.goal)) this.#tryAgain('not_yet');
        else this.#finish(this.#areAllRight() ? 'right' : 'learned');
        return;
      default:
        task satisfies never;
    }
  }

  async #resolve(power: string): Promise<void> {
    this.busy = true;
    this.errorText = '';
    try {
      const deeds = [...this.sheet.values()];
      const { example, phase } = this.step;
      this.#show(await learnApi.tryOrders(example ?? '', { phase, power, deeds }));
    } catch (error) {
      this.errorText = describeError(error);
    } finally {
      this.busy = false;
    }
  }

  #areAllRight(): boolean {
    const { record } = this;
    return this.predictions.every((one) => {
      const ruling = record ? rulingAt(record, one.at) : undefined;
      return ruling !== undefined && fateOf(ruling) === this.said[one.at];
    });
  }

  /** Shows the result: the units move. */
  #show(record: RecordView | null): void {
    this.record = record;
    if (!record) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.progress = 1;
      return;
    }
    const start = performance.now();
    const step = (time: number) => {
      this.progress = Math.min(1, Math.max(0.001, (time - start) / MOVING_MS));
      if (this.progress < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  #tryAgain(verdict: Verdict): void {
    this.state = 'retry';
    this.verdict = verdict;
  }
  #finish(verdict: Verdict): void {
    this.state = 'done';
    this.verdict = verdict;
    this.ondone();
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }
}

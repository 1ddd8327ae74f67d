// What this device remembers of practice: counts, streaks, the best run, the daily puzzles. Pure.

import type { PuzzleKind } from '../../lib/wire';

export const KINDS: readonly PuzzleKind[] = ['take', 'save', 'cut', 'fear', 'retreat', 'hold'];
export type Grade = 1 | 2 | 3;

export type PracticeRecord = {
  tried: number;
  solved: number;
  /** Solved at the first answer, one after the other. */
  streak: number;
  bestStreak: number;
  /** The most that were solved in one run against the clock. */
  bestRun: number;
  /** By kind and grade: how many puzzles were shown. */
  shown: Record<string, number>;
  /** Days on which the puzzle of the day was solved, `2026-11-18`. */
  days: string[];
};

export const EMPTY_RECORD: PracticeRecord = {
  tried: 0,
  solved: 0,
  streak: 0,
  bestStreak: 0,
  bestRun: 0,
  shown: {},
  days: [],
};
/** So many days are remembered. */
const MAX_DAYS = 400;

/** Reads what was stored. Anything else than a record is forgotten. */
export function readRecord(stored: string | null): PracticeRecord {
  try {
    const read = JSON.parse(stored ?? 'null') as Partial<PracticeRecord> | null;
    if (read === null || typeof read !== 'object') return EMPTY_RECORD;
    const count = (value: unknown) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0);
    const shown = Object.entries(read.shown ?? {}).map(([key, n]): [string, number] => [key, count(n)]);
    return {
      tried: count(read.tried),
      solved: count(read.solved),
      streak: count(read.streak),
      bestStreak: count(read.bestStreak),
      bestRun: count(read.bestRun),
      shown: Object.fromEntries(shown),
      days: Array.isArray(read.days)
        ? read.days.filter((day) => typeof day === 'string').slice(-MAX_DAYS)
        : [],
    };
  } catch {
    return EMPTY_RECORD;
  }
}

/** The first answer to a puzzle counts; later ones do not. */
export function withAnswer(record: PracticeRecord, solved: boolean): PracticeRecord {
  const streak = solved ? record.streak + 1 : 0;
  return {
    ...record,
    tried: record.tried + 1,
    solved: record.solved + (solved ? 1 : 0),
    streak,
    bestStreak: Math.max(record.bestStreak, streak),
  };
}

export const withDay = (record: PracticeRecord, day: string): PracticeRecord =>
  record.days.includes(day) ? record : { ...record, days: [...record.days, day].slice(-MAX_DAYS) };

export const withRun = (record: PracticeRecord, solved: number): PracticeRecord => ({
  ...record,
  bestRun: Math.max(record.bestRun, solved),
});

/** The number of the next puzzle of a kind and grade, and the record with it: nobody gets a puzzle twice. */
export function nextNumber(
  record: PracticeRecord,
  kind: PuzzleKind,
  grade: Grade,
): { number: number; record: PracticeRecord } {
  const key = `${kind} ${grade}`;
  const shown = record.shown[key] ?? 0;
  return {
    number: shown * 3 + grade - 1,
    record: { ...record, shown: { ...record.shown, [key]: shown + 1 } },
  };
}

/** How difficult the next puzzle of a run is. */
export const gradeInRun = (solved: number): Grade => (solved < 4 ? 1 : solved < 8 ? 2 : 3);

/** The day on this device. */
export function dayOf(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

// How far this person got in the course, kept on the device.

import { readStorage, writeStorage } from '../../lib/storage';

const KEY = 'detente:course';

/** By the key of a lesson: how many of its steps are done. */
export type Progress = Readonly<Record<string, number>>;

export function parseProgress(text: string | null): Progress {
  try {
    const stored = JSON.parse(text ?? '{}') as unknown;
    if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {};
    return Object.fromEntries(
      Object.entries(stored).filter(
        (entry): entry is [string, number] => Number.isInteger(entry[1]) && (entry[1] as number) > 0,
      ),
    );
  } catch {
    return {};
  }
}

export const readProgress = (): Progress => parseProgress(readStorage(KEY));

/** Remembers that this many steps of a lesson are done. It never goes back. */
export function rememberSteps(lesson: string, steps: number): void {
  const progress = readProgress();
  if ((progress[lesson] ?? 0) >= steps) return;
  writeStorage(KEY, JSON.stringify({ ...progress, [lesson]: steps }));
}

/** The first lesson that is not done, or null if all are. */
export const nextLesson = <Title extends { key: string; steps: number }>(
  lessons: readonly Title[],
  progress: Progress,
): Title | null => lessons.find((lesson) => (progress[lesson.key] ?? 0) < lesson.steps) ?? null;

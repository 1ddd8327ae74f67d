// How far this person got in the course: kept on the device, and on the server for who has a name.

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

/** What both have done: of each lesson the larger number of steps. */
export const mergeProgress = (one: Progress, other: Progress): Progress =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((lesson) => [
      lesson,
      Math.max(one[lesson] ?? 0, other[lesson] ?? 0),
    ]),
  );

/**
 * Sends what was done on this device, and keeps what was done on others. Without a connection it stays on the device
 * until the next time.
 */
export async function syncProgress(send: (progress: Progress) => Promise<Progress>): Promise<Progress> {
  const known = await send(readProgress()).catch((): Progress => ({}));
  // A step may have been done meanwhile.
  const merged = mergeProgress(readProgress(), known);
  writeStorage(KEY, JSON.stringify(merged));
  return merged;
}

/** The next person on this device begins anew. */
export const forgetProgress = (): void => writeStorage(KEY, null);

/** The first lesson that is not done, or null if all are. */
export const nextLesson = <Title extends { key: string; steps: number }>(
  lessons: readonly Title[],
  progress: Progress,
): Title | null => lessons.find((lesson) => (progress[lesson.key] ?? 0) < lesson.steps) ?? null;

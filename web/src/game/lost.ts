// What somebody had written when a phase ended, and what of it did not count. Pure.

import type { Deed, RecordView } from '../lib/wire';
import type { Left } from './desk.svelte';
import { name } from './sheet';

/** None: everything counted. What was typed is shown as it was typed. */
export function lostLines(left: Left, record: RecordView, words: (deed: Deed) => string | null): { phase: string; lines: string[] } | null {
  const counted = new Set([...record.ruled, ...record.adjustments].flatMap((one) => (one.deed ? [name(one.deed)] : [])));
  const lost = left.deeds.filter((deed) => !counted.has(name(deed)));
  const typed = (left.text ?? '').split('\n').map((line) => line.trim()).filter((line) => line !== '');
  // More lines than orders: some were never understood, or not read yet.
  if (lost.length === 0 && typed.length <= left.deeds.length) return null;
  const lines = typed.length > 0 ? typed : lost.map((deed) => words(deed) ?? ('at' in deed ? deed.at.toUpperCase() : deed.power));
  return { phase: left.phase, lines };
}

// Which resolved phases a person has seen. Pure.

import type { RecordSummary } from '../lib/wire';
import { phaseKindOf } from './phase';

/** Phases that end within this time of each other, in seconds, ended together. */
const TOGETHER_S = 2;

/** The first `count` phases, and those later ones that were watched. */
export type SeenRecords = { count: number; watched: ReadonlySet<number> };

export const seenFrom = (count: number): SeenRecords => ({ count, watched: new Set() });

/**
 * The phase of this number, and the retreats and builds that ended together with it because nobody at the table
 * had to be waited for. The map shows them as soon as that phase was watched.
 */
function endedTogether(records: readonly RecordSummary[], number: number): number[] {
  const at = records.findIndex((record) => record.number === number);
  const watched = records[at];
  if (!watched) return [number];
  const later = records.slice(at + 1);
  const end = later.findIndex(
    (record) => phaseKindOf(record.phase) === 'movement' || record.at - watched.at > TOGETHER_S,
  );
  return [watched, ...(end < 0 ? later : later.slice(0, end))].map((record) => record.number);
}

/** After a phase was watched. */
export function withWatched(
  seen: SeenRecords,
  records: readonly RecordSummary[],
  number: number,
): SeenRecords {
  const watched = new Set([...seen.watched, ...endedTogether(records, number)]);
  let { count } = seen;
  for (let next = records[count]; next && watched.has(next.number); next = records[count]) count += 1;
  return { count, watched };
}

/** The phases that were resolved and not watched. */
export function missedRecords(seen: SeenRecords, records: readonly RecordSummary[]): RecordSummary[] {
  return records.slice(seen.count).filter((record) => !seen.watched.has(record.number));
}

// Which resolved phases a person has seen. Pure.

import type { RecordSummary } from '../lib/wire';

/** The first `count` phases, and those later ones that were watched. */
export type SeenRecords = { count: number; watched: ReadonlySet<number> };

export const seenFrom = (count: number): SeenRecords => ({ count, watched: new Set() });

/** After a phase was watched. */
export function withWatched(
  seen: SeenRecords,
  records: readonly RecordSummary[],
  number: number,
): SeenRecords {
  const watched = new Set([...seen.watched, number]);
  let { count } = seen;
  for (let next = records[count]; next && watched.has(next.number); next = records[count]) count += 1;
  return { count, watched };
}

/** The phases that were resolved and not watched. */
export function missedRecords(seen: SeenRecords, records: readonly RecordSummary[]): RecordSummary[] {
  return records.slice(seen.count).filter((record) => !seen.watched.has(record.number));
}

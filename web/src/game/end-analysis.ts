// Where a finished game turned for one power: the autumns that cost it most, and what a strong bot would have ordered.

import type { RecordSummary, RecordView, SheetLine } from '../lib/wire';
import { centresByYear } from './centre-graph';
import { phaseOfKey } from './phase';

/** A request for each of them; more would keep the reader waiting. */
const MAX_TURNS = 3;

export type TurnToAnalyse = { record: number; year: string; from: number; to: number };

/** The movement phases of the autumns after which the power had fewer centres: the largest losses, the first first. */
export function turnsToAnalyse(records: readonly RecordSummary[], power: string): TurnToAnalyse[] {
  const rows = centresByYear(records, '');
  const lost = rows.flatMap((row, i) => {
    const [from, to] = [rows[i - 1]?.centres[power] ?? 0, row.centres[power] ?? 0];
    const record = records.findLast(
      ({ phase, undone }) => !undone && phase.endsWith('M') && isAutumnOf(phase, row.year),
    );
    return to < from && record && row.year !== null
      ? [{ record: record.number, year: row.year, from, to }]
      : [];
  });
  const kept = [...lost].sort((a, b) => b.from - b.to - (a.from - a.to)).slice(0, MAX_TURNS);
  return lost.filter((turn) => kept.includes(turn));
}

const isAutumnOf = (phase: string, year: string | null) =>
  phaseOfKey(phase).season === 'f' && phaseOfKey(phase).year === year;

export type Difference = { ordered: string; better: string };

/** The units of a power to which the bot would have given another order. */
export function differences(record: RecordView, power: string, sheet: readonly SheetLine[]): Difference[] {
  const own = record.ruled.filter((ruling) => ruling.power === power);
  return sheet.flatMap((line) => {
    const ruling = own.find((one) => one.deed && placeOf(one.deed) === placeOf(line.deed));
    return ruling && ruling.short !== line.short ? [{ ordered: ruling.long, better: line.long }] : [];
  });
}

const placeOf = (deed: SheetLine['deed']): string | null => ('at' in deed ? deed.at : null);

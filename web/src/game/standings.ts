// Who stands where: centres, the change of the last year, who has handed in, and the turns that mattered.

import { provinceOf } from '../board/board-map';
import type { GameView, PositionView, RecordSummary } from '../lib/wire';
import { centresByYear, type Row } from './centre-graph';
import { phaseOfKey } from './phase';

export type Standing = {
  power: string;
  seat: number | null;
  centres: number;
  /** Centres won or lost in the last finished year; 0 before the first one has ended. */
  change: number;
  /** `none`: nothing is to be handed in, or nobody plays the power. */
  sheet: 'in' | 'not_in' | 'none';
  isOwn: boolean;
  /** Without centres and units. */
  isOut: boolean;
};

/** One row for each power of the board, in the board's order. */
export function standings(
  powers: readonly string[],
  view: GameView,
  records: readonly RecordSummary[],
  now: string,
): Standing[] {
  const rows = centresByYear(records, now);
  const [last, before] = [rows.at(-1), rows.at(-2)];
  const owned = Object.values(view.position?.owners ?? {});
  return powers.map((power) => {
    const seat = view.seats.find((one) => one.powers.includes(power));
    const centres = owned.filter((owner) => owner === power).length;
    const units = [...(view.position?.units ?? []), ...(view.position?.dislodged ?? [])];
    const sheet = view.state.state === 'underway' ? (seat?.sheet ?? 'not_needed') : 'not_needed';
    return {
      power,
      seat: seat?.seat ?? null,
      centres,
      change: last && before ? (last.centres[power] ?? 0) - (before.centres[power] ?? 0) : 0,
      sheet: sheet === 'not_needed' ? 'none' : sheet,
      isOwn: view.viewer.powers.includes(power),
      isOut: centres === 0 && !units.some((unit) => unit.power === power),
    };
  });
}

/** Most centres first. Powers with the same count stay in the board's order. */
export const ranked = (all: readonly Standing[]): Standing[] =>
  [...all].sort((a, b) => b.centres - a.centres);

/** The provinces in which a power has a unit or a centre. */
export function provincesOf(power: string, position: PositionView): Set<string> {
  const units = [...position.units, ...position.dislodged].filter((unit) => unit.power === power);
  const centres = Object.keys(position.owners).filter((centre) => position.owners[centre] === power);
  return new Set([...units.map((unit) => provinceOf(unit.at)), ...centres]);
}

/** `lead`: somebody else leads alone; `gain`: the largest gain of the game; `out`: a power lost its last centre. */
export type TurningPoint = {
  kind: 'lead' | 'gain' | 'out';
  year: string;
  power: string;
  /** Centres after that year. */
  centres: number;
  /** Centres won in that year. */
  gained: number;
  /** The last phase of that year. */
  record: number;
};

const MAX_TURNING_POINTS = 6;
/** A smaller gain is part of every game. */
const MIN_GAIN = 2;

/** The years that mattered, the first one first. */
export function turningPoints(records: readonly RecordSummary[], powers: readonly string[]): TurningPoint[] {
  // Of a game that is over all years have ended.
  const rows = centresByYear(records, '');
  const found: TurningPoint[] = [];
  const largest = Math.max(0, ...rows.flatMap((row, i) => powers.map((power) => gain(rows, i, power))));
  let leader: string | null = null;
  for (const [i, row] of rows.entries()) {
    if (row.year === null || i === 0) continue;
    const { year } = row;
    const record = records.findLast((one) => !one.undone && phaseOfKey(one.phase).year === year)?.number;
    if (record === undefined) continue;
    const point = (kind: TurningPoint['kind'], power: string): TurningPoint => ({
      kind,
      year,
      power,
      centres: row.centres[power] ?? 0,
      gained: gain(rows, i, power),
      record,
    });
    for (const power of powers) {
      if (gain(rows, i, power) === largest && largest >= MIN_GAIN) found.push(point('gain', power));
      if ((row.centres[power] ?? 0) === 0 && (rows[i - 1]?.centres[power] ?? 0) > 0)
        found.push(point('out', power));
    }
    const first = leads(row, powers);
    if (first !== null && first !== leader) {
      // The first lead of a game is no surprise; a gain that is already listed says the same.
      if (leader !== null && !found.some((one) => one.year === year && one.power === first))
        found.push(point('lead', first));
      leader = first;
    }
  }
  const rank = { lead: 0, gain: 1, out: 2 };
  const kept = [...found].sort((a, b) => rank[a.kind] - rank[b.kind]).slice(0, MAX_TURNING_POINTS);
  return found.filter((point) => kept.includes(point));
}

const gain = (rows: readonly Row[], i: number, power: string): number =>
  i === 0 ? 0 : (rows[i]?.centres[power] ?? 0) - (rows[i - 1]?.centres[power] ?? 0);

/** Who has more centres than everybody else. */
function leads(row: Row, powers: readonly string[]): string | null {
  const [first, second] = [...powers].sort((a, b) => (row.centres[b] ?? 0) - (row.centres[a] ?? 0));
  if (first === undefined) return null;
  return second !== undefined && row.centres[first] === row.centres[second] ? null : first;
}

// What a puzzle shows on the map and in lists. Pure.

import { provinceOf } from '../../board/board-map';
import type { OrderEntry, PuzzleReview, PuzzleView, RecordView, RulingView } from '../../lib/wire';

/** Whether the orders of the others are known; else it must work whatever they do. */
export const showsOthers = (puzzle: PuzzleView): boolean =>
  puzzle.kind === 'take' || puzzle.kind === 'save' || puzzle.kind === 'cut';

/** Whether it is answered with places instead of orders. */
export const asksForPlaces = (puzzle: PuzzleView): boolean => puzzle.kind === 'cut' || puzzle.kind === 'fear';

/** Where an order leads, or whom it helps there. */
export function aimOf(deed: OrderEntry | null): string | null {
  switch (deed?.order) {
    case undefined:
    case 'hold':
    case 'disband':
    case 'build':
    case 'remove':
    case 'waive':
      return null;
    case 'support_hold':
      return deed.of;
    case 'move':
    case 'retreat':
    case 'support_move':
    case 'convoy':
      return provinceOf(deed.to);
    default:
      return deed satisfies never;
  }
}

/** The provinces that a puzzle is about. */
export function placesOf(puzzle: PuzzleView): string[] {
  return [
    ...new Set([
      ...(puzzle.target === null ? [] : [puzzle.target]),
      ...puzzle.options.units.map((unit) => unit.at),
      ...puzzle.options.units.flatMap((unit) => unit.retreats.map(provinceOf)),
      ...puzzle.places,
    ]),
  ];
}

/** The results that explain a puzzle: its own units, and all that is aimed at what it asks about. */
export function decisive(puzzle: PuzzleView, record: RecordView): RulingView[] {
  const own = new Set([...puzzle.options.units.map((unit) => unit.at), ...puzzle.places]);
  if (puzzle.target !== null) own.add(puzzle.target);
  const asked = new Set(puzzle.kind === 'retreat' ? [] : [...puzzle.places, puzzle.target]);
  // After a retreat: where the unit is now.
  if (puzzle.kind === 'retreat')
    for (const unit of puzzle.options.units) unit.retreats.forEach((to) => asked.add(provinceOf(to)));
  return record.ruled.filter((one) => {
    const aim = aimOf(one.deed);
    return (
      (own.has(provinceOf(one.at)) && (puzzle.kind !== 'fear' || one.dislodged_from !== null)) ||
      (aim !== null && asked.has(aim) && one.deed !== null)
    );
  });
}

/** The phases that explain an answer: what it led to, or the solution. */
export const phasesOf = (review: PuzzleReview, view: 'given' | 'explained'): RecordView[] =>
  review[view].length > 0 ? review[view] : review.explained;

/** Seconds as `2:05`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

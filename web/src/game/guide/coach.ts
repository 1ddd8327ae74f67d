// What the coach says in a first game: the one next thing to do, from what is on the page. Pure.

import type { OptionsView, PositionView } from '../../lib/wire';
import type { BoardMap } from '../../board/board-map';
import { provinceOf } from '../../board/board-map';
import { phaseKindOf, phaseOfKey } from '../phase';

export type CoachStep =
  | { kind: 'welcome' }
  /** A unit is picked; the place has a centre that nobody owns, if one is in reach. */
  | { kind: 'target'; place: string | null }
  | { kind: 'more'; left: number }
  | { kind: 'fall' }
  | { kind: 'support' }
  | { kind: 'submit' }
  | { kind: 'results' }
  | { kind: 'retreat' }
  | { kind: 'build' }
  | { kind: 'remove' }
  | { kind: 'end' };

export type CoachInput = {
  options: OptionsView;
  position: PositionView;
  /** The province of the unit that is picked. */
  picked: string | null;
  /** How many units have an order, or how many builds and removals are written. */
  written: number;
  isSubmitted: boolean;
  /** Results are shown on the map. */
  showsResults: boolean;
};

/** The year in which games begin, and the last one with a coach. */
const FIRST_YEAR = 1901;
const LAST_YEAR = 1902;

export function coachStep(input: CoachInput, boardMap: BoardMap): CoachStep | null {
  const { options, picked, written } = input;
  const { season, year } = phaseOfKey(options.phase);
  if (Number(year) > LAST_YEAR) return { kind: 'end' };
  if (input.showsResults) return Number(year) === FIRST_YEAR ? { kind: 'results' } : null;
  if (input.isSubmitted) return null;
  switch (phaseKindOf(options.phase)) {
    case 'movement': {
      const left = options.units.length - written;
      if (options.units.length === 0) return null;
      if (left === 0) return Number(year) === FIRST_YEAR ? { kind: 'submit' } : null;
      if (picked !== null)
        return Number(year) === FIRST_YEAR ? { kind: 'target', place: freeCentre(input, boardMap) } : null;
      if (written > 0) return Number(year) === FIRST_YEAR ? { kind: 'more', left } : null;
      if (Number(year) > FIRST_YEAR) return season === 's' ? { kind: 'support' } : null;
      return season === 's' ? { kind: 'welcome' } : { kind: 'fall' };
    }
    case 'retreats':
      return options.units.length > written ? { kind: 'retreat' } : null;
    case 'adjustments': {
      const owed = options.adjustments.reduce((sum, one) => sum + one.owed, 0);
      const builds = options.adjustments.reduce((sum, one) => sum + one.builds, 0);
      if (owed > 0 && builds > written) return { kind: 'build' };
      return owed < 0 && -owed > written ? { kind: 'remove' } : null;
    }
  }
}

/** A centre without an owner that the picked unit can reach. */
function freeCentre({ options, position, picked }: CoachInput, boardMap: BoardMap): string | null {
  const unit = options.units.find((unit) => unit.at === picked);
  const isFree = (place: string) =>
    boardMap.asset.provinces[provinceOf(place)]?.centre != null &&
    position.owners[provinceOf(place)] === undefined;
  return unit?.moves.find(isFree) ?? null;
}

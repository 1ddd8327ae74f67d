// A position grouped by power, for players who read it as text and for the game master who edits it.

import type { BoardMap } from '../board/board-map';
import type { DislodgedView, PositionView, UnitView } from '../lib/wire';

export type PowerPosition = {
  power: string;
  units: UnitView[];
  dislodged: DislodgedView[];
  centres: string[];
};

/** All powers in the order of the board. */
export function positionByPower(boardMap: BoardMap, position: PositionView): PowerPosition[] {
  const of = (power: string) => (one: { power: string }) => one.power === power;
  return Object.keys(boardMap.asset.powers).map((power) => ({
    power,
    units: position.units.filter(of(power)),
    dislodged: position.dislodged.filter(of(power)),
    centres: Object.keys(position.owners).filter((key) => position.owners[key] === power),
  }));
}

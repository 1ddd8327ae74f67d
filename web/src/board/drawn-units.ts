// Units as they are drawn on the board.

import type { PositionView, UnitKindKey } from '../lib/wire';
import { centrePoint, coastOf, dislodgedPoint, provinceOf, unitPoint, type BoardMap } from './board-map';
import { distance, type Point } from './curve';

export type DrawnUnit = {
  key: string;
  power: string;
  kind: UnitKindKey;
  at: Point;
  coast: string | null;
  /** The gun points to the left, so that it does not cover the centre. */
  facesLeft: boolean;
  /** Forced out of its province. */
  dislodged: boolean;
  /** Not there yet, or just removed. */
  ghost: boolean;
};

export function drawnUnitsOf(boardMap: BoardMap, position: PositionView): DrawnUnit[] {
  const drawn = (
    unit: { power: string; kind: UnitKindKey; at: string },
    at: Point,
    isDislodged: boolean,
  ): DrawnUnit => {
    const near = centrePoint(boardMap, provinceOf(unit.at));
    return {
      key: `${unit.power} ${unit.kind} ${unit.at}${isDislodged ? ' dislodged' : ''}`,
      power: unit.power,
      kind: unit.kind,
      at,
      coast: unit.kind === 'fleet' ? coastOf(unit.at) : null,
      facesLeft: near !== null && near.x > at.x && near.y < at.y + 6 && distance(near, at) < 34,
      dislodged: isDislodged,
      ghost: false,
    };
  };
  return [
    ...position.units.map((unit) => drawn(unit, unitPoint(boardMap, unit.at), false)),
    ...position.dislodged.map((unit) => drawn(unit, dislodgedPoint(boardMap, unit.at), true)),
  ];
}

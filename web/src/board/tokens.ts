// Units as they stand on the board.

import type { PositionView, UnitKindKey } from '../lib/wire';
import { aside, centre, coastOf, provinceOf, spot, type Chart } from './asset';
import { distance, type Point } from './curve';

export type Token = {
  key: string;
  power: string;
  kind: UnitKindKey;
  at: Point;
  coast: string | null;
  /** The gun points to the left: it must not cover the centre. */
  left: boolean;
  /** Pushed out of its province. */
  fallen: boolean;
  /** Not there yet, or no more. */
  ghost: boolean;
};

export function tokensOf(chart: Chart, position: PositionView): Token[] {
  const token = (unit: { power: string; kind: UnitKindKey; at: string }, at: Point, fallen: boolean): Token => {
    const near = centre(chart, provinceOf(unit.at));
    return {
      key: `${unit.power} ${unit.kind} ${unit.at}${fallen ? ' fallen' : ''}`,
      power: unit.power,
      kind: unit.kind,
      at,
      coast: unit.kind === 'fleet' ? coastOf(unit.at) : null,
      left: near !== null && near.x > at.x && near.y < at.y + 6 && distance(near, at) < 34,
      fallen,
      ghost: false,
    };
  };
  return [
    ...position.units.map((unit) => token(unit, spot(chart, unit.at), false)),
    ...position.dislodged.map((unit) => token(unit, aside(chart, unit.at), true)),
  ];
}

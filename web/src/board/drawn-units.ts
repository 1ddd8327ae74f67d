// Units as they are drawn on the board.

import type { PositionView, UnitKindKey } from '../lib/wire';
import { coastOf, dislodgedPoint, provinceOf, unitPoint, type BoardMap } from './board-map';
import { distance, interpolate, type Point } from './curve';

export type DrawnUnit = {
  key: string;
  power: string;
  kind: UnitKindKey;
  province: string;
  at: Point;
  coast: string | null;
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
  ): DrawnUnit => ({
    key: `${unit.power} ${unit.kind} ${unit.at}${isDislodged ? ' dislodged' : ''}`,
    power: unit.power,
    kind: unit.kind,
    province: provinceOf(unit.at),
    at,
    coast: unit.kind === 'fleet' ? coastOf(unit.at) : null,
    dislodged: isDislodged,
    ghost: false,
  });
  return [
    ...position.units.map((unit) => drawn(unit, unitPoint(boardMap, unit.at), false)),
    ...position.dislodged.map((unit) => drawn(unit, dislodgedPoint(boardMap, unit.at), true)),
  ];
}

/** Moves dislodged units so far from the unit that took their place that both can be seen. */
export function apart(units: DrawnUnit[], radius: number): DrawnUnit[] {
  return units.map((unit) => {
    const winner = unit.dislodged && units.find((one) => !one.dislodged && one.province === unit.province);
    if (!winner) return unit;
    const away = distance(winner.at, unit.at);
    const wanted = radius * 2.1;
    return away >= wanted || away === 0
      ? unit
      : { ...unit, at: interpolate(winner.at, unit.at, wanted / away) };
  });
}

/** The box that a piece is drawn in, in units of its own. */
const PIECE_BOX = 52;
const PIECE_BODY = 41;

/** The size of a piece in pixels: it grows with the square root of the zoom. */
export function pieceSize(scale: number): number {
  return Math.min(44, Math.max(17, 27 * Math.sqrt(scale / 0.62)));
}

/** From pixels per unit of the board to the scale of a piece. A piece is never larger than its place allows. */
export function pieceScale(scale: number): number {
  return Math.min(1.6, pieceSize(scale) / scale / PIECE_BODY);
}

/** Half the width of a piece, in units of the board. */
export const pieceRadius = (scale: number): number => (pieceScale(scale) * PIECE_BODY) / 2;
export const isSmallPiece = (scale: number): boolean => pieceScale(scale) * scale * PIECE_BOX < 24;

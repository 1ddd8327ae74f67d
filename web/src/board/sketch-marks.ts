// Arrows of a sketch (a plan, also called conference map), in one colour.

import type { PositionView, Sketch } from '../lib/wire';
import { arrowHead, pathAroundUnits, svgLine, trimPath } from './arrow-path';
import { provinceOf, unitPoint, type BoardMap } from './board-map';
import type { OrderMark } from './order-marks';

export function sketchMarks(boardMap: BoardMap, position: PositionView, sketch: Sketch): OrderMark[] {
  const units = position.units.map((unit) => unitPoint(boardMap, unit.at));
  const unitAt = (place: string) => position.units.find((unit) => provinceOf(unit.at) === provinceOf(place));
  return (sketch.arrows ?? []).map((arrow): OrderMark => {
    const from = unitAt(arrow.from);
    const source = { key: provinceOf(arrow.from), power: from?.power ?? '' };
    const path = trimPath(
      pathAroundUnits(unitPoint(boardMap, from?.at ?? arrow.from), unitPoint(boardMap, arrow.to), units),
      15,
      unitAt(arrow.to) ? 23 : 8,
    );
    if (arrow.kind === 'support')
      return {
        ...source,
        mark: 'support',
        line: svgLine(path),
        tip: path[path.length - 1] ?? null,
        cross: null,
      };
    return {
      ...source,
      mark: 'move',
      line: svgLine(path),
      head: arrowHead(path),
      hollow: false,
      dashes: arrow.kind === 'convoy' ? '13 5' : '',
      cross: null,
    };
  });
}

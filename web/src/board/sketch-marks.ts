// Arrows of a sketch (a plan, also called conference map), in one colour.

import type { PositionView, Sketch } from '../lib/wire';
import { pathAroundUnits } from './arrow-path';
import { provinceOf, unitPoint, type BoardMap } from './board-map';
import type { OrderMark } from './order-marks';

export function sketchMarks(boardMap: BoardMap, position: PositionView, sketch: Sketch): OrderMark[] {
  const units = position.units.map((unit) => unitPoint(boardMap, unit.at));
  const unitAt = (place: string) => position.units.find((unit) => provinceOf(unit.at) === provinceOf(place));
  return (sketch.arrows ?? []).map((arrow): OrderMark => {
    const from = unitAt(arrow.from);
    const source = { key: provinceOf(arrow.from), power: from?.power ?? '' };
    const [start, end] = [unitPoint(boardMap, from?.at ?? arrow.from), unitPoint(boardMap, arrow.to)];
    const path = pathAroundUnits(start, end, units);
    const common = { ...source, path, endsAtUnit: unitAt(arrow.to) !== undefined, failed: false };
    if (arrow.kind === 'support') return { ...common, mark: 'support' };
    return { ...common, mark: 'move', style: arrow.kind === 'convoy' ? 'convoy' : 'plain' };
  });
}

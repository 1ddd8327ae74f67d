// A conference map: arrows of a plan, in one colour of their own.

import type { PositionView, Sketch } from '../lib/wire';
import { provinceOf, spot, type Chart } from './asset';
import type { Mark } from './marks';
import { clear, head, line, trimmed } from './trail';

export function sketchMarks(chart: Chart, position: PositionView, sketch: Sketch): Mark[] {
  const units = position.units.map((unit) => spot(chart, unit.at));
  const standing = (place: string) => position.units.find((unit) => provinceOf(unit.at) === provinceOf(place));
  return (sketch.arrows ?? []).map((arrow): Mark => {
    const from = standing(arrow.from);
    const of = { key: provinceOf(arrow.from), power: from?.power ?? '' };
    const trail = trimmed(clear(spot(chart, from?.at ?? arrow.from), spot(chart, arrow.to), units), 15, standing(arrow.to) ? 23 : 8);
    if (arrow.kind === 'support') return { ...of, mark: 'support', line: line(trail), tip: trail[trail.length - 1] ?? null, cross: null };
    return { ...of, mark: 'move', line: line(trail), head: head(trail), hollow: false, dashes: arrow.kind === 'convoy' ? '13 5' : '', cross: null };
  });
}

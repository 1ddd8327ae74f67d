// What is on a conference map (D2), and what a tap changes.

import { provinceOf, type BoardMap } from '../board/board-map';
import type { ArrowKindKey, PositionView, Sketch, SketchArrow, SketchUnit, UnitKindKey } from '../lib/wire';

/** The server takes as many of each. */
export const MAX_PARTS = 100;
/** The server has more colours; the page uses one. */
const MARK_COLOUR = 1;

export type Piece = { power: string; kind: UnitKindKey };

/** A conference map while it is drawn. `base` is the position that it is drawn on. */
export type Plan = {
  base: PositionView;
  units: readonly SketchUnit[];
  arrows: readonly SketchArrow[];
  marks: readonly string[];
  caption: string;
};

const NO_POSITION: PositionView = { phase: '', units: [], dislodged: [], owners: {} };
export const EMPTY_PLAN: Plan = { base: NO_POSITION, units: [], arrows: [], marks: [], caption: '' };

/** The position that a sketch shows. An older sketch does not know its own: it shows that of now. */
export function positionOf(sketch: Sketch, now: PositionView): PositionView {
  const drawnOn = sketch.drawn_on;
  if (!drawnOn) return now;
  return { phase: drawnOn.phase, units: sketch.units ?? [], dislodged: [], owners: drawnOn.owners };
}

/** The plan of a sketch, or an empty one on this position. */
export function planOf(sketch: Sketch | null, now: PositionView): Plan {
  const base = sketch ? positionOf(sketch, now) : now;
  return {
    base,
    units: base.units.map(({ power, kind, at }) => ({ power, kind, at })),
    arrows: sketch?.arrows ?? [],
    marks: (sketch?.marks ?? []).map(([province]) => province),
    caption: sketch?.caption ?? '',
  };
}

export function sketchOf(plan: Plan): Sketch {
  const owners = Object.entries(plan.base.owners).flatMap(([centre, owner]) =>
    owner === null ? [] : [[centre, owner] as const],
  );
  return {
    units: [...plan.units],
    arrows: [...plan.arrows],
    marks: plan.marks.map((province) => [province, MARK_COLOUR] as [string, number]),
    caption: plan.caption.trim() === '' ? null : plan.caption.trim(),
    drawn_on: { phase: plan.base.phase, owners: Object.fromEntries(owners) },
  };
}

const unitKey = (unit: SketchUnit) => `${unit.power} ${unit.kind} ${unit.at}`;

/** Whether nothing was drawn on the position. */
export function isBlank(plan: Plan): boolean {
  const sameUnits = plan.units.map(unitKey).sort().join() === plan.base.units.map(unitKey).sort().join();
  return plan.arrows.length === 0 && plan.marks.length === 0 && plan.caption.trim() === '' && sameUnits;
}

/** Draws an arrow; the same one again removes it. */
export function drawArrow(plan: Plan, from: string, to: string, kind: ArrowKindKey): Plan {
  if (from === to) return plan;
  const others = plan.arrows.filter((arrow) => arrow.from !== from || arrow.to !== to);
  const isSame = plan.arrows.some((arrow) => arrow.from === from && arrow.to === to && arrow.kind === kind);
  if (isSame) return { ...plan, arrows: others };
  if (others.length >= MAX_PARTS) return plan;
  return { ...plan, arrows: [...others, { from, to, kind }] };
}

export function toggleMark(plan: Plan, province: string): Plan {
  const others = plan.marks.filter((mark) => mark !== province);
  if (others.length < plan.marks.length) return { ...plan, marks: others };
  return others.length >= MAX_PARTS ? plan : { ...plan, marks: [...others, province] };
}

/** Places a unit; a tap on the same unit moves it to the next coast, and in the end removes it. */
export function toggleUnit(plan: Plan, piece: Piece, province: string, boardMap: BoardMap): Plan {
  const others = plan.units.filter((unit) => provinceOf(unit.at) !== province);
  const here = plan.units.find((unit) => provinceOf(unit.at) === province);
  const kind = possibleKind(boardMap, province, piece.kind);
  const places = placesFor(boardMap, province, kind);
  const isSame = here && here.power === piece.power && here.kind === kind;
  const next = places[isSame ? places.indexOf(here.at) + 1 : 0];
  if (next === undefined) return { ...plan, units: others };
  if (others.length >= MAX_PARTS) return plan;
  return { ...plan, units: [...others, { power: piece.power, kind, at: next }] };
}

/** Only fleets are at sea, and only armies where no sea is near. */
function possibleKind(boardMap: BoardMap, province: string, kind: UnitKindKey): UnitKindKey {
  const isWater = (key: string) => boardMap.asset.provinces[key]?.water === true;
  if (isWater(province)) return 'fleet';
  return [...(boardMap.adjacent.get(province) ?? [])].some(isWater) ? kind : 'army';
}

/** A fleet in a province with two coasts is at one of them. */
function placesFor(boardMap: BoardMap, province: string, kind: UnitKindKey): string[] {
  const coasts = Object.keys(boardMap.asset.provinces[province]?.coasts ?? {});
  return kind === 'fleet' && coasts.length > 0 ? coasts.map((coast) => `${province}/${coast}`) : [province];
}

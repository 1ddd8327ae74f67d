import { expect, test } from 'vitest';

import type { BoardMap } from '../src/board/board-map';
import {
  drawArrow,
  isBlank,
  MAX_PARTS,
  planOf,
  positionOf,
  sketchOf,
  toggleMark,
  toggleUnit,
} from '../src/game/sketch-plan';
import type { PositionView } from '../src/lib/wire';

const position = {
  phase: 'S1901M',
  units: [{ power: 'france', kind: 'army', at: 'par' }],
  dislodged: [],
  owners: { par: 'france', bel: null },
} as unknown as PositionView;
const board = {
  asset: {
    provinces: {
      par: {},
      spa: { coasts: { nc: [0, 0], sc: [0, 0] } },
      mao: { water: true },
      mos: {},
    },
  },
  adjacent: new Map([
    ['par', new Set<string>()],
    ['spa', new Set(['mao'])],
    ['mao', new Set(['spa'])],
    ['mos', new Set<string>()],
  ]),
} as unknown as BoardMap;

test('a plan remembers its position, and nothing is lost when it is opened again', () => {
  let plan = planOf(null, position);
  expect(isBlank(plan)).toBe(true);
  plan = drawArrow(plan, 'par', 'bur', 'move');
  plan = toggleMark(plan, 'mun');
  plan = toggleUnit(plan, { power: 'england', kind: 'fleet' }, 'mao', board);
  plan = { ...plan, caption: ' West ' };
  const sketch = sketchOf(plan);
  expect(sketch.drawn_on).toEqual({ phase: 'S1901M', owners: { par: 'france' } });
  expect(sketch.caption).toBe('West');
  const later = { ...position, phase: 'F1901M', units: [] };
  expect(sketchOf(planOf(sketch, later))).toEqual(sketch);
  expect(positionOf(sketch, later).phase).toBe('S1901M');
  // A sketch of an older game shows the position of now.
  expect(positionOf({ arrows: [] }, later)).toBe(later);
});

test('a tap on the same thing again takes it away', () => {
  const plan = planOf(null, position);
  expect(toggleMark(toggleMark(plan, 'mun'), 'mun').marks).toEqual([]);
  const arrow = drawArrow(plan, 'par', 'bur', 'move');
  expect(drawArrow(arrow, 'par', 'bur', 'move').arrows).toEqual([]);
  expect(drawArrow(arrow, 'par', 'bur', 'support').arrows).toEqual([
    { from: 'par', to: 'bur', kind: 'support' },
  ]);
  expect(toggleUnit(plan, { power: 'france', kind: 'army' }, 'par', board).units).toEqual([]);
});

test('a fleet goes from coast to coast and then away; armies are not at sea, fleets not inland', () => {
  const fleet = { power: 'italy', kind: 'fleet' } as const;
  let plan = planOf(null, { ...position, units: [] });
  const places: string[][] = [];
  for (let i = 0; i < 3; i++) {
    plan = toggleUnit(plan, fleet, 'spa', board);
    places.push(plan.units.map((unit) => unit.at));
  }
  expect(places).toEqual([['spa/nc'], ['spa/sc'], []]);
  expect(toggleUnit(plan, { ...fleet, kind: 'army' }, 'mao', board).units[0]?.kind).toBe('fleet');
  expect(toggleUnit(plan, fleet, 'mos', board).units[0]?.kind).toBe('army');
});

test('there are no more marks than the server takes', () => {
  let plan = planOf(null, position);
  for (let i = 0; i <= MAX_PARTS; i++) plan = toggleMark(plan, `p${i}`);
  expect(plan.marks).toHaveLength(MAX_PARTS);
});

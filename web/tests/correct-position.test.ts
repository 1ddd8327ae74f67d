// The position as text, and slots for sketches.

import { expect, it } from 'vitest';

import { parseCorrection, unitLines } from '../src/game/correct-position';
import { positionByPower } from '../src/game/position-by-power';
import { freeSlot } from '../src/game/sketch-editor.svelte';
import type { PositionView } from '../src/lib/wire';

const position: PositionView = {
  phase: 'S1901M',
  units: [
    { power: 'russia', kind: 'fleet', at: 'stp/sc' },
    { power: 'russia', kind: 'army', at: 'mos' },
    { power: 'france', kind: 'army', at: 'par' },
  ],
  dislodged: [],
  owners: {},
};

it('writes a position as text and reads it back', () => {
  expect(unitLines(position.units.filter((unit) => unit.power === 'russia'))).toBe('F STP/SC\nA MOS');
  expect(
    parseCorrection({ russia: ' f stp/sc\n\nA mos, A war', france: '' }, { par: 'france', bel: '' }),
  ).toEqual({
    units: { russia: ['F STP/SC', 'A MOS', 'A WAR'], france: [] },
    owners: { par: 'france', bel: null },
  });
});

it('groups a position by power', () => {
  const boardMap = { asset: { powers: { france: {}, russia: {}, turkey: {} } } } as never;
  const groups = positionByPower(boardMap, {
    ...position,
    owners: { par: 'france', mos: 'russia', war: 'russia' },
  });
  expect(groups.map((one) => [one.power, one.units.length, one.centres])).toEqual([
    ['france', 1, ['par']],
    ['russia', 2, ['mos', 'war']],
    ['turkey', 0, []],
  ]);
});

it('finds a free slot for a sketch', () => {
  const sketch = { units: [], arrows: [], marks: [] };
  expect(freeSlot([])).toBe(0);
  expect(
    freeSlot([
      { slot: 0, sketch },
      { slot: 2, sketch },
    ]),
  ).toBe(1);
  expect(freeSlot(Array.from({ length: 24 }, (_, slot) => ({ slot, sketch })))).toBe(24);
});

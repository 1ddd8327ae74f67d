// Names on the map: whole where there is room, inside their provinces, never over pieces or each other.

import { describe, expect, it } from 'vitest';

import { unitPoint } from '../src/board/board-map';
import {
  gridOf,
  labelBox,
  layoutLabels,
  nameRows,
  type Box,
  type LabelInput,
} from '../src/board/label-layout';
import { measureText } from '../src/board/measure-text';
import { placeMenu } from '../src/board/place-menu';
import { apart, drawnUnitsOf, pieceRadius } from '../src/board/drawn-units';
import { standardBoard } from './standard-board';

const START =
  'vie bud tri lon edi lvp par mar bre ber mun kie rom ven nap mos war sev stp/sc con smy ank'.split(' ');
const measure = (text: string) => text.length * 0.47;
const input = (over: Partial<LabelInput> = {}): LabelInput => ({
  boardMap: standardBoard,
  names: 'whole',
  scale: 0.6,
  letterPx: 12.5,
  always: true,
  pieces: START.map((place) => ({
    at: unitPoint(standardBoard, place),
    radius: pieceRadius(0.6) + 1,
    province: place.slice(0, 3),
  })),
  lines: [],
  centreRadius: 6,
  measure,
  ...over,
});
const overlaps = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('the names of a desk', () => {
  const labels = layoutLabels(input());
  it('are there for all 75 provinces, most of them whole', () => {
    expect(labels.length).toBe(75);
    expect(labels.filter((label) => label.full).length).toBeGreaterThanOrEqual(58);
  });
  it('are never smaller than 11 pixels', () => {
    for (const label of labels) expect(label.size * 0.6).toBeGreaterThanOrEqual(11);
  });
  it('whole names cover no piece and no other whole name', () => {
    const boxes = labels.filter((label) => label.full).map((label) => labelBox(label, measure));
    boxes.forEach((box, i) => {
      for (const place of START) {
        const at = unitPoint(standardBoard, place);
        expect(overlaps(box, { x: at.x - 8, y: at.y - 8, width: 16, height: 16 })).toBe(false);
      }
      boxes.slice(i + 1).forEach((other) => expect(overlaps(box, other)).toBe(false));
    });
  });
  it('make room for an arrow', () => {
    const free = labels.find((label) => label.key === 'boh')!;
    const box = labelBox(free, measure);
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const moved = layoutLabels(input({ lines: [middle] })).find((label) => label.key === 'boh')!;
    const after = labelBox(moved, measure);
    expect(overlaps(after, { x: middle.x - 1, y: middle.y - 1, width: 2, height: 2 })).toBe(false);
  });
});

describe('other sizes', () => {
  it('short names are short', () =>
    expect(layoutLabels(input({ names: 'short' })).every((label) => !label.full)).toBe(true));
  it('a small map leaves out what has no room', () => {
    const labels = layoutLabels(input({ scale: 0.2, letterPx: 12, always: false }));
    expect(labels.length).toBeGreaterThan(20);
    expect(labels.length).toBeLessThan(75);
  });
  it('names that the edge of a part would cut are left out', () => {
    const within = { x: 300, y: 300, width: 300, height: 300 };
    for (const label of layoutLabels(input({ within }))) {
      const box = labelBox(label, measure);
      expect(box.x).toBeGreaterThanOrEqual(300);
      expect(box.x + box.width).toBeLessThanOrEqual(600);
    }
  });
  it('a name has all its rows', () => {
    expect(nameRows('North Atlantic Ocean')).toContainEqual(['North', 'Atlantic', 'Ocean']);
    expect(nameRows('Paris')).toEqual([['Paris']]);
    expect(nameRows('Mid-Atlantic Ocean')).toContainEqual(['Mid-Atlantic', 'Ocean']);
  });
  it('texts have a width without a canvas too', () =>
    expect(measureText('Paris', 'roman')).toBeGreaterThan(0));
});

it('the grid knows every province', () => {
  for (const [key, cells] of gridOf(standardBoard).cells) expect(cells, key).toBeGreaterThan(10);
});

describe('a menu', () => {
  const menu = { width: 280, height: 200 };
  const frame = { width: 900, height: 700 };
  it('stays inside the frame everywhere, and beside what was touched', () => {
    for (let x = 10; x < 900; x += 80)
      for (let y = 10; y < 700; y += 60) {
        const corner = placeMenu(menu, { x, y }, [], frame);
        expect(corner.x).toBeGreaterThanOrEqual(8);
        expect(corner.y).toBeGreaterThanOrEqual(8);
        expect(corner.x + menu.width).toBeLessThanOrEqual(892);
        expect(corner.y + menu.height).toBeLessThanOrEqual(692);
        const covers =
          x > corner.x && x < corner.x + menu.width && y > corner.y && y < corner.y + menu.height;
        expect(covers, `${x} ${y}`).toBe(false);
      }
  });
  it('does not cover the selected unit if it can', () => {
    const corner = placeMenu(menu, { x: 450, y: 400 }, [{ x: 450, y: 300 }], frame);
    const covers = 450 > corner.x && 450 < corner.x + 280 && 300 > corner.y && 300 < corner.y + 200;
    expect(covers).toBe(false);
  });
});

it('a dislodged unit and the one that took its place can both be seen', () => {
  const unit = { power: 'turkey', kind: 'army' as const, at: 'war', open: [] };
  const position = {
    phase: 'S1904R',
    units: [{ power: 'italy', kind: 'army' as const, at: 'war' }],
    dislodged: [unit],
    owners: {},
  };
  const radius = pieceRadius(0.5);
  const [winner, loser] = apart(drawnUnitsOf(standardBoard, position), radius);
  expect(Math.hypot(winner!.at.x - loser!.at.x, winner!.at.y - loser!.at.y)).toBeGreaterThan(radius * 1.6);
});

// The pages draw the same lines as the program. A test of crates/picture writes `order-paths.json`.

import { expect, it } from 'vitest';

import {
  arrowHead,
  pathAroundUnits,
  pathLength,
  smoothPath,
  trimPath,
  wavePath,
} from '../src/board/arrow-path';
import { unitPoint } from '../src/board/board-map';
import { distance, type Point } from '../src/board/curve';
import { movePath } from '../src/board/order-marks';
import samples from './order-paths.json';
import { standardBoard } from './standard-board';

const point = ([x, y]: number[]): Point => ({ x: x ?? NaN, y: y ?? NaN });
/** The program counts with 32 bits and writes hundredths. */
const TOLERANCE = 0.02;

it.each(samples)('$name', ({ through, units, points, trimmed, wave, head }) => {
  const spots = through.map(point);
  const path = spots.length > 2 ? smoothPath(spots) : pathAroundUnits(spots[0]!, spots[1]!, units.map(point));
  const isSame = (found: Point[], wanted: number[][]) => {
    expect(found).toHaveLength(wanted.length);
    found.forEach((at, i) => {
      expect(Math.abs(at.x - point(wanted[i]!).x), `${i}`).toBeLessThan(TOLERANCE);
      expect(Math.abs(at.y - point(wanted[i]!).y), `${i}`).toBeLessThan(TOLERANCE);
    });
  };
  isSame(path, points);
  isSame(trimPath(path, 12, 18), trimmed);
  isSame(wavePath(path, 15, 3.4), wave);
  const numbers = (text: string) => text.split(/[MLZ ]/).filter((one) => one !== '');
  numbers(arrowHead(path, 9.5)).forEach((value, i) =>
    expect(Math.abs(Number(value) - Number(numbers(head)[i]))).toBeLessThan(0.11),
  );
});

it('a fleet follows the coast, an army goes over land', () => {
  const position = { phase: 'S1901M', units: [], dislodged: [], owners: {} };
  const detour = (kind: 'army' | 'fleet') => {
    const deed = { order: 'move' as const, at: 'lvn', to: 'pru', by_convoy: false };
    const entry = { deed, power: 'russia', kind, place: 'lvn', outcome: 'open' as const, dislodged: false };
    const { path } = movePath(standardBoard, position, new Map(), entry, 'pru');
    return pathLength(path) / distance(unitPoint(standardBoard, 'lvn'), unitPoint(standardBoard, 'pru'));
  };
  expect(detour('fleet')).toBeGreaterThan(1.2);
  expect(detour('army')).toBeLessThan(1.1);
});

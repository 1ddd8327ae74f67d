// The pages draw the same lines as the program. A test of crates/picture writes `order-paths.json`.

import { expect, it } from 'vitest';

import { arrowHead, pathAroundUnits, smoothPath, trimPath, wavePath } from '../src/board/arrow-path';
import type { Point } from '../src/board/curve';
import samples from './order-paths.json';

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

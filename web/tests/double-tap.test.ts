// Double taps on the map.

import { describe, expect, it } from 'vitest';

import { isDoubleTap, type Tap } from '../src/board/double-tap';

const tap = (rest: Partial<Tap> = {}): Tap => ({ x: 100, y: 100, time: 1000, free: true, ...rest });

describe('two taps', () => {
  it('are a double tap if they are quick and close', () => {
    expect(isDoubleTap(tap(), tap({ x: 110, time: 1200 }))).toBe(true);
    expect(isDoubleTap(tap(), tap({ time: 1300 }))).toBe(false);
    expect(isDoubleTap(tap(), tap({ x: 124, time: 1100 }))).toBe(false);
    expect(isDoubleTap(null, tap())).toBe(false);
  });
  it('are two taps if either was for an order', () => {
    expect(isDoubleTap(tap({ free: false }), tap({ time: 1100 }))).toBe(false);
    expect(isDoubleTap(tap(), tap({ time: 1100, free: false }))).toBe(false);
  });
});

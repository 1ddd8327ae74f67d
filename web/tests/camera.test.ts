// The camera of the map: limits, zoom, changes of the window.

import { describe, expect, it } from 'vitest';

import { fitScale, keptInFrame, resized, zoomed } from '../src/board/camera';

const board = { width: 1000, height: 800 };

describe('the camera', () => {
  it('keeps the map in place when the bar beneath it grows', () => {
    const frame = { width: 390, height: 560 };
    const whole = keptInFrame({ x: 0, y: 0, k: fitScale(frame, board) }, frame, board);
    expect(resized(whole, { width: 390, height: 500 }, board)).toEqual(whole);
  });

  it('moves the map only if there is no space left', () => {
    const frame = { width: 390, height: 560 };
    const whole = keptInFrame({ x: 0, y: 0, k: fitScale(frame, board) }, frame, board);
    const low = { width: 390, height: 380 };
    expect(resized(whole, low, board)).toEqual(keptInFrame(whole, low, board));
    const near = zoomed(whole, 3, { x: 200, y: 250 }, frame, board);
    expect(resized(near, { width: 390, height: 500 }, board)).toEqual(near);
  });

  it('puts the whole map beside the buttons if there is space for both', () => {
    const [phone, desktop] = [
      { width: 400, height: 380 },
      { width: 1160, height: 800 },
    ];
    expect(keptInFrame({ x: 0, y: 0, k: 0.4 }, phone, board)).toEqual({ k: 0.4, x: 0, y: 0 });
    expect(keptInFrame({ x: 0, y: 0, k: 1 }, desktop, board)).toEqual({ k: 1, x: 50, y: 0 });
    // Else the map stays in the frame.
    expect(keptInFrame({ x: 0, y: 0, k: 0.4 }, { width: 400, height: 330 }, board)).toEqual({
      k: 0.4,
      x: 0,
      y: 0,
    });
  });

  it('lets the map be moved out from under the buttons', () => {
    const far = { x: -9999, y: -9999, k: 1 };
    expect(keptInFrame(far, { width: 390, height: 500 }, board)).toEqual({
      k: 1,
      x: 390 - 1000,
      y: 500 - 800 - 60,
    });
    expect(keptInFrame(far, { width: 860, height: 500 }, board)).toEqual({
      k: 1,
      x: 860 - 1000 - 60,
      y: 500 - 800,
    });
  });
});

// The contract of the board, without a browser: what pointers and keys do, and what is reported.

import { describe, expect, it } from 'vitest';

import { unitPoint } from '../src/board/board-map';
import type { Point } from '../src/board/curve';
import * as board from '../src/board/board-state';
import type { BoardConfig, BoardEvent, BoardState, Step } from '../src/board/board-state';
import { fitScale } from '../src/board/camera';
import { tappedProvince } from '../src/board/tapped-province';
import { standardBoard } from './standard-board';

const size = { width: standardBoard.width, height: standardBoard.height };
const DESK = { width: 900, height: 700 };
const PHONE = { width: 390, height: 600 };
const config: BoardConfig = {
  boardMap: standardBoard,
  showWhole: false,
  focus: [unitPoint(standardBoard, 'par')],
  covered: 0,
};
const start = (frame = DESK, over: Partial<BoardConfig> = {}): BoardState =>
  board.resize(board.INITIAL_STATE, { ...config, ...over }, frame).state;
const on = (state: BoardState, place: string) => {
  const at = unitPoint(standardBoard, place);
  return { x: state.camera.x + at.x * state.camera.k, y: state.camera.y + at.y * state.camera.k };
};
type Act = (state: BoardState) => Step;
/** Does one thing after the other; returns the last state and everything that was reported. */
function run(from: BoardState, ...acts: Act[]): Step {
  return acts.reduce<Step>(
    (step, act) => {
      const next = act(step.state);
      return { state: next.state, events: [...step.events, ...next.events] };
    },
    { state: from, events: [] },
  );
}
const heard = (events: BoardEvent[]) => events.filter((event) => event.type !== 'settled');
const mouse = (at: { x: number; y: number }, time = 0) => ({ id: 1, at, time, kind: 'mouse' as const });
const shifted = (at: { x: number; y: number }, x: number, y = 0) => ({ x: at.x + x, y: at.y + y });

describe('the first view', () => {
  it('is the whole board on a desk, with nothing cropped', () => {
    // Beside the panel, in windows of 900, 1024, 1280, 1920 and 3840 pixels.
    for (const width of [516, 640, 896, 1440, 3328]) {
      const state = start({ width, height: 600 });
      expect(state.camera.k).toBeCloseTo(fitScale({ width, height: 600 }, size));
      expect(state.camera.x).toBeGreaterThanOrEqual(-0.01);
      expect(state.camera.y).toBeGreaterThanOrEqual(-0.01);
    }
  });
  it('is near the own units on a phone', () => {
    const state = start(PHONE);
    expect(state.camera.k).toBeGreaterThan(fitScale(PHONE, size));
    const at = on(state, 'par');
    expect(at.x).toBeGreaterThan(0);
    expect(at.x).toBeLessThan(PHONE.width);
  });
  it('stays when the frame changes by a line', () => {
    const before = run(start(PHONE), (state) => board.zoomBy(state, config, 1.5)).state;
    const after = board.resize(before, config, { ...PHONE, height: 560 }).state;
    expect(after.camera).toEqual(before.camera);
  });
});

describe('something over the lower edge', () => {
  it('hides a unit until its place is shown', () => {
    const points = ['mar', 'bre'].map((place) => unitPoint(standardBoard, place));
    const covering = { ...config, covered: 300 };
    const state = board.resize(board.INITIAL_STATE, { ...config, focus: points }, PHONE).state;
    expect(board.hides(state, config, points)).toBe(false);
    expect(board.hides(state, covering, points)).toBe(true);
    const shown = board.showPoints(state, covering, points, state.camera.k * 1.2).state;
    expect(board.hides(shown, covering, points)).toBe(false);
  });
});

describe('a tap', () => {
  it('reports its province, once', () => {
    const state = start();
    const at = on(state, 'par');
    const { events, state: after } = run(
      state,
      (state) => board.pointerDown(state, config, mouse(at)),
      (state) => board.pointerUp(state, config, mouse(shifted(at, 2), 80)),
    );
    expect(heard(events)).toEqual([{ type: 'tap', province: 'par' }]);
    expect(after.gesture).toEqual({ kind: 'none' });
    expect(after.camera).toEqual(state.camera);
  });
  it('is not reported if the browser takes the pointer away', () => {
    const state = start();
    const { events } = run(
      state,
      (state) => board.pointerDown(state, config, mouse(on(state, 'par'))),
      (state) => board.pointerCancel(state, { id: 1 }),
    );
    expect(heard(events)).toEqual([]);
  });
  it('twice in a free place enlarges the map there', () => {
    const state = start();
    const preferred = new Set(['mos']);
    const tap = (time: number): Act[] => [
      (state) => board.pointerDown(state, { ...config, preferred }, mouse(on(state, 'nat'), time)),
      (state) => board.pointerUp(state, { ...config, preferred }, mouse(on(state, 'nat'), time + 40)),
    ];
    const { state: after } = run(state, ...tap(0), ...tap(150));
    expect(after.camera.k).toBeGreaterThan(state.camera.k * 1.5);
  });
  it('that rests shows the province, and the lift is no tap', () => {
    const state = start(PHONE);
    const at = on(state, 'par');
    const touch = { id: 1, at, time: 0, kind: 'touch' as const };
    const { events } = run(
      state,
      (state) => board.pointerDown(state, config, touch),
      (state) => board.longPress(state, config),
      (state) => board.pointerUp(state, config, { ...touch, time: 900 }),
    );
    expect(heard(events)).toEqual([{ type: 'peek', province: 'par', at }]);
  });
  it('stays a tap if only the timer was early', () => {
    const state = start(PHONE);
    const touch = { id: 1, at: on(state, 'par'), time: 0, kind: 'touch' as const };
    const { events } = run(
      state,
      (state) => board.pointerDown(state, config, touch),
      (state) => board.longPress(state, config),
      (state) => board.pointerUp(state, config, { ...touch, time: 80 }),
    );
    expect(heard(events).at(-1)).toEqual({ type: 'tap', province: 'par' });
  });
});

describe('a drag', () => {
  const goals = (from: string) => new Set(from === 'par' ? ['bur', 'pic', 'gas', 'bre'] : []);
  const orders = { ...config, goals };
  it('on the sea moves the map', () => {
    const state = run(start(), (state) => board.zoomBy(state, orders, 2)).state;
    const at = { x: 300, y: 300 };
    const { state: after, events } = run(
      state,
      (state) => board.pointerDown(state, { ...orders, goals: undefined }, mouse(at)),
      (state) => board.pointerMove(state, orders, mouse(shifted(at, -40, -20))),
      (state) => board.pointerUp(state, orders, mouse(shifted(at, -40, -20))),
    );
    expect(after.camera.x - state.camera.x).toBeCloseTo(-40);
    expect(heard(events)).toEqual([]);
  });
  it('of a unit lights the goal under it and drops it there', () => {
    const state = start();
    const [from, to] = [on(state, 'par'), on(state, 'bur')];
    const lifted = run(
      state,
      (state) => board.pointerDown(state, orders, mouse(from)),
      (state) => board.pointerMove(state, orders, mouse(shifted(from, 9))),
      (state) => board.pointerMove(state, orders, mouse(to)),
    );
    expect(lifted.state.gesture).toMatchObject({ kind: 'drag', from: 'par', over: 'bur' });
    expect(lifted.state.camera).toEqual(state.camera);
    const { events } = run(lifted.state, (state) => board.pointerUp(state, orders, mouse(to)));
    expect([...heard(lifted.events), ...heard(events)]).toEqual([
      { type: 'drag', from: 'par' },
      { type: 'drop', from: 'par', to: 'bur' },
    ]);
  });
  it('may begin after the finger rested', () => {
    const state = start(PHONE);
    const [from, to] = [on(state, 'par'), on(state, 'bur')];
    const touch = (at: Point) => ({ id: 1, at, time: 0, kind: 'touch' as const });
    const { events } = run(
      state,
      (state) => board.pointerDown(state, orders, touch(from)),
      (state) => board.longPress(state, orders),
      (state) => board.pointerMove(state, orders, touch(to)),
      (state) => board.pointerUp(state, orders, touch(to)),
    );
    expect(heard(events).slice(1)).toEqual([
      { type: 'drag', from: 'par' },
      { type: 'drop', from: 'par', to: 'bur' },
    ]);
  });
  it('to a place where it cannot go gives no order', () => {
    const state = start();
    const [from, to] = [on(state, 'par'), on(state, 'mos')];
    const { events } = run(
      state,
      (state) => board.pointerDown(state, orders, mouse(from)),
      (state) => board.pointerMove(state, orders, mouse(to)),
      (state) => board.pointerUp(state, orders, mouse(to)),
    );
    expect(heard(events)).toEqual([
      { type: 'drag', from: 'par' },
      { type: 'drop', from: 'par', to: null },
    ]);
  });
  it('is taken back by Escape', () => {
    const from = on(start(), 'par');
    const { events } = run(
      start(),
      (state) => board.pointerDown(state, orders, mouse(from)),
      (state) => board.pointerMove(state, orders, mouse(shifted(from, 60))),
      (state) => board.cancelGesture(state),
      (state) => board.pointerUp(state, orders, mouse(shifted(from, 60))),
    );
    expect(heard(events).at(-1)).toEqual({ type: 'drop', from: 'par', to: null });
  });
  it('with two fingers zooms around their middle', () => {
    const state = start(PHONE);
    const finger = (id: number, x: number) => ({ id, at: { x, y: 300 }, time: 0, kind: 'touch' as const });
    const { state: after } = run(
      state,
      (state) => board.pointerDown(state, orders, finger(1, 150)),
      (state) => board.pointerDown(state, orders, finger(2, 250)),
      (state) => board.pointerMove(state, orders, finger(2, 350)),
    );
    expect(after.camera.k).toBeGreaterThan(state.camera.k * 1.6);
  });
});

describe('keys', () => {
  it('move and zoom, and leave other keys alone', () => {
    const state = run(start(), (state) => board.zoomBy(state, config, 2)).state;
    expect(board.pressKey(state, config, 'ArrowLeft')?.state.camera.x).toBeGreaterThan(state.camera.x);
    expect(board.pressKey(state, config, '+')?.state.camera.k).toBeGreaterThan(state.camera.k);
    expect(board.pressKey(state, config, '0')?.state.camera.k).toBeCloseTo(fitScale(DESK, size));
    expect(board.pressKey(state, config, 'h')).toBeNull();
  });
});

describe('what is covered at the bottom', () => {
  it('is not used to show places', () => {
    const covered = { ...config, covered: 260 };
    const state = run(start(PHONE), (state) =>
      board.showPoints(state, covered, [unitPoint(standardBoard, 'gre'), unitPoint(standardBoard, 'ser')], 1),
    ).state;
    for (const place of ['gre', 'ser']) expect(on(state, place).y).toBeLessThan(PHONE.height - 260);
  });
});

describe('the hit test', () => {
  it('finds the province of an inexact finger: 64 touches around each of 81 places', () => {
    // A screen of 390 pixels, zoomed in twice; a finger that is up to 8 pixels off.
    const unit = standardBoard.width / (390 * 2);
    let [right, all] = [0, 0];
    for (const [key, outline] of standardBoard.outlines)
      for (const at of outline.unitPoints)
        for (let k = 0; k < 64; k++) {
          const [turn, away] = [k * 2.399963, Math.sqrt((k + 0.5) / 64) * 8 * unit];
          const touch = { x: at.x + away * Math.cos(turn), y: at.y + away * Math.sin(turn) };
          all += 1;
          if (tappedProvince(standardBoard, touch, 22 * unit) === key) right += 1;
        }
    expect(all).toBe(5184);
    expect(right / all).toBeGreaterThanOrEqual(0.98);
  });
  it('finds every province at its own place, and nothing far outside', () => {
    for (const [key, outline] of standardBoard.outlines)
      expect(tappedProvince(standardBoard, outline.unitPoints[0]!, 5)).toBe(key);
    expect(tappedProvince(standardBoard, { x: -200, y: -200 }, 20)).toBeNull();
  });
});

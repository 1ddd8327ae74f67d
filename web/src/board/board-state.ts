// The board without a browser: what is visible, which gesture is going on, and what pointers and keys do to it.
// Every transition is a pure function from a state to the next one and to what happened.

import type { BoardMap } from './board-map';
import {
  boardPoint,
  centredOn,
  coverScale,
  fitScale,
  isPhone,
  moved,
  resized,
  zoomed,
  type Camera,
  type Frame,
} from './camera';
import { distance, type Point } from './curve';
import { isDoubleTap, type Tap } from './double-tap';
import { pieceRadius } from './drawn-units';
import { tappedProvince } from './tapped-province';

export type PointerKind = 'mouse' | 'touch';
/** `at`: in pixels of the frame. `time`: in milliseconds. */
export type PointerInput = { id: number; at: Point; time: number; kind: PointerKind };

export type Gesture =
  | { kind: 'none' }
  /** A finger or button is down and has hardly moved. `unit`: the province of the unit under it. */
  | { kind: 'press'; start: Point; time: number; unit: string | null; isPinch: false }
  | { kind: 'pan' }
  | { kind: 'pinch' }
  /** A unit is dragged. `at`: on the board. `over`: the legal goal under the finger. */
  | { kind: 'drag'; from: string; at: Point; over: string | null }
  /** The information about a province is shown until the finger is lifted or drags the unit away. */
  | { kind: 'peek'; start: Point; time: number; unit: string | null };

export type BoardState = {
  camera: Camera;
  /** Null until the first resize. */
  frame: Frame | null;
  pointers: ReadonlyMap<number, Point>;
  gesture: Gesture;
  lastTap: Tap | null;
};

/** What the transitions need to know about the game. */
export type BoardConfig = {
  boardMap: BoardMap;
  /** Provinces that win a tap between two provinces. */
  preferred?: ReadonlySet<string> | undefined;
  /** Where the unit in a province may be dragged; empty if it cannot be dragged. */
  goals?: ((from: string) => ReadonlySet<string>) | undefined;
  /** Shows the whole board at first, also on a small screen. */
  showWhole: boolean;
  /** Points to show first on a small screen. */
  focus: Point[];
  /** How many pixels at the bottom are covered by something else. */
  covered: number;
};

export type BoardEvent =
  /** Null: outside of every province. */
  | { type: 'tap'; province: string | null }
  | { type: 'drag'; from: string }
  /** `to` is null if the unit was let go where it cannot go. */
  | { type: 'drop'; from: string; to: string | null }
  | { type: 'peek'; province: string; at: Point }
  /** The camera rests: sizes that depend on the scale may follow. */
  | { type: 'settled' };

export type Step = { state: BoardState; events: BoardEvent[] };

const PAN_STEP_PX = 60;
const DRAG_PX: Record<PointerKind, number> = { mouse: 6, touch: 10 };
const TAP_TRAVEL_PX = 10;
/** About half of a piece. */
const PIECE_PX = 18;
const TOLERANCE_PX: Record<PointerKind, number> = { mouse: 10, touch: 22 };
export const PEEK_MS = 350;

export const INITIAL_STATE: BoardState = {
  camera: { x: 0, y: 0, k: 0.5 },
  frame: null,
  pointers: new Map(),
  gesture: { kind: 'none' },
  lastTap: null,
};

const size = (config: BoardConfig) => ({ width: config.boardMap.width, height: config.boardMap.height });
/** The part of the frame that can be seen. */
const visible = (config: BoardConfig, frame: Frame): Frame => ({
  width: frame.width,
  height: Math.max(80, frame.height - config.covered),
});
const only = (state: BoardState, ...events: BoardEvent[]): Step => ({ state, events });

/** The province that a point of the frame means. */
export function provinceAt(
  state: BoardState,
  config: BoardConfig,
  at: Point,
  kind: PointerKind,
  preferred = config.preferred,
): string | null {
  return tappedProvince(
    config.boardMap,
    boardPoint(state.camera, at),
    TOLERANCE_PX[kind] / state.camera.k,
    preferred?.size ? preferred : undefined,
  );
}

export function resize(state: BoardState, config: BoardConfig, frame: Frame): Step {
  if (frame.width === 0 || frame.height === 0) return only(state);
  const board = size(config);
  if (state.frame === null)
    return only(
      { ...state, frame, camera: firstCamera(config, visible(config, frame)) },
      { type: 'settled' },
    );
  const wasWhole = state.camera.k <= fitScale(state.frame, board) * 1.001;
  const seen = visible(config, frame);
  // The map must not move under a finger.
  const mayCentre = wasWhole && state.pointers.size === 0;
  const camera = mayCentre ? wholeCamera(config, seen) : resized(state.camera, seen, board);
  return only({ ...state, frame, camera }, { type: 'settled' });
}

/** A desktop shows the whole board; a phone shows as much as fills it, around the player's own units. */
function firstCamera(config: BoardConfig, frame: Frame): Camera {
  const board = size(config);
  const fit = fitScale(frame, board);
  if (config.showWhole || !isPhone(frame)) return wholeCamera(config, frame);
  const k = Math.min(coverScale(frame, board), fit * 1.9);
  const points =
    config.focus.length > 0 && k > fit ? config.focus : [{ x: board.width / 2, y: board.height / 2 }];
  return centredOn(points, frame, board, k);
}

function wholeCamera(config: BoardConfig, frame: Frame): Camera {
  const board = size(config);
  return centredOn([{ x: board.width / 2, y: board.height / 2 }], frame, board, fitScale(frame, board));
}

export function showWhole(state: BoardState, config: BoardConfig): Step {
  if (!state.frame) return only(state);
  return only({ ...state, camera: wholeCamera(config, visible(config, state.frame)) }, { type: 'settled' });
}

/** Shows these points with a margin, not nearer than `maxScale`. */
export function showPoints(state: BoardState, config: BoardConfig, points: Point[], maxScale: number): Step {
  if (!state.frame || points.length === 0) return only(state);
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const margin = 140;
  const [width, height] = [
    Math.max(...xs) - Math.min(...xs) + margin,
    Math.max(...ys) - Math.min(...ys) + margin,
  ];
  const frame = visible(config, state.frame);
  const k = Math.min(frame.width / width, frame.height / height, maxScale);
  const camera = centredOn(points, frame, size(config), Math.max(k, fitScale(frame, size(config))));
  return only({ ...state, camera }, { type: 'settled' });
}

/** Whether the piece at one of these points is not fully visible. */
export function hides(state: BoardState, config: BoardConfig, points: Point[]): boolean {
  const { camera, frame } = state;
  if (!frame) return false;
  const { width, height } = visible(config, frame);
  return points.some((point) => {
    const [x, y] = [camera.x + point.x * camera.k, camera.y + point.y * camera.k];
    return x < PIECE_PX || y < PIECE_PX || x > width - PIECE_PX || y > height - PIECE_PX;
  });
}

export function zoomBy(state: BoardState, config: BoardConfig, factor: number, at?: Point): Step {
  if (!state.frame) return only(state);
  const middle = { x: state.frame.width / 2, y: visible(config, state.frame).height / 2 };
  return only(
    {
      ...state,
      camera: zoomed(state.camera, factor, at ?? middle, visible(config, state.frame), size(config)),
    },
    { type: 'settled' },
  );
}

export function panBy(state: BoardState, config: BoardConfig, dx: number, dy: number): BoardState {
  return state.frame
    ? { ...state, camera: moved(state.camera, dx, dy, visible(config, state.frame), size(config)) }
    : state;
}

/** What a key does to the view; null if the key is not the board's. */
export function pressKey(state: BoardState, config: BoardConfig, key: string): Step | null {
  const pan = (dx: number, dy: number) => only(panBy(state, config, dx, dy), { type: 'settled' });
  switch (key) {
    case 'ArrowLeft':
      return pan(PAN_STEP_PX, 0);
    case 'ArrowRight':
      return pan(-PAN_STEP_PX, 0);
    case 'ArrowUp':
      return pan(0, PAN_STEP_PX);
    case 'ArrowDown':
      return pan(0, -PAN_STEP_PX);
    case '+':
    case '=':
      return zoomBy(state, config, 1.3);
    case '-':
      return zoomBy(state, config, 1 / 1.3);
    case '0':
      return showWhole(state, config);
    default:
      return null;
  }
}

export function pointerDown(state: BoardState, config: BoardConfig, input: PointerInput): Step {
  const pointers = new Map(state.pointers).set(input.id, input.at);
  if (pointers.size > 1) return only({ ...state, pointers, gesture: { kind: 'pinch' } });
  const unit = draggableAt(state, config, input);
  return only({
    ...state,
    pointers,
    gesture: { kind: 'press', start: input.at, time: input.time, unit, isPinch: false },
  });
}

/** The province of a unit that can be dragged, if the finger is on its piece. */
function draggableAt(state: BoardState, config: BoardConfig, input: PointerInput): string | null {
  if (!config.goals) return null;
  const at = boardPoint(state.camera, input.at);
  const reach = pieceRadius(state.camera.k) + (input.kind === 'touch' ? 8 : 3) / state.camera.k;
  let best: { away: number; key: string } | null = null;
  for (const [key, outline] of config.boardMap.outlines) {
    const away = Math.min(...outline.unitPoints.map((point) => distance(point, at)));
    if (away <= reach && (best === null || away < best.away) && config.goals(key).size > 0)
      best = { away, key };
  }
  return best?.key ?? null;
}

export function pointerMove(state: BoardState, config: BoardConfig, input: PointerInput): Step {
  const before = state.pointers.get(input.id);
  if (!before || !state.frame) return only(state);
  const pointers = new Map(state.pointers).set(input.id, input.at);
  const next = { ...state, pointers };
  const { gesture } = state;
  switch (gesture.kind) {
    case 'press':
    case 'peek': {
      const away = distance(gesture.start, input.at);
      if (away <= DRAG_PX[input.kind]) return only(next);
      if (gesture.unit === null)
        return gesture.kind === 'peek'
          ? only(next)
          : only(
              panBy(
                { ...next, gesture: { kind: 'pan' } },
                config,
                input.at.x - before.x,
                input.at.y - before.y,
              ),
            );
      const dragged = dragTo(next, config, gesture.unit, input);
      return only(dragged, { type: 'drag', from: gesture.unit });
    }
    case 'pan':
      return only(panBy(next, config, input.at.x - before.x, input.at.y - before.y));
    case 'drag':
      return only(dragTo(next, config, gesture.from, input));
    case 'pinch': {
      const other = [...state.pointers].find(([id]) => id !== input.id)?.[1];
      if (!other) return only(next);
      const middle = { x: (input.at.x + other.x) / 2, y: (input.at.y + other.y) / 2 };
      const factor = distance(input.at, other) / Math.max(1, distance(before, other));
      const camera = zoomed(state.camera, factor, middle, visible(config, state.frame), size(config));
      return only(
        panBy({ ...next, camera }, config, (input.at.x - before.x) / 2, (input.at.y - before.y) / 2),
      );
    }
    case 'none':
      return only(next);
    default:
      return gesture satisfies never;
  }
}

function dragTo(state: BoardState, config: BoardConfig, from: string, input: PointerInput): BoardState {
  const goals = config.goals?.(from) ?? new Set();
  const province = provinceAt(state, config, input.at, input.kind, goals);
  const over = province !== null && goals.has(province) ? province : null;
  return { ...state, gesture: { kind: 'drag', from, at: boardPoint(state.camera, input.at), over } };
}

export function pointerUp(state: BoardState, config: BoardConfig, input: PointerInput): Step {
  if (!state.pointers.has(input.id)) return only(state);
  const pointers = new Map(state.pointers);
  pointers.delete(input.id);
  if (pointers.size > 0) return only({ ...state, pointers });
  const { gesture } = state;
  const rest: BoardState = { ...state, pointers, gesture: { kind: 'none' } };
  if (gesture.kind === 'drag')
    return only(rest, { type: 'drop', from: gesture.from, to: gesture.over }, { type: 'settled' });
  // On a busy device the timer of a long press may run before the lift of a short one is reported.
  const isShort =
    gesture.kind === 'press' || (gesture.kind === 'peek' && input.time - gesture.time < PEEK_MS);
  if (!isShort || distance(gesture.start, input.at) > TAP_TRAVEL_PX) return only(rest, { type: 'settled' });
  const province = provinceAt(state, config, input.at, input.kind);
  const tap: Tap = {
    ...input.at,
    time: input.time,
    free: province === null || !config.preferred?.has(province),
  };
  if (isDoubleTap(state.lastTap, tap)) return zoomBy({ ...rest, lastTap: null }, config, 1.8, input.at);
  return only({ ...rest, lastTap: tap }, { type: 'settled' }, { type: 'tap', province });
}

/** The browser took the pointer away: nothing is tapped or dropped. */
export function pointerCancel(state: BoardState, input: { id: number }): Step {
  if (!state.pointers.has(input.id)) return only(state);
  const pointers = new Map(state.pointers);
  pointers.delete(input.id);
  const gesture: Gesture = pointers.size > 0 ? state.gesture : { kind: 'none' };
  return only({ ...state, pointers, gesture }, { type: 'settled' });
}

/** The finger rests: shows what is under it, and the lift is no tap. */
export function longPress(state: BoardState, config: BoardConfig): Step {
  if (state.gesture.kind !== 'press') return only(state);
  const { start, time, unit } = state.gesture;
  const province = provinceAt(state, { ...config, preferred: undefined }, start, 'mouse');
  if (province === null) return only(state);
  const gesture: Gesture = { kind: 'peek', start, time, unit };
  return only({ ...state, gesture }, { type: 'peek', province, at: start });
}

/** Escape during a drag puts the unit back. */
export function cancelGesture(state: BoardState): Step {
  if (state.gesture.kind !== 'drag') return only(state);
  const { from, at } = state.gesture;
  return only(
    { ...state, gesture: { kind: 'peek', start: at, time: -Infinity, unit: null } },
    { type: 'drop', from, to: null },
  );
}

// Which part of the board is visible. Pure functions, shared by fingers, wheel and keys.

import type { Point } from './curve';

/** `x` and `y`: the board's corner in pixels of the frame. `k`: pixels per unit of the board. */
export type Camera = { x: number; y: number; k: number };
export type Frame = { width: number; height: number };
export type Size = { width: number; height: number };

export const fitScale = (frame: Frame, board: Size): number =>
  Math.min(frame.width / board.width, frame.height / board.height) || 0.1;
export const coverScale = (frame: Frame, board: Size): number =>
  Math.max(frame.width / board.width, frame.height / board.height) || 0.1;

const MAX_SCALE = 4;

/** Space for the buttons over the map: below on a narrow frame, else on the right. */
const BUTTONS_PX = 60;
export const isNarrow = (frame: Frame): boolean => frame.width < 700;
/** A phone held upright; beside the panel of the smallest desk the map is wider. */
export const isPhone = (frame: Frame): boolean => frame.width < 500;

/** Keeps the board in the frame. A board that is smaller is centred in the space that the buttons leave. */
export function keptInFrame(camera: Camera, frame: Frame, board: Size): Camera {
  const minScale = fitScale(frame, board);
  const k = Math.min(Math.max(camera.k, minScale), Math.max(MAX_SCALE, minScale * 4));
  const axis = (at: number, room: number, size: number, extra: number) =>
    size <= room - extra ? (room - extra - size) / 2 : Math.min(0, Math.max(room - size - extra, at));
  const [right, below] = isNarrow(frame) ? [0, BUTTONS_PX] : [BUTTONS_PX, 0];
  return {
    k,
    x: axis(camera.x, frame.width, board.width * k, right),
    y: axis(camera.y, frame.height, board.height * k, below),
  };
}

/** After a change of the frame's size. The map stays under the finger while there is space for it. */
export function resized(camera: Camera, frame: Frame, board: Size): Camera {
  const next = keptInFrame(camera, frame, board);
  if (next.k !== camera.k) return next;
  const axis = (at: number, centred: number, room: number, whole: number) =>
    whole <= room && at >= 0 && at + whole <= room ? at : centred;
  return {
    k: next.k,
    x: axis(camera.x, next.x, frame.width, board.width * next.k),
    y: axis(camera.y, next.y, frame.height, board.height * next.k),
  };
}

/** Zooms by a factor and keeps one point of the frame in place. */
export function zoomed(camera: Camera, factor: number, at: Point, frame: Frame, board: Size): Camera {
  const minScale = fitScale(frame, board);
  const k = Math.min(Math.max(camera.k * factor, minScale), Math.max(MAX_SCALE, minScale * 4));
  const real = k / camera.k;
  return keptInFrame(
    { k, x: at.x - (at.x - camera.x) * real, y: at.y - (at.y - camera.y) * real },
    frame,
    board,
  );
}

export function moved(camera: Camera, dx: number, dy: number, frame: Frame, board: Size): Camera {
  return keptInFrame({ ...camera, x: camera.x + dx, y: camera.y + dy }, frame, board);
}

/** Shows points in the middle, at the given scale. */
export function centredOn(points: Point[], frame: Frame, board: Size, k: number): Camera {
  if (points.length === 0) return keptInFrame({ x: 0, y: 0, k }, frame, board);
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const middle = { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
  return keptInFrame(
    { k, x: frame.width / 2 - middle.x * k, y: frame.height / 2 - middle.y * k },
    frame,
    board,
  );
}

/** The point of the board under a point of the frame. */
export const boardPoint = (camera: Camera, at: Point): Point => ({
  x: (at.x - camera.x) / camera.k,
  y: (at.y - camera.y) / camera.k,
});

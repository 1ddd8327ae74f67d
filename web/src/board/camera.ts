// What part of the board is seen: pure steps, so that fingers, wheels and keys share them.

import type { Point } from './curve';

/** Pixels of the frame's corner and pixels per unit of the board. */
export type Camera = { x: number; y: number; k: number };
export type Frame = { width: number; height: number };
export type Size = { width: number; height: number };

export const fitScale = (frame: Frame, board: Size): number => Math.min(frame.width / board.width, frame.height / board.height) || 0.1;
export const coverScale = (frame: Frame, board: Size): number => Math.max(frame.width / board.width, frame.height / board.height) || 0.1;

const MAX_SCALE = 4;

/** Buttons stand over the map, beneath it on a narrow frame and else at its right: what lies there can be drawn out. */
const BUTTONS_PX = 60;
export const isNarrow = (frame: Frame): boolean => frame.width < 700;

/** The board stays in the frame; where it is smaller, in the middle of what the buttons leave of it. */
export function keptInFrame(camera: Camera, frame: Frame, board: Size): Camera {
  const least = fitScale(frame, board);
  const k = Math.min(Math.max(camera.k, least), Math.max(MAX_SCALE, least * 4));
  const axis = (at: number, room: number, size: number, extra: number) => (size <= room ? Math.max(0, (room - extra - size) / 2) : Math.min(0, Math.max(room - size - extra, at)));
  const [right, below] = isNarrow(frame) ? [0, BUTTONS_PX] : [BUTTONS_PX, 0];
  return { k, x: axis(camera.x, frame.width, board.width * k, right), y: axis(camera.y, frame.height, board.height * k, below) };
}

/** The frame has another size: what is seen stays under the finger as long as there is room for it. */
export function resized(camera: Camera, frame: Frame, board: Size): Camera {
  const next = keptInFrame(camera, frame, board);
  if (next.k !== camera.k) return next;
  const axis = (at: number, centred: number, room: number, whole: number) => (whole <= room && at >= 0 && at + whole <= room ? at : centred);
  return { k: next.k, x: axis(camera.x, next.x, frame.width, board.width * next.k), y: axis(camera.y, next.y, frame.height, board.height * next.k) };
}

/** Zooms by a factor, keeping a spot of the frame where it is. */
export function zoomed(camera: Camera, factor: number, at: Point, frame: Frame, board: Size): Camera {
  const least = fitScale(frame, board);
  const k = Math.min(Math.max(camera.k * factor, least), Math.max(MAX_SCALE, least * 4));
  const real = k / camera.k;
  return keptInFrame({ k, x: at.x - (at.x - camera.x) * real, y: at.y - (at.y - camera.y) * real }, frame, board);
}

export function moved(camera: Camera, dx: number, dy: number, frame: Frame, board: Size): Camera {
  return keptInFrame({ ...camera, x: camera.x + dx, y: camera.y + dy }, frame, board);
}

/** Looks at some points from as near as they allow. */
export function centredOn(points: Point[], frame: Frame, board: Size, k: number): Camera {
  if (points.length === 0) return keptInFrame({ x: 0, y: 0, k }, frame, board);
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const middle = { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
  return keptInFrame({ k, x: frame.width / 2 - middle.x * k, y: frame.height / 2 - middle.y * k }, frame, board);
}

/** The spot of the board under a spot of the frame. */
export const boardPoint = (camera: Camera, at: Point): Point => ({ x: (at.x - camera.x) / camera.k, y: (at.y - camera.y) / camera.k });

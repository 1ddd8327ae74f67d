// A double tap zooms in. Two taps that give orders can be as quick and as close, but are not a double tap.

/** `free`: the tap hit no province that can be tapped for an order. */
export type Tap = { x: number; y: number; time: number; free: boolean };

const MAX_DELAY_MS = 300;
const MAX_DISTANCE_PX = 24;

/** Whether two taps are a double tap. A tap that gave or began an order never is part of one. */
export function isDoubleTap(first: Tap | null, second: Tap): boolean {
  if (first === null || !first.free || !second.free) return false;
  return (
    second.time - first.time < MAX_DELAY_MS &&
    Math.hypot(second.x - first.x, second.y - first.y) < MAX_DISTANCE_PX
  );
}

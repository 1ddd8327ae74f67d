// Two quick taps on one spot come nearer. Fingers that give orders are as quick, and the places are as close.

/** `free`: it picked nothing that was asked for. */
export type Tap = { x: number; y: number; time: number; free: boolean };

const MAX_DELAY_MS = 300;
const MAX_DISTANCE_PX = 24;

/** Whether two taps are one gesture. A tap that gave or began an order never belongs to it. */
export function isDoubleTap(first: Tap | null, second: Tap): boolean {
  if (first === null || !first.free || !second.free) return false;
  return second.time - first.time < MAX_DELAY_MS && Math.hypot(second.x - first.x, second.y - first.y) < MAX_DISTANCE_PX;
}

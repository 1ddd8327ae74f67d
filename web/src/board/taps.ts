// Two quick taps on one spot come nearer. Fingers that give orders are as quick, and the places are as close.

/** `free`: it picked nothing that was asked for. */
export type Tap = { x: number; y: number; time: number; free: boolean };

const PAUSE = 300;
const APART = 24;

/** Whether two taps are one gesture. A tap that gave or began an order never belongs to it. */
export function isDouble(first: Tap | null, second: Tap): boolean {
  if (first === null || !first.free || !second.free) return false;
  return second.time - first.time < PAUSE && Math.hypot(second.x - first.x, second.y - first.y) < APART;
}

// How much of a time bank can be taken at once. Pure.

const STEPS = [10 * 60, 3600, 6 * 3600, 86_400];

/** Usual lengths that the bank still has, and what is left if it is less than the smallest. */
export function bankSteps(left: number): number[] {
  if (left <= 0) return [];
  const steps = STEPS.filter((step) => step <= left);
  return steps.length === 0 ? [left] : steps;
}

// The cover over a phone at a table: nobody else reads what is on it.

/** The address of a game with a cover from the first moment, for a phone that was given on. */
const COVERED = 'covered';
export const coveredPath = (id: string): string => `/g/${id}?${COVERED}`;

class Cover {
  isOn = $state(new URLSearchParams(location.search).has(COVERED));
}

export const cover = new Cover();

/** Degrees by which a phone may lie askew and still lie on its face. */
const FLAT_DEGREES = 30;

/** Whether a phone lies with its screen down, by the angles that its sensor reports. */
export function liesOnFace(angles: { beta: number | null; gamma: number | null }): boolean {
  const { beta, gamma } = angles;
  if (beta === null || gamma === null) return false;
  return Math.abs(Math.abs(beta) - 180) < FLAT_DEGREES && Math.abs(gamma) < FLAT_DEGREES;
}

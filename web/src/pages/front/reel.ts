// The living map: which part of the sample game is seen at a time.

/** How long orders are shown, units move, and the new position rests, in milliseconds. */
export const ARROWS = 3200;
export const MOVING = 2200;
export const RESTING = 1400;
const WHOLE = ARROWS + MOVING + RESTING;

export type Shot = {
  /** The number of the record. */
  record: number;
  /** From before (0) to after (1). */
  part: number;
  arrows: boolean;
};

/** Goes round for ever. */
export function shotAt(records: number, milliseconds: number): Shot {
  if (records === 0) return { record: 0, part: 0, arrows: false };
  const record = Math.floor(milliseconds / WHOLE) % records;
  const within = milliseconds % WHOLE;
  if (within < ARROWS) return { record, part: 0, arrows: true };
  return { record, part: Math.min(1, (within - ARROWS) / MOVING), arrows: false };
}

export const isSame = (a: Shot, b: Shot): boolean => a.record === b.record && a.part === b.part && a.arrows === b.arrows;

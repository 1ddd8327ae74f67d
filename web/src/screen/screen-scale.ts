// The size of the big screen's page. It is laid out for a small window and drawn larger, so that a television
// across the room is read like a phone in the hand.

/** No letter is smaller than this in the small window. */
export const MIN_LETTER_PX = 13;
/** The small window is at most this high, so that a letter is at least 1/36 of the screen's height. */
const HEIGHT_PX = MIN_LETTER_PX * 36;
/** And at least this wide. */
const MIN_WIDTH_PX = 620;

/** How much larger than the small window the page is drawn. */
export function screenScale(width: number, height: number): number {
  return Math.max(1, Math.min(height / HEIGHT_PX, width / MIN_WIDTH_PX));
}

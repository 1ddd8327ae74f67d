// The width of texts in the font of the map.

import type { LabelStyle } from './label-layout';

const FONTS: Record<LabelStyle, string> = {
  roman: "100px 'Detente Map', Georgia, serif",
  italic: "italic 100px 'Detente Map', Georgia, serif",
};
/** Extra space between letters, as in the style sheet of the board. */
const SPACING: Record<LabelStyle, number> = { roman: 0.02, italic: 0.06 };
/** The width of a letter if it cannot be measured. Rather too large than too small. */
const LETTER_WIDTH = 0.53;

let widths = new Map<string, number>();
let context: CanvasRenderingContext2D | null | undefined;

/** The width of a text of size 1. */
export function measureText(text: string, style: LabelStyle): number {
  const key = style + text;
  const known = widths.get(key);
  if (known !== undefined) return known;
  context ??= typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  if (context) context.font = FONTS[style];
  const plain = context ? context.measureText(text).width / 100 : text.length * LETTER_WIDTH;
  const width = plain + text.length * SPACING[style];
  widths.set(key, width);
  return width;
}

/** The font of the map has arrived: everything is measured again. */
export function forgetWidths(): void {
  widths = new Map();
}

// Names of provinces on the map: in full where they can be read, else short, else none.

import type { BoardMap } from './board-map';

export type LabelMode = 'auto' | 'full' | 'short';
export type Box = { x: number; y: number; width: number; height: number };
export type Label = {
  key: string;
  sea: boolean;
  full: boolean;
  size: number;
  x: number;
  rows: { y: number; text: string }[];
};

/** The width of a letter, as a fraction of its height. Rather too large than too small. */
const LETTER_WIDTH = 0.55;

/** Whether full names are shown. In the automatic mode: if they are large enough to read. */
export const showsFullNames = (mode: LabelMode, scale: number): boolean =>
  mode === 'full' || (mode === 'auto' && 14 * scale >= 9);

/** `within`: names that cross the edge of this box are left out. */
export function labelsOf(boardMap: BoardMap, mode: LabelMode, scale: number, within?: Box): Label[] {
  const full = showsFullNames(mode, scale);
  const out: Label[] = [];
  for (const [key, place] of Object.entries(boardMap.asset.provinces)) {
    const fullLabel = full ? place.label : undefined;
    const size = fullLabel ? fullLabel[2] : Math.min(Math.max(15, 9.5 / scale), Math.max(15, place.at[2]));
    if (size * scale < 6 && mode === 'auto') continue;
    const [x, y] = fullLabel ? [fullLabel[0] / 10, fullLabel[1] / 10] : [place.at[0] / 10, place.at[1] / 10];
    const rows = (fullLabel ? fullLabel[3] : [place.short]).map((text, k, all) => ({
      text,
      y: y + (k - (all.length - 1) / 2) * size * 0.98 + size * 0.31,
    }));
    const label = { key, sea: place.water === true, full: fullLabel !== undefined, size, x, rows };
    if (!within || isInside(label, within)) out.push(label);
  }
  return out;
}

function isInside(label: Label, box: Box): boolean {
  return label.rows.every((row) => {
    const half = (row.text.length * label.size * LETTER_WIDTH) / 2;
    return (
      label.x - half >= box.x &&
      label.x + half <= box.x + box.width &&
      row.y - label.size >= box.y &&
      row.y + label.size * 0.3 <= box.y + box.height
    );
  });
}

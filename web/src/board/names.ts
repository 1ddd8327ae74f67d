// Names of provinces: whole where they can be read, else short, else none.

import type { Chart } from './asset';

export type Naming = 'fitting' | 'full' | 'short';
export type Box = { x: number; y: number; width: number; height: number };
export type Word = { key: string; sea: boolean; full: boolean; size: number; x: number; rows: { y: number; text: string }[] };

/** A letter's share of its height, on the generous side. */
const BROAD = 0.55;

/** Whether whole names are shown: those that fit are as large as can be read. */
export const isWhole = (naming: Naming, scale: number): boolean => naming === 'full' || (naming === 'fitting' && 14 * scale >= 9);

/** `within`: a name that its edge would cut through is left out. */
export function namesOf(chart: Chart, naming: Naming, scale: number, within?: Box): Word[] {
  const full = isWhole(naming, scale);
  const out: Word[] = [];
  for (const [key, place] of Object.entries(chart.asset.provinces)) {
    const label = full ? place.label : undefined;
    const size = label ? label[2] : Math.min(Math.max(15, 9.5 / scale), Math.max(15, place.at[2]));
    if (size * scale < 6 && naming === 'fitting') continue;
    const [x, y] = label ? [label[0] / 10, label[1] / 10] : [place.at[0] / 10, place.at[1] / 10];
    const rows = (label ? label[3] : [place.short]).map((text, k, all) => ({ text, y: y + (k - (all.length - 1) / 2) * size * 0.98 + size * 0.31 }));
    const word = { key, sea: place.water === true, full: label !== undefined, size, x, rows };
    if (!within || isInside(word, within)) out.push(word);
  }
  return out;
}

function isInside(word: Word, box: Box): boolean {
  return word.rows.every((row) => {
    const half = (row.text.length * word.size * BROAD) / 2;
    return word.x - half >= box.x && word.x + half <= box.x + box.width && row.y - word.size >= box.y && row.y + word.size * 0.3 <= box.y + box.height;
  });
}

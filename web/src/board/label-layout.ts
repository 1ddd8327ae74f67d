// Where the names of provinces stand: whole where there is room, else short. A name lies inside its province
// and touches no piece, centre, arrow or other name. Pure; takes some milliseconds, so it runs beside the frames.

import { centrePoint, provinceOf, type BoardMap } from './board-map';
import type { Point } from './curve';

export type Box = { x: number; y: number; width: number; height: number };
export type Label = {
  key: string;
  sea: boolean;
  full: boolean;
  size: number;
  x: number;
  rows: { y: number; text: string }[];
};

/** No bold: in small letters "Bel" is read as "Bcl", and capitals would be louder than pieces and land. */
export type LabelStyle = 'roman' | 'italic';
export type LabelInput = {
  boardMap: BoardMap;
  /** `short`: no whole names. */
  names: 'whole' | 'short';
  /** Pixels per unit of the board, and the size of letters in pixels. */
  scale: number;
  letterPx: number;
  /** Whether a province without room still gets its short name, on a large screen. */
  always: boolean;
  /** Circles that must stay free: pieces. And points of lines. */
  pieces: { at: Point; radius: number; province: string }[];
  lines: Point[];
  centreRadius: number;
  /** The width of a text of size 1. */
  measure: (text: string, style: LabelStyle) => number;
  /** Names that cross the edge of this box are left out. */
  within?: Box | undefined;
};

/** The side of a cell of the grid, in units of the board. */
const CELL = 5;
const NOBODY = -1;
const MIN_INSIDE = { whole: 0.93, short: 0.66 };
/** A coastal name may run out to sea if this much of it stays on its land. */
const MIN_ON_LAND = 0.45;
const LINE_HEIGHT = 0.98;
/** So many units of the board farther from its anchor a short name may stand to lie inside its province. */
const OUTSIDE_COST = 150;
/** What stays free beside a name, in its letters' size. */
const NAME_GAP = 0.4;

type Grid = { columns: number; rows: number; owner: Int16Array; keys: string[]; cells: Map<string, number> };

const grids = new WeakMap<BoardMap, Grid>();

/** Which province each cell of the board belongs to. Made once per board. */
export function gridOf(boardMap: BoardMap): Grid {
  const known = grids.get(boardMap);
  if (known) return known;
  const [columns, rows] = [Math.ceil(boardMap.width / CELL), Math.ceil(boardMap.height / CELL)];
  const owner = new Int16Array(columns * rows).fill(NOBODY);
  const keys = [...boardMap.outlines.keys()];
  const cells = new Map<string, number>();
  keys.forEach((key, number) => {
    let count = 0;
    const outline = boardMap.outlines.get(key)!;
    const [, top, , bottom] = outline.bounds;
    for (let row = Math.max(0, Math.floor(top / CELL)); row < rows && row * CELL <= bottom; row++) {
      const y = (row + 0.5) * CELL;
      const crossings: number[] = [];
      for (const ring of outline.rings)
        for (let i = 1; i < ring.length; i++) {
          const [a, b] = [ring[i - 1]!, ring[i]!];
          if (a.y > y !== b.y > y) crossings.push(a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x));
        }
      crossings.sort((a, b) => a - b);
      for (let i = 0; i + 1 < crossings.length; i += 2)
        for (
          let column = Math.max(0, Math.ceil(crossings[i]! / CELL - 0.5));
          column < columns && (column + 0.5) * CELL <= crossings[i + 1]!;
          column++
        ) {
          owner[row * columns + column] = number;
          count++;
        }
    }
    cells.set(key, count);
  });
  const grid = { columns, rows, owner, keys, cells };
  grids.set(boardMap, grid);
  return grid;
}

export function layoutLabels(input: LabelInput): Label[] {
  const { boardMap } = input;
  const grid = gridOf(boardMap);
  const blocked = new Uint8Array(grid.owner.length);
  const block = (at: Point, radius: number) => blockCircle(grid, blocked, at, radius);
  for (const piece of input.pieces) block(piece.at, piece.radius + 4);
  for (const point of input.lines) block(point, 9);
  for (const key of grid.keys) {
    const centre = centrePoint(boardMap, key);
    if (centre) block(centre, input.centreRadius + 1);
  }
  const occupied = new Set(input.pieces.map((piece) => piece.province));
  const isSea = (key: string) => boardMap.asset.provinces[key]?.water === true;
  const rank = (key: string) =>
    (isSea(key) ? 1e6 : 0) - (occupied.has(key) ? 5e5 : 0) + (grid.cells.get(key) ?? 0);
  const out: Label[] = [];
  for (const key of [...grid.keys].sort((a, b) => rank(a) - rank(b))) {
    const label = placeLabel(input, grid, blocked, key, isSea(key));
    if (!label) continue;
    out.push(label);
    // Names in one line are not read as one.
    const { x, width, ...box } = labelBox(label, input.measure);
    const gap = label.size * NAME_GAP;
    forCells(grid, { ...box, x: x - gap, width: width + 2 * gap }, (cell) => void (blocked[cell] = 1));
  }
  return out;
}

/** All ways to write a name: in one, two or three lines. */
export function nameRows(name: string): string[][] {
  const words = name.split(/(?<=[\s-])/).map((word) => word.trim());
  const joined = (parts: string[]) =>
    parts.reduce((text, part) => text + (text === '' || text.endsWith('-') ? '' : ' ') + part, '');
  const out = [[name]];
  for (let i = 1; i < words.length; i++) out.push([joined(words.slice(0, i)), joined(words.slice(i))]);
  if (words.length === 3) out.push(words);
  const widest = (rows: string[]) => Math.max(...rows.map((row) => row.length));
  return out.sort((a, b) => a.length - b.length || widest(a) - widest(b));
}

function placeLabel(
  input: LabelInput,
  grid: Grid,
  blocked: Uint8Array,
  key: string,
  sea: boolean,
): Label | null {
  const place = input.boardMap.asset.provinces[key];
  if (!place) return null;
  const size = input.letterPx / input.scale;
  const forms: { rows: string[]; full: boolean }[] = [
    ...(input.names === 'whole' ? nameRows(place.name).map((rows) => ({ rows, full: true })) : []),
    { rows: [place.short], full: false },
  ];
  const anchor = place.label
    ? { x: place.label[0] / 10, y: place.label[1] / 10 }
    : { x: place.at[0] / 10, y: place.at[1] / 10 };
  for (const form of forms) {
    const found = bestSpot(input, grid, blocked, key, form, size, anchor, sea);
    if (found) return found;
  }
  if (!input.always || place.short === '') return null;
  const at = { x: place.at[0] / 10, y: place.at[1] / 10 };
  const label = labelAt(key, sea, false, [place.short], size, at);
  const box = labelBox(label, input.measure);
  if (input.within && !isInside(box, input.within)) return null;
  return label;
}

function bestSpot(
  input: LabelInput,
  grid: Grid,
  blocked: Uint8Array,
  key: string,
  form: { rows: string[]; full: boolean },
  size: number,
  anchor: Point,
  sea: boolean,
): Label | null {
  const { outlines, asset } = input.boardMap;
  const [left, top, right, bottom] = outlines.get(key)!.bounds;
  const probe = labelBox(labelAt(key, sea, form.full, form.rows, size, { x: 0, y: 0 }), input.measure);
  const number = grid.keys.indexOf(key);
  const least = form.full ? MIN_INSIDE.whole : MIN_INSIDE.short;
  const limit = input.within ?? {
    x: 6,
    y: 6,
    width: input.boardMap.width - 12,
    height: input.boardMap.height - 12,
  };
  const [overX, overY] = [probe.width * (sea ? 0.05 : 0.4), probe.height / 2];
  const region = {
    x: left - overX + probe.x,
    y: top - overY + probe.y,
    width: right - left + 2 * overX + probe.width,
    height: bottom - top + 2 * overY + probe.height,
  };
  const isWater = (owner: number) => owner !== NOBODY && asset.provinces[grid.keys[owner]!]?.water === true;
  const own = countCells(grid, region, (cell) => grid.owner[cell] === number);
  const water = countCells(grid, region, (cell) => !sea && isWater(grid.owner[cell]!));
  const taken = countCells(grid, region, (cell) => blocked[cell] === 1);
  let best: { cost: number; at: Point } | null = null;
  for (let y = top - overY; y <= bottom + overY; y += CELL)
    for (let x = left - overX; x <= right + overX; x += CELL) {
      const away = Math.hypot(x - anchor.x, y - anchor.y);
      if (best !== null && away >= best.cost) continue;
      const box = { x: x + probe.x, y: y + probe.y, width: probe.width, height: probe.height };
      if (!isInside(box, limit)) continue;
      if (taken(box) > 0) continue;
      const [ownCells, all] = [own(box), cellCount(box)];
      const inside = ownCells / all;
      const runsToSea = !sea && inside >= MIN_ON_LAND && ownCells + water(box) === all;
      if (inside < least && !runsToSea) continue;
      // A short name may reach over a border, but the line behind it looks like a hyphen: rather inside.
      const outside = form.full ? 0 : (1 - inside) * OUTSIDE_COST;
      const cost = away + outside + (inside < least ? 30 : 0);
      if (best === null || cost < best.cost) best = { cost, at: { x, y } };
    }
  return best === null ? null : labelAt(key, sea, form.full, form.rows, size, best.at);
}

const columnsOf = (box: Box) => [Math.floor(box.x / CELL), Math.floor((box.x + box.width) / CELL)] as const;
const rowsOf = (box: Box) => [Math.floor(box.y / CELL), Math.floor((box.y + box.height) / CELL)] as const;
const cellCount = (box: Box) => {
  const [[x0, x1], [y0, y1]] = [columnsOf(box), rowsOf(box)];
  return (x1 - x0 + 1) * (y1 - y0 + 1);
};

/** How many cells of any box inside a region have a property: four look-ups in a table of sums. */
function countCells(grid: Grid, region: Box, has: (cell: number) => boolean): (box: Box) => number {
  const [[left, right], [top, bottom]] = [columnsOf(region), rowsOf(region)];
  const width = right - left + 2;
  const sums = new Int32Array(width * (bottom - top + 2));
  for (let row = top; row <= bottom; row++) {
    let line = 0;
    for (let column = left; column <= right; column++) {
      const isOnBoard = row >= 0 && row < grid.rows && column >= 0 && column < grid.columns;
      if (isOnBoard && has(row * grid.columns + column)) line += 1;
      const at = (row - top + 1) * width + (column - left + 1);
      sums[at] = sums[at - width]! + line;
    }
  }
  const sum = (column: number, row: number) => sums[(row - top) * width + (column - left)] ?? 0;
  return (box) => {
    const [[x0, x1], [y0, y1]] = [columnsOf(box), rowsOf(box)];
    return sum(x1 + 1, y1 + 1) - sum(x0, y1 + 1) - sum(x1 + 1, y0) + sum(x0, y0);
  };
}

function labelAt(key: string, sea: boolean, full: boolean, rows: string[], size: number, at: Point): Label {
  return {
    key,
    sea,
    full,
    size,
    x: at.x,
    rows: rows.map((text, k) => ({
      text,
      y: at.y + (k - (rows.length - 1) / 2) * size * LINE_HEIGHT + size * 0.31,
    })),
  };
}

export const labelStyle = (label: Pick<Label, 'sea'>): LabelStyle => (label.sea ? 'italic' : 'roman');

/** The space of a label. */
export function labelBox(label: Label, measure: LabelInput['measure']): Box {
  const style = labelStyle(label);
  const width = Math.max(...label.rows.map((row) => measure(row.text, style))) * label.size;
  const first = label.rows[0]?.y ?? 0;
  const height = label.size * (LINE_HEIGHT * (label.rows.length - 1) + 0.92);
  return { x: label.x - width / 2, y: first - label.size * 0.76, width, height };
}

const isInside = (box: Box, outer: Box) =>
  box.x >= outer.x &&
  box.y >= outer.y &&
  box.x + box.width <= outer.x + outer.width &&
  box.y + box.height <= outer.y + outer.height;

function forCells(grid: Grid, box: Box, visit: (cell: number) => void): void {
  const [x0, x1] = [Math.floor(box.x / CELL), Math.floor((box.x + box.width) / CELL)];
  const [y0, y1] = [Math.floor(box.y / CELL), Math.floor((box.y + box.height) / CELL)];
  for (let row = Math.max(0, y0); row <= Math.min(grid.rows - 1, y1); row++)
    for (let column = Math.max(0, x0); column <= Math.min(grid.columns - 1, x1); column++)
      visit(row * grid.columns + column);
}

function blockCircle(grid: Grid, blocked: Uint8Array, at: Point, radius: number): void {
  forCells(grid, { x: at.x - radius, y: at.y - radius, width: radius * 2, height: radius * 2 }, (cell) => {
    const [x, y] = [((cell % grid.columns) + 0.5) * CELL, (Math.floor(cell / grid.columns) + 0.5) * CELL];
    if (Math.hypot(x - at.x, y - at.y) <= radius + CELL * 0.3) blocked[cell] = 1;
  });
}

/** The provinces that border on one, by name. */
export function neighbourNames(boardMap: BoardMap, province: string, language: string): string[] {
  return [...(boardMap.adjacent.get(provinceOf(province)) ?? [])]
    .flatMap((key) => boardMap.asset.provinces[key]?.name ?? [])
    .sort((a, b) => a.localeCompare(b, language));
}

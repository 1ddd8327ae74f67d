// Makes a QR code without another service: byte mode, error correction M, up to version 10. The numbers are
// those of ISO/IEC 18004.

/** Dark modules by row; null if the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version = VERSIONS.findIndex((_, i) => bytes.length + (i + 1 > 9 ? 3 : 2) <= room(i + 1)) + 1;
  if (version === 0) return null;
  const codewords = interleaved(filled(bytes, version), version);
  let best: Grid | null = null;
  let minPenalty = Infinity;
  for (let mask = 0; mask < 8; mask++) {
    const grid = blank(version);
    write(grid, codewords, mask);
    writeFormat(grid, mask);
    const cost = penalty(grid.dark);
    if (cost < minPenalty) [best, minPenalty] = [grid, cost];
  }
  return best?.dark ?? null;
}

/** Per version: all codewords, check codewords per block, blocks, and the places of the alignment squares. */
const VERSIONS: readonly [total: number, check: number, blocks: number, squares: readonly number[]][] = [
  [26, 10, 1, []],
  [44, 16, 1, [6, 18]],
  [70, 26, 1, [6, 22]],
  [100, 18, 2, [6, 26]],
  [134, 24, 2, [6, 30]],
  [172, 16, 4, [6, 34]],
  [196, 18, 4, [6, 22, 38]],
  [242, 22, 4, [6, 24, 42]],
  [292, 22, 5, [6, 26, 46]],
  [346, 26, 5, [6, 28, 50]],
];

type Grid = { size: number; dark: boolean[][]; fixed: boolean[][] };

const of = (version: number) => VERSIONS[version - 1]!;
/** How many bytes are free for data. */
const room = (version: number) => of(version)[0] - of(version)[1] * of(version)[2];

function filled(bytes: number[], version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version > 9 ? 16 : 8);
  for (const byte of bytes) put(byte, 8);
  const maxBits = room(version) * 8;
  put(0, Math.min(4, maxBits - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const words: number[] = [];
  for (let i = 0; i < bits.length; i += 8) words.push(bits.slice(i, i + 8).reduce((word, bit) => (word << 1) | bit, 0));
  for (let pad = 0xec; words.length < maxBits / 8; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

function interleaved(data: number[], version: number): number[] {
  const [total, check, count] = of(version);
  const short = Math.floor(total / count) - check;
  const long = total % count;
  const blocks: { data: number[]; check: number[] }[] = [];
  for (let i = 0, at = 0; i < count; i++) {
    const length = short + (i < count - long ? 0 : 1);
    const part = data.slice(at, at + length);
    blocks.push({ data: part, check: checkWords(part, check) });
    at += length;
  }
  const out: number[] = [];
  for (let i = 0; i <= short; i++) for (const block of blocks) if (i < block.data.length) out.push(block.data[i]!);
  for (let i = 0; i < check; i++) for (const block of blocks) out.push(block.check[i]!);
  return out;
}

/** Multiplication in the field of 256 elements. */
function times(a: number, b: number): number {
  let out = 0;
  for (let i = 7; i >= 0; i--) {
    out = (out << 1) ^ ((out >> 7) * 0x11d);
    out ^= ((b >> i) & 1) * a;
  }
  return out;
}

function checkWords(data: number[], count: number): number[] {
  const divisor = Array<number>(count).fill(0);
  divisor[count - 1] = 1;
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2)) {
    for (let j = 0; j < count; j++) divisor[j] = times(divisor[j]!, root) ^ (divisor[j + 1] ?? 0);
  }
  const rest = Array<number>(count).fill(0);
  for (const word of data) {
    const factor = word ^ rest.shift()!;
    rest.push(0);
    divisor.forEach((part, i) => (rest[i]! ^= times(part, factor)));
  }
  return rest;
}

/** All modules that do not depend on the data. */
function blank(version: number): Grid {
  const size = version * 4 + 17;
  const rows = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const grid: Grid = { size, dark: rows(), fixed: rows() };
  for (let i = 0; i < size; i++) {
    fix(grid, 6, i, i % 2 === 0);
    fix(grid, i, 6, i % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const far = Math.max(Math.abs(dx), Math.abs(dy));
        fix(grid, x + dx, y + dy, far !== 2 && far !== 4);
      }
    }
  }
  const squares = of(version)[3];
  const last = squares.length - 1;
  squares.forEach((x, i) =>
    squares.forEach((y, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) fix(grid, x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }),
  );
  if (version >= 7) {
    const bits = (version << 12) | remainder(version, 12, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      fix(grid, a, b, ((bits >> i) & 1) === 1);
      fix(grid, b, a, ((bits >> i) & 1) === 1);
    }
  }
  // Reserves the modules of the format; `writeFormat` fills them.
  writeFormat(grid, 0);
  return grid;
}

function fix(grid: Grid, x: number, y: number, dark: boolean): void {
  if (x < 0 || y < 0 || x >= grid.size || y >= grid.size) return;
  grid.dark[y]![x] = dark;
  grid.fixed[y]![x] = true;
}

function remainder(value: number, bits: number, divisor: number): number {
  let rest = value;
  for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * divisor);
  return rest;
}

function writeFormat(grid: Grid, mask: number): void {
  // The bits of error correction M are 00.
  const bits = ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412;
  const bit = (i: number) => ((bits >> i) & 1) === 1;
  const { size } = grid;
  for (let i = 0; i <= 5; i++) fix(grid, 8, i, bit(i));
  fix(grid, 8, 7, bit(6));
  fix(grid, 8, 8, bit(7));
  fix(grid, 7, 8, bit(8));
  for (let i = 9; i < 15; i++) fix(grid, 14 - i, 8, bit(i));
  for (let i = 0; i < 8; i++) fix(grid, size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i++) fix(grid, 8, size - 15 + i, bit(i));
  fix(grid, 8, size - 8, true);
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Fills pairs of columns from the right, alternately up and down. */
function write(grid: Grid, codewords: number[], mask: number): void {
  const { size } = grid;
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (grid.fixed[y]![x]) continue;
        const word = codewords[at >> 3];
        const dark = word !== undefined && ((word >> (7 - (at & 7))) & 1) === 1;
        grid.dark[y]![x] = dark !== MASKS[mask]!(x, y);
        at += 1;
      }
    }
  }
}

/** The penalty of the standard: long runs, blocks, false finder patterns, and too much of one colour. */
function penalty(dark: boolean[][]): number {
  const size = dark.length;
  let cost = 0;
  const lines = [...dark, ...dark.map((_, x) => dark.map((row) => row[x]!))];
  for (const line of lines) {
    let run = 0;
    line.forEach((module, i) => {
      run = i > 0 && line[i - 1] === module ? run + 1 : 1;
      if (run === 5) cost += 3;
      else if (run > 5) cost += 1;
    });
    const text = line.map((module) => (module ? '1' : '0')).join('');
    for (const corner of ['10111010000', '00001011101']) {
      for (let at = text.indexOf(corner); at >= 0; at = text.indexOf(corner, at + 1)) cost += 40;
    }
  }
  let count = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const module = dark[y]![x];
      if (module) count += 1;
      if (module === dark[y]![x + 1] && module === dark[y + 1]?.[x] && module === dark[y + 1]?.[x + 1]) cost += 3;
    }
  }
  return cost + Math.floor(Math.abs((count * 20) / (size * size) - 10)) * 10;
}

// A QR code of an address: bytes, error correction M, versions 1 to 10 (up to 213 bytes).

/** By version from 1: correction bytes a block, and the data bytes of each block. */
const BLOCKS: readonly (readonly [number, readonly number[]])[] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
const ALIGNMENT: readonly (readonly number[])[] = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

/** Dark modules as rows; none if the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex(([, blocks], i) => blocks.reduce((a, b) => a + b, 0) >= bytes.length + (i < 9 ? 2 : 3)) + 1;
  if (version === 0) return null;
  const code = interleaved(data(bytes, version), version);
  let best: boolean[][] | null = null;
  let least = Infinity;
  for (let mask = 0; mask < 8; mask++) {
    const grid = drawn(code, version, mask);
    const cost = penalty(grid);
    if (cost < least) [best, least] = [grid, cost];
  }
  return best;
}

function data(bytes: Uint8Array, version: number): number[] {
  const room = BLOCKS[version - 1]![1].reduce((a, b) => a + b, 0);
  const bits: number[] = [];
  const push = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const out: number[] = [];
  for (let i = 0; i < bits.length; i += 8) out.push(bits.slice(i, i + 8).reduce((byte, bit) => byte * 2 + bit, 0));
  for (let pad = 0xec; out.length < room; pad ^= 0xec ^ 0x11) out.push(pad);
  return out;
}

/** Multiplication in the field of 256 with the polynomial 0x11d. */
export function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> i) & 1) * a;
  }
  return product;
}

export function correction(block: readonly number[], count: number): number[] {
  let divisor = [1];
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2)) {
    const next = [...divisor, 0];
    divisor.forEach((value, k) => (next[k + 1]! ^= times(value, root)));
    divisor = next;
  }
  const rest = new Array<number>(count).fill(0);
  for (const byte of block) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    for (let k = 0; k < count; k++) rest[k]! ^= times(divisor[k + 1]!, factor);
  }
  return rest;
}

function interleaved(bytes: number[], version: number): number[] {
  const [count, sizes] = BLOCKS[version - 1]!;
  let at = 0;
  const blocks = sizes.map((size) => bytes.slice(at, (at += size)));
  const checks = blocks.map((block) => correction(block, count));
  const out: number[] = [];
  for (let i = 0; i < Math.max(...sizes); i++) for (const block of blocks) if (i < block.length) out.push(block[i]!);
  for (let i = 0; i < count; i++) for (const check of checks) out.push(check[i]!);
  return out;
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

function drawn(code: number[], version: number, mask: number): boolean[][] {
  const size = version * 4 + 17;
  const grid = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const fixed = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const set = (x: number, y: number, dark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    grid[y]![x] = dark;
    fixed[y]![x] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
      }
    }
  }
  const spots = ALIGNMENT[version - 1]!;
  const last = spots.length - 1;
  spots.forEach((cx, i) =>
    spots.forEach((cy, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }),
  );
  // The level M is 00: only the mask is written.
  let rest = mask;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const format = ((mask << 10) | rest) ^ 0x5412;
  const bit = (value: number, i: number) => ((value >> i) & 1) === 1;
  for (let i = 0; i <= 5; i++) set(8, i, bit(format, i));
  set(8, 7, bit(format, 6));
  set(8, 8, bit(format, 7));
  set(7, 8, bit(format, 8));
  for (let i = 9; i < 15; i++) set(14 - i, 8, bit(format, i));
  for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(format, i));
  for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(format, i));
  set(8, size - 8, true);
  if (version >= 7) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const info = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(a, b, bit(info, i));
      set(b, a, bit(info, i));
    }
  }
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      for (let j = 0; j < 2; j++) {
        const x = right - j;
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (fixed[y]![x]) continue;
        const dark = at < code.length * 8 && bit(code[at >> 3]!, 7 - (at & 7));
        at += 1;
        grid[y]![x] = dark !== MASKS[mask]!(x, y);
      }
    }
  }
  return grid;
}

function penalty(grid: boolean[][]): number {
  const size = grid.length;
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x]!))];
  let cost = 0;
  for (const row of lines) {
    let run = 1;
    for (let i = 1; i <= size; i++) {
      if (i < size && row[i] === row[i - 1]) run += 1;
      else {
        if (run >= 5) cost += run - 2;
        run = 1;
      }
    }
    const text = row.map((dark) => (dark ? '1' : '0')).join('');
    cost += 40 * (text.split('10111010000').length - 1 + text.split('00001011101').length - 1);
  }
  let dark = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (grid[y]![x]) dark += 1;
      const same = x > 0 && y > 0 && grid[y]![x] === grid[y - 1]![x] && grid[y]![x] === grid[y]![x - 1] && grid[y]![x] === grid[y - 1]![x - 1];
      if (same) cost += 3;
    }
  }
  return cost + Math.floor(Math.abs((dark / (size * size)) * 20 - 10)) * 10;
}

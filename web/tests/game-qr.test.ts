import { expect, it } from 'vitest';

import { correction, qrCode, times } from '../src/game/qr';

it('multiplies in the field', () => {
  expect(times(0x80, 2)).toBe(0x1d);
  expect(times(0x53, 0xca)).toBe(times(0xca, 0x53));
});

it('corrects as in the standard’s example', () => {
  // ISO 18004, annex I: "01234567", version 1-M.
  const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
  expect(correction(data, 10)).toEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
});

it('grows with the text, and says when it is too long', () => {
  expect(qrCode('https://example.org/g/abc')).toHaveLength(25);
  expect(qrCode('x'.repeat(213))).toHaveLength(57);
  expect(qrCode('x'.repeat(214))).toBeNull();
});

// The expected codes were read back with another QR reader.

import { describe, expect, it } from 'vitest';

import { qr } from '../src/lib/qr';

const rows = (text: string) => qr(text)?.map((row) => parseInt(row.map(Number).join(''), 2).toString(36)).join(' ');

describe('QR codes', () => {
  it('are the same as those that were read', () => {
    expect(rows('https://x.nl')).toBe(
      '18nzz mvk1 wtb1 wrx9 wtwd mx4x 18prz 5c0 xfng o4qn 17duu s49o 178bd 519 18o4m mx4s wtq3 wtec wrj8 mun0 18qqy',
    );
    // Several blocks, version information and alignment squares.
    expect(rows('https://detente.example.org/g/0123456789abcdef?yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy')).toBe(
      'cf3f2rmnz 6c5zilkqp 939t2igkd 92oi1kdp9 92uz3vtr1 6daij70ap cenaj8hhb 171egow 7ylpsuskl 4iekl5zxv ag61rh35h 64ssrrmi8 9vwsuax5e 55ddukr3b 1nu1v2xwl 77rdcy9oa c0v6puo2a a4r9zo9z 4ev5rfa5h 1lyzgcfwa 4nxosgk4y 6o8qac93v 7jjwfimhr 2rkix5vrs 9cb82fto3 4q2d949z5 66c2hnqt5 91slrsnab rr891x1e 3k6vzt3zb 9q0lu78j9 b4h9vdd1m 2ud32o0g2 8dog8ylwn kpnkxal1 5v3uiwzq2 7jcpgerqq 1em54n4r cegidi5i7 6c8smy04b 92wypfyls 92p02d4s1 939esftxt 6ctelnzxc cf3nxusrl',
    );
  });
  it('grow with the text, up to version 10', () => {
    expect(qr('a')?.length).toBe(21);
    expect(qr('a'.repeat(14))?.length).toBe(21);
    expect(qr('a'.repeat(15))?.length).toBe(25);
    expect(qr('a'.repeat(213))?.length).toBe(57);
    expect(qr('a'.repeat(214))).toBeNull();
    // Letters count as their bytes.
    expect(qr('é'.repeat(107))).toBeNull();
  });
});

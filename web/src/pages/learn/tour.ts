// The stops of the tour through the sample game. The texts are in locales/.

import type { Key } from '../../lib/i18n.svelte';

export type TourStop = {
  phase: string;
  text: Key;
  /** Provinces whose orders are highlighted; empty: all of them. */
  at: readonly string[];
  rule?: number;
};

export const TOUR: readonly TourStop[] = [
  { phase: 'S1901M', text: 'sample.opening', at: [] },
  { phase: 'S1901M', text: 'sample.galicia', at: ['bud', 'war'], rule: 3 },
  { phase: 'S1901M', text: 'sample.black_sea', at: ['sev', 'ank'], rule: 3 },
  { phase: 'F1901M', text: 'sample.norway', at: ['yor', 'nth'] },
  { phase: 'F1901M', text: 'sample.rumania', at: ['ukr', 'sev'], rule: 9 },
  { phase: 'F1901M', text: 'sample.serbia', at: ['bud', 'bul', 'con'], rule: 5 },
  { phase: 'W1901A', text: 'sample.winter', at: [] },
  { phase: 'S1902M', text: 'sample.belgium', at: ['hol', 'ruh', 'pic', 'bur', 'mun'], rule: 13 },
  { phase: 'S1902M', text: 'sample.head_on', at: ['nwy', 'bar', 'stp', 'swe'], rule: 6 },
  { phase: 'S1902M', text: 'sample.held', at: ['bul', 'bla', 'rum', 'sev', 'ukr'], rule: 8 },
  { phase: 'F1902M', text: 'sample.burgundy', at: ['bur', 'pic', 'ruh', 'mun', 'bel'], rule: 13 },
  {
    phase: 'F1902M',
    text: 'sample.rumania_falls',
    at: ['bul', 'ser', 'bla', 'rum', 'sev', 'gal', 'arm', 'vie'],
    rule: 13,
  },
  { phase: 'F1902M', text: 'sample.petersburg', at: ['nwy', 'bar', 'nth', 'stp', 'swe', 'den'], rule: 11 },
  { phase: 'F1902R', text: 'sample.retreats', at: [] },
  { phase: 'W1902A', text: 'sample.second_winter', at: [] },
  { phase: 'W1902A', text: 'sample.end', at: [] },
];

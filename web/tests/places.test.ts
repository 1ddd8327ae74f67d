import { expect, test } from 'vitest';

import { moved } from '../src/game/rank-powers';
import { matchingPlaces, sortedPlaces } from '../src/pages/learn/places';
import type { PlaceRow } from '../src/lib/wire';

const names = ([full = '', short = '', ...also]: string[]) => ({ full, short, also });
const place = (key: string, en: string[], de: string[]): PlaceRow => ({
  key,
  terrain: 'inland',
  centre: false,
  home: null,
  names: { en: names(en), de: names(de) },
});
const places = [
  place('mun', ['Munich', 'Mun'], ['München', 'Mün']),
  place('vie', ['Vienna', 'Vie'], ['Wien', 'Wie']),
];

test('places are found by any name in any language, without accents', () => {
  const found = (words: string) => matchingPlaces(places, words).map((one) => one.key);
  expect(found('')).toEqual(['mun', 'vie']);
  expect(found('munchen')).toEqual(['mun']);
  expect(found(' WIE')).toEqual(['vie']);
  expect(found('Atlantis')).toEqual([]);
});

test('places are sorted by their names in the reader’s language', () => {
  expect(sortedPlaces([...places].reverse(), 'de').map((one) => one.key)).toEqual(['mun', 'vie']);
});

test('an entry of a ranking moves by one place and stays at the ends', () => {
  expect(moved([0, 1, 2], 2, -1)).toEqual([0, 2, 1]);
  expect(moved([0, 1, 2], 0, -1)).toEqual([0, 1, 2]);
  expect(moved([0, 1, 2], 2, 1)).toEqual([0, 1, 2]);
});

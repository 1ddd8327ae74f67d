// Sorts and searches the table of places.

import type { PlaceRow } from '../../lib/wire';

/** By their names in this language. */
export function sortedPlaces(places: readonly PlaceRow[], language: string): PlaceRow[] {
  const name = (place: PlaceRow) => place.names[language]?.full ?? place.key;
  return [...places].sort((a, b) => name(a).localeCompare(name(b), language));
}

/** Small letters without accents: "münchen" is found with "munchen". */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The places with a name or an abbreviation that contains these words, in any language. */
export function matchingPlaces(places: readonly PlaceRow[], search: string): PlaceRow[] {
  const wanted = plain(search.trim());
  if (wanted === '') return [...places];
  return places.filter((place) =>
    Object.values(place.names).some((names) =>
      [names.full, names.short, ...names.also].some((name) => plain(name).includes(wanted)),
    ),
  );
}

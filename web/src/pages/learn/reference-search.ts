// Searches the reference. Pure.

import type { ReferenceEntry } from '../../lib/wire';

/** Small letters without accents: "rückzug" is found with "ruckzug". */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The entries that contain all words of a search, those with a rule first. */
export function matchingEntries(entries: readonly ReferenceEntry[], search: string): ReferenceEntry[] {
  const words = plain(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  return entries.filter((entry) => {
    const text = plain(`${entry.topic} ${entry.text}`);
    return words.every((word) => text.includes(word));
  });
}

// What an example of the rulebook is called.

import type { Key } from '../../lib/i18n.svelte';

/** `D4` is a diagram, `D4-if-held` what is said of it in passing; all else has no number of its own. */
export function diagramTitle(id: string, ordinal: number): { key: Key; number: string } {
  const [, number, variation] = /^D(\d+)[a-z]?(-.+)?$/.exec(id) ?? [];
  if (number === undefined) return { key: 'learn.example', number: String(ordinal) };
  return { key: variation === undefined ? 'learn.diagram' : 'learn.variation', number };
}

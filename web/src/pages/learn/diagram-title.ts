// The title of a diagram or example of the rulebook.

import type { Key } from '../../lib/i18n.svelte';

/** `D4` is a diagram, `D4-if-held` a variation of it. Other examples have no number in the rulebook. */
export function diagramTitle(id: string, ordinal: number): { key: Key; number: string } {
  const [, number, variation] = /^D(\d+)[a-z]?(-.+)?$/.exec(id) ?? [];
  if (number === undefined) return { key: 'learn.example', number: String(ordinal) };
  return { key: variation === undefined ? 'learn.diagram' : 'learn.variation', number };
}

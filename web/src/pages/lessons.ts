// The rulebook's own examples, and the board to show them on. Asked for once a language.

import { chartOf, type Chart } from '../board/asset';
import { api } from '../lib/api';
import { i18n } from '../lib/i18n.svelte';

const kept = new Map<string, Promise<unknown>>();

function once<T>(name: string, load: () => Promise<T>): Promise<T> {
  const key = `${i18n.language} ${name}`;
  const known = kept.get(key) as Promise<T> | undefined;
  if (known) return known;
  const asked = load();
  kept.set(key, asked);
  // A failure is not kept: the next try asks again.
  asked.catch(() => kept.delete(key));
  return asked;
}

export const lessons = {
  chart: (variant = 'standard'): Promise<Chart> => once(`chart ${variant}`, async () => chartOf(await api.board(variant))),
  sample: () => once('sample', api.sample),
  rules: () => once('rules', api.rules),
  rule: (number: number) => once(`rule ${number}`, () => api.rule(number)),
};

// The 22 rules in groups.

import type { Key } from '../../lib/i18n.svelte';

export const RULE_GROUPS: readonly { title: Key; first: number; last: number }[] = [
  { title: 'learn.group_units', first: 1, last: 2 },
  { title: 'learn.group_moves', first: 3, last: 7 },
  { title: 'learn.group_support', first: 8, last: 16 },
  { title: 'learn.group_convoys', first: 17, last: 22 },
];
export const LAST_RULE = 22;

/** The rules of one group, of all rules. */
export const rulesOf = <R extends { number: number }>(
  rules: R[],
  group: { first: number; last: number },
): R[] => rules.filter((rule) => rule.number >= group.first && rule.number <= group.last);

// The tab that a link names: `/g/…?tab=talk`. Notifications lead to the right one.

import type { Tab } from './GameTabs.svelte';

/** Undefined: the link names none. Null: one that this game does not have now. */
export function linkedTab(query: string, tabs: readonly Tab[]): Tab | null | undefined {
  const named = new URLSearchParams(query).get('tab');
  if (named === null) return undefined;
  return tabs.find((tab) => tab === named) ?? null;
}

// Compares the orders that were written when a phase ended with those that counted. Pure.

import type { OrderEntry, RecordView } from '../lib/wire';
import type { OrdersAtPhaseEnd } from './order-editor.svelte';
import { canonicalText } from './order-sheet';

/** The lines that did not count; null if all counted. Typed text is returned as it was typed. */
export function lostOrders(
  written: OrdersAtPhaseEnd,
  record: RecordView,
  textOf: (deed: OrderEntry) => string | null,
): { phase: string; lines: string[] } | null {
  const countedOrders = new Set(
    [...record.ruled, ...record.adjustments].flatMap((one) => (one.deed ? [canonicalText(one.deed)] : [])),
  );
  const lost = written.deeds.filter((deed) => !countedOrders.has(canonicalText(deed)));
  const typed = (written.text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  // More lines than orders: some were not understood, or not read yet.
  if (lost.length === 0 && typed.length <= written.deeds.length) return null;
  const lines =
    typed.length > 0
      ? typed
      : lost.map((deed) => textOf(deed) ?? ('at' in deed ? deed.at.toUpperCase() : deed.power));
  return { phase: written.phase, lines };
}

// What somebody had written when a phase ended, and what of it did not count. Pure.

import type { Deed, RecordView } from '../lib/wire';
import type { OrdersAtPhaseEnd } from './order-editor.svelte';
import { canonicalText } from './order-sheet';

/** None: everything counted. What was typed is shown as it was typed. */
export function lostOrders(written: OrdersAtPhaseEnd, record: RecordView, textOf: (deed: Deed) => string | null): { phase: string; lines: string[] } | null {
  const countedOrders = new Set([...record.ruled, ...record.adjustments].flatMap((one) => (one.deed ? [canonicalText(one.deed)] : [])));
  const lost = written.deeds.filter((deed) => !countedOrders.has(canonicalText(deed)));
  const typed = (written.text ?? '').split('\n').map((line) => line.trim()).filter((line) => line !== '');
  // More lines than orders: some were never understood, or not read yet.
  if (lost.length === 0 && typed.length <= written.deeds.length) return null;
  const lines = typed.length > 0 ? typed : lost.map((deed) => textOf(deed) ?? ('at' in deed ? deed.at.toUpperCase() : deed.power));
  return { phase: written.phase, lines };
}

// Orders that did not count when a phase ended.

import { describe, expect, it } from 'vitest';

import { lostOrders } from '../src/game/lost-orders';
import type { OrderEntry, RecordView } from '../src/lib/wire';

const hold = (at: string): OrderEntry => ({ order: 'hold', at });
const ruled = (deed: OrderEntry | null) => ({ deed }) as RecordView['ruled'][number];
const record = (deeds: (OrderEntry | null)[]) =>
  ({ ruled: deeds.map(ruled), adjustments: [] }) as unknown as RecordView;
const long = (deed: OrderEntry) => ('at' in deed ? `Army ${deed.at} holds` : null);

describe('a phase that ended while a player wrote', () => {
  it('reports nothing if everything counted, also if another tab handed it in', () => {
    expect(
      lostOrders(
        { phase: 'S1901M', deeds: [hold('par')], text: 'A Par H' },
        record([hold('par'), null]),
        long,
      ),
    ).toBeNull();
  });
  it('reports only the orders that were not handed in', () => {
    expect(
      lostOrders(
        { phase: 'S1901M', deeds: [hold('par'), hold('mar')], text: null },
        record([hold('mar'), null]),
        long,
      ),
    ).toEqual({ phase: 'S1901M', lines: ['Army par holds'] });
  });
  it('reports typed lines as they were typed, understood or not', () => {
    const lines = ['A Par H', 'and then'];
    expect(
      lostOrders({ phase: 'S1901M', deeds: [hold('par')], text: 'A Par H\n\nand then' }, record([null]), long)
        ?.lines,
    ).toEqual(lines);
    expect(
      lostOrders(
        { phase: 'S1901M', deeds: [hold('par')], text: 'A Par H\nand then' },
        record([hold('par')]),
        long,
      )?.lines,
    ).toEqual(lines);
  });
});

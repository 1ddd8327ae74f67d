// Contradictions on a sheet, and what mends them.

import { describe, expect, it } from 'vitest';

import { sheetOf, withOrder } from '../src/game/order-sheet';
import { orderWarnings } from '../src/game/order-warnings';
import type { OptionsView, OrderEntry, UnitOptions } from '../src/lib/wire';

const unit = (at: string, rest: Partial<UnitOptions> = {}): UnitOptions => ({
  at,
  place: at,
  power: 'turkey',
  kind: 'army',
  moves: [],
  by_convoy: [],
  supports: {},
  convoys: {},
  retreats: [],
  ...rest,
});
const options: OptionsView = {
  version: 1,
  phase: 'S1904M',
  units: [
    unit('bul', { moves: ['ser', 'rum'], supports: { rum: ['ser', 'rum'] } }),
    unit('rum', { moves: ['ser', 'bud', 'bul'] }),
    unit('con', { moves: ['bul'] }),
    unit('bla', { kind: 'fleet', moves: ['sev'], convoys: { ank: ['sev'] } }),
    unit('ank', { moves: ['con'], by_convoy: ['sev'] }),
  ],
  adjustments: [],
};
const hold = (at: string): OrderEntry => ({ order: 'hold', at });
const move = (at: string, to: string): OrderEntry => ({ order: 'move', at, to, by_convoy: false });
const all = options.units.map((one) => hold(one.at));
const warn = (...deeds: OrderEntry[]) => {
  const sheet = deeds.reduce(withOrder, sheetOf(all));
  return { sheet, found: orderWarnings(sheet, options) };
};
/** Presses the button of every warning, as often as there are some. */
function mended(...deeds: OrderEntry[]): number {
  let { sheet, found } = warn(...deeds);
  for (let i = 0; i < 5 && found.length > 0; i++) {
    sheet = found[0]!.mend.deeds.reduce(withOrder, sheet);
    found = orderWarnings(sheet, options);
  }
  return found.length;
}

describe('warnings', () => {
  it('are silent about a sheet that fits together', () => {
    expect(warn().found).toEqual([]);
    expect(
      warn(move('rum', 'ser'), { order: 'support_move', at: 'bul', from: 'rum', to: 'ser' }).found,
    ).toEqual([]);
    expect(warn(move('ank', 'sev'), { order: 'convoy', at: 'bla', from: 'ank', to: 'sev' }).found).toEqual(
      [],
    );
    expect(warn(move('con', 'bul'), move('bul', 'rum'), move('rum', 'bud')).found).toEqual([]);
  });
  it('a support for a unit that goes elsewhere', () => {
    const elsewhere: OrderEntry[] = [
      move('rum', 'bud'),
      { order: 'support_move', at: 'bul', from: 'rum', to: 'ser' },
    ];
    expect(warn(...elsewhere).found).toMatchObject([
      { kind: 'support_elsewhere', at: 'bul', mend: { kind: 'hold' } },
    ]);
    const leaves: OrderEntry[] = [move('rum', 'ser'), { order: 'support_hold', at: 'bul', of: 'rum' }];
    expect(warn(...leaves).found).toMatchObject([
      {
        kind: 'support_leaves',
        mend: { kind: 'support_that', deeds: [{ order: 'support_move', from: 'rum', to: 'ser' }] },
      },
    ]);
    const stays: OrderEntry = { order: 'support_move', at: 'bul', from: 'rum', to: 'ser' };
    expect(warn(stays).found).toMatchObject([
      {
        kind: 'support_stays',
        mend: { kind: 'support_that', deeds: [{ order: 'support_hold', of: 'rum' }] },
      },
    ]);
    expect([mended(...elsewhere), mended(...leaves), mended(stays)]).toEqual([0, 0, 0]);
  });
  it('a convoy without its army', () => {
    const convoy: OrderEntry = { order: 'convoy', at: 'bla', from: 'ank', to: 'sev' };
    expect(warn(convoy).found).toMatchObject([{ kind: 'convoy_alone', at: 'bla', mend: { kind: 'hold' } }]);
    expect(mended(convoy)).toBe(0);
  });
  it('an army that goes by sea without a fleet', () => {
    const alone = move('ank', 'sev');
    expect(warn(alone).found).toMatchObject([
      {
        kind: 'no_convoy',
        at: 'ank',
        places: { unit: 'ank', to: 'sev' },
        mend: { kind: 'convoy', deeds: [{ order: 'convoy', at: 'bla', from: 'ank', to: 'sev' }] },
      },
    ]);
    expect(mended(alone)).toBe(0);
    // Somebody else's fleets may convoy it; and by land no fleet is needed.
    const foreign = { ...options, units: options.units.filter((one) => one.at !== 'bla') };
    const sheet = [alone].reduce(withOrder, sheetOf(all.filter((one) => 'at' in one && one.at !== 'bla')));
    expect(orderWarnings(sheet, foreign)).toEqual([]);
    expect(warn(move('con', 'bul'), move('bul', 'ser')).found).toEqual([]);
  });
  it('two own units to one place', () => {
    const both = [move('rum', 'ser'), move('bul', 'ser')];
    expect(warn(...both).found).toMatchObject([
      {
        kind: 'same_place',
        places: { unit: 'rum', to: 'ser' },
        mend: { kind: 'keep', deeds: [hold('bul')] },
      },
    ]);
    expect(mended(...both)).toBe(0);
  });
  it('an own attack that cannot succeed', () => {
    expect(warn(move('con', 'bul')).found).toMatchObject([{ kind: 'own_stays', at: 'con' }]);
    expect(warn(move('rum', 'bul'), move('bul', 'rum')).found).toMatchObject([{ kind: 'swap', at: 'bul' }]);
    expect(mended(move('con', 'bul'))).toBe(0);
  });
  it('a unit without an order', () => {
    const sheet = sheetOf(all.slice(1));
    expect(orderWarnings(sheet, options)).toMatchObject([
      { kind: 'no_order', at: 'bul', mend: { deeds: [hold('bul')] } },
    ]);
    const retreat: OptionsView = { ...options, phase: 'S1904R', units: [unit('bul', { retreats: ['rum'] })] };
    expect(orderWarnings(sheetOf([]), retreat)).toMatchObject([
      { kind: 'no_retreat', mend: { kind: 'disband' } },
    ]);
  });
});

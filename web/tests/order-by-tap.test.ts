// Taps on the map, and the order sheet.

import { describe, expect, it } from 'vitest';

import {
  helpDestinations,
  IDLE,
  selectedProvinces,
  tapProvince,
  nextProvinces,
  type TapResult,
  type TapState,
} from '../src/game/order-by-tap';
import {
  adjustmentCount,
  conflictingMoves,
  EMPTY_SHEET,
  isPossible,
  isSameSheet,
  orderSymbols,
  sheetOf,
  unitsWithoutOrders,
  withOrder,
  withoutOrder,
  type OrderSheet,
} from '../src/game/order-sheet';
import type { OrderEntry, OptionsView, UnitOptions } from '../src/lib/wire';

const unit = (at: string, rest: Partial<UnitOptions>): UnitOptions => ({
  at,
  place: at,
  power: 'france',
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
  phase: 'S1901M',
  units: [
    unit('par', {
      moves: ['bur', 'pic', 'bre', 'gas'],
      supports: { mar: ['bur', 'gas', 'mar'], bre: ['bre', 'gas', 'pic'], kie: ['bur'] },
    }),
    unit('mar', {
      moves: ['spa', 'bur', 'pie', 'gas'],
      by_convoy: ['spa', 'tus'],
      supports: { par: ['bur', 'gas'] },
    }),
    unit('mao', {
      kind: 'fleet',
      moves: ['spa/nc', 'spa/sc', 'por', 'bre'],
      convoys: { bre: ['spa', 'por'] },
      supports: { mar: ['spa'], por: ['por', 'spa'] },
    }),
  ],
  adjustments: [],
};
const tapAll = (
  taps: string[],
  from: TapState = IDLE,
  at: OptionsView = options,
  sheet: OrderSheet = EMPTY_SHEET,
): TapResult =>
  taps.reduce<TapResult>((step, province) => tapProvince(step.state, province, at, sheet), { state: from });

describe('orders by tapping the map', () => {
  it('moves in two taps', () => {
    expect(tapAll(['par', 'bur']).deed).toEqual({ order: 'move', at: 'par', to: 'bur', by_convoy: false });
    expect(tapAll(['par', 'bur']).state).toEqual(IDLE);
  });
  it('shows only what is legal', () => {
    expect([...nextProvinces(tapAll(['par']).state, options)].sort()).toEqual(['bre', 'bur', 'gas', 'pic']);
    expect(tapAll(['par', 'mos'])).toMatchObject({ isRejected: true, state: { step: 'unit', at: 'par' } });
  });
  it('supports in three taps: helper, mover, target', () => {
    expect(tapAll(['par', 'mar']).state).toEqual({ step: 'where', at: 'par', help: 'support', from: 'mar' });
    expect([...selectedProvinces(tapAll(['par', 'mar']).state)]).toEqual(['par', 'mar']);
    expect(tapAll(['par', 'mar', 'bur']).deed).toEqual({
      order: 'support_move',
      at: 'par',
      from: 'mar',
      to: 'bur',
    });
    expect(tapAll(['par', 'mar', 'mar']).deed).toEqual({ order: 'support_hold', at: 'par', of: 'mar' });
  });
  it('asks if a tap can mean two things', () => {
    const state = tapAll(['par', 'bre']).state;
    expect(state.step).toBe('ask');
    expect(state.step === 'ask' && state.choices.map((choice) => choice.kind)).toEqual(['order', 'help']);
  });
  it('asks for the coast only when both are possible', () => {
    const state = tapAll(['mao', 'spa']).state;
    expect(state.step === 'ask' && state.choices).toMatchObject([
      { deed: { to: 'spa/nc' } },
      { deed: { to: 'spa/sc' } },
    ]);
    expect(tapAll(['mar', 'tus']).deed).toMatchObject({ to: 'tus', by_convoy: false });
  });
  it('supports a move to either of two coasts in three taps, and asks for no coast', () => {
    const rum = unit('rum', {
      kind: 'fleet',
      moves: ['bul/ec', 'bla', 'sev'],
      supports: { con: ['bul/ec', 'bla', 'bul/sc'], aeg: ['bul/sc'], bla: ['bul/ec', 'bla'] },
    });
    const coasts: OptionsView = { ...options, units: [rum] };
    expect([...nextProvinces(tapAll(['rum', 'con'], IDLE, coasts).state, coasts)]).toEqual(['bul', 'bla']);
    expect(tapAll(['rum', 'con', 'bul'], IDLE, coasts)).toEqual({
      state: IDLE,
      deed: { order: 'support_move', at: 'rum', from: 'con', to: 'bul' },
    });
    // Only one coast is possible.
    expect(tapAll(['rum', 'aeg', 'bul'], IDLE, coasts).deed).toMatchObject({ from: 'aeg', to: 'bul/sc' });
    const gas = unit('gas', { moves: ['spa'], supports: { mao: ['spa/nc', 'spa/sc'] } });
    const start: TapState = { step: 'whom', at: 'gas', help: 'support' };
    expect(tapAll(['mao'], start, { ...options, units: [gas] }).deed).toEqual({
      order: 'support_move',
      at: 'gas',
      from: 'mao',
      to: 'spa',
    });
  });
  it('has the province and its coasts in the menu of a support', () => {
    const gas = unit('gas', { supports: { mao: ['bre', 'spa/nc', 'spa/sc'], wes: ['spa/sc'] } });
    expect(helpDestinations(gas, 'support', 'mao')).toEqual(['bre', 'spa', 'spa/nc', 'spa/sc']);
    expect(helpDestinations(gas, 'support', 'wes')).toEqual(['spa/sc']);
    expect(helpDestinations(gas, 'support', 'par')).toEqual([]);
  });
  it('asks whether to move by land or by convoy', () => {
    const state = tapAll(['mar', 'spa']).state;
    expect(
      state.step === 'ask' &&
        state.choices.map(
          (choice) => choice.kind === 'order' && choice.deed.order === 'move' && choice.deed.by_convoy,
        ),
    ).toEqual([false, true]);
  });
  it('convoys: fleet, army, target', () => {
    const start: TapState = { step: 'whom', at: 'mao', help: 'convoy' };
    expect([...nextProvinces(start, options)]).toEqual(['bre']);
    expect(tapAll(['bre', 'por'], start).deed).toEqual({
      order: 'convoy',
      at: 'mao',
      from: 'bre',
      to: 'por',
    });
    expect(
      tapAll(['mao', 'bre', 'spa'], IDLE, {
        ...options,
        units: [unit('mao', { kind: 'fleet', convoys: { bre: ['spa', 'por'] } })],
      }).deed,
    ).toEqual({ order: 'convoy', at: 'mao', from: 'bre', to: 'spa' });
  });
  it('deselects a unit that is tapped twice, and selects another', () => {
    expect(tapAll(['par', 'par']).state).toEqual(IDLE);
    expect(tapAll(['mar', 'mao']).state).toEqual({ step: 'unit', at: 'mao' });
  });
});

describe('retreats and adjustments', () => {
  const retreat: OptionsView = {
    ...options,
    phase: 'S1901R',
    units: [unit('par', { retreats: ['pic', 'gas'] })],
  };
  it('retreats', () =>
    expect(tapAll(['par', 'gas'], IDLE, retreat).deed).toEqual({ order: 'retreat', at: 'par', to: 'gas' }));

  const building: OptionsView = {
    ...options,
    phase: 'W1901A',
    units: [],
    adjustments: [
      {
        power: 'russia',
        owed: 1,
        builds: 1,
        armies: ['mos', 'stp'],
        fleets: ['stp/nc', 'stp/sc'],
        removals: [],
        by_default: [],
      },
    ],
  };
  it('builds at once inland, asks at the coast, and builds no more than allowed', () => {
    const army: OrderEntry = { order: 'build', power: 'russia', kind: 'army', at: 'mos' };
    expect(tapAll(['mos'], IDLE, building).deed).toEqual(army);
    const state = tapAll(['stp'], IDLE, building).state;
    expect(state.step === 'ask' && state.choices).toHaveLength(3);
    expect(tapAll(['stp'], IDLE, building, sheetOf([army])).isRejected).toBe(true);
    expect(adjustmentCount(sheetOf([army]), building.adjustments[0]!)).toEqual({ written: 1, max: 1 });
  });
  it('removes, and clears the removal', () => {
    const removing: OptionsView = {
      ...building,
      adjustments: [
        {
          power: 'russia',
          owed: -1,
          builds: 0,
          armies: [],
          fleets: [],
          removals: ['sev', 'mos'],
          by_default: ['sev'],
        },
      ],
    };
    expect(tapAll(['sev'], IDLE, removing).deed).toEqual({ order: 'remove', at: 'sev' });
    expect(tapAll(['sev'], IDLE, removing, sheetOf([{ order: 'remove', at: 'sev' }])).clear).toBe('sev');
  });
});

describe('the sheet', () => {
  const hold: OrderEntry = { order: 'hold', at: 'par' };
  const move: OrderEntry = { order: 'move', at: 'par', to: 'bur', by_convoy: false };
  it('has one entry per unit', () => {
    const sheet = withOrder(withOrder(EMPTY_SHEET, hold), move);
    expect([...sheet.values()]).toEqual([move]);
    expect(unitsWithoutOrders(sheet, options)).toEqual(['mar', 'mao']);
    expect(withoutOrder(sheet, 'par').size).toBe(0);
  });
  it('waives more than once', () => {
    const waive: OrderEntry = { order: 'waive', power: 'russia' };
    expect(withOrder(withOrder(EMPTY_SHEET, waive), waive).size).toBe(2);
  });
  it('is the same in any order of lines and fields', () => {
    const turned = { by_convoy: false, to: 'bur', at: 'par', order: 'move' } as OrderEntry;
    expect(
      isSameSheet(
        sheetOf([move, { order: 'hold', at: 'mar' }]),
        sheetOf([{ order: 'hold', at: 'mar' }, turned]),
      ),
    ).toBe(true);
    expect(isSameSheet(sheetOf([move]), sheetOf([hold]))).toBe(false);
  });
  it('knows what is possible now', () => {
    expect(isPossible(move, options)).toBe(true);
    expect(isPossible({ ...move, to: 'mun' }, options)).toBe(false);
    expect(isPossible({ order: 'support_move', at: 'par', from: 'mar', to: 'bur' }, options)).toBe(true);
    expect(isPossible({ order: 'retreat', at: 'par', to: 'bur' }, options)).toBe(false);
  });
  it('finds own units that go to one place, on any coast', () => {
    const to = (at: string, to: string): OrderEntry => ({ order: 'move', at, to, by_convoy: false });
    expect(conflictingMoves(sheetOf([to('par', 'bur'), to('mar', 'bur'), to('mao', 'spa/nc')]))).toEqual([
      { to: 'bur', from: ['par', 'mar'] },
    ]);
    expect(conflictingMoves(sheetOf([to('mar', 'spa'), to('mao', 'spa/nc'), hold]))).toEqual([
      { to: 'spa', from: ['mar', 'mao'] },
    ]);
    expect(
      conflictingMoves(
        sheetOf([to('par', 'bur'), { order: 'support_move', at: 'mar', from: 'par', to: 'bur' }]),
      ),
    ).toEqual([]);
    expect(
      conflictingMoves(
        sheetOf([
          { order: 'retreat', at: 'par', to: 'gas' },
          { order: 'retreat', at: 'mar', to: 'gas' },
        ]),
      ),
    ).toHaveLength(1);
  });
  it('has symbols for an order', () => {
    const boardMap = { asset: { provinces: { par: { short: 'Par' }, bur: { short: 'Bur' } } } } as never;
    expect(orderSymbols(move, boardMap, null)).toBe('Par → Bur');
  });
});

// Taps on the map, and the order sheet.

import { describe, expect, it } from 'vitest';

import { helpDestinations, type TapContext } from '../src/game/help-orders';
import {
  beginHelp,
  dragGoals,
  dropUnit,
  IDLE,
  nextProvinces,
  possibleChoices,
  stepBack,
  tapProvince,
  type TapResult,
  type TapState,
} from '../src/game/order-by-tap';
import { orderMenu } from '../src/game/order-menu';
import {
  adjustmentCount,
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
const inContext = (
  at: OptionsView = options,
  sheet: OrderSheet = EMPTY_SHEET,
  isNarrow = false,
): TapContext => ({
  options: at,
  sheet,
  isSea: (province) => province === 'nth',
  isNarrow,
  isNeighbour: (province, other) => [province, other].sort().join() === 'hol,ruh',
});
const tapAll = (
  taps: string[],
  from: TapState = IDLE,
  at: OptionsView = options,
  sheet: OrderSheet = EMPTY_SHEET,
): TapResult =>
  taps.reduce<TapResult>((step, province) => tapProvince(step.state, province, inContext(at, sheet)), {
    state: from,
  });

describe('orders by tapping the map', () => {
  it('moves in two taps', () => {
    expect(tapAll(['par', 'bur']).deed).toEqual({ order: 'move', at: 'par', to: 'bur', by_convoy: false });
    expect(tapAll(['par', 'bur']).state).toEqual(IDLE);
  });
  it('shows only what is legal', () => {
    expect([...nextProvinces(tapAll(['par']).state, inContext())].sort()).toEqual([
      'bre',
      'bur',
      'gas',
      'pic',
    ]);
    expect(tapAll(['par', 'mos'])).toMatchObject({ isRejected: true, state: { step: 'unit', at: 'par' } });
  });
  it('writes the likely move at once, and offers the rest beside it', () => {
    const enemyThere: OptionsView = {
      ...options,
      units: [unit('par', { moves: ['bur'], supports: { bur: ['bur', 'mun'] } })],
    };
    const { deed, state } = tapAll(['par', 'bur'], IDLE, enemyThere);
    expect(deed).toEqual({ order: 'move', at: 'par', to: 'bur', by_convoy: false });
    expect(state).toMatchObject({ step: 'written', at: 'par', province: 'bur' });
    expect(
      state.step === 'written' && state.choices.map((choice) => choice.kind === 'order' && choice.deed.order),
    ).toEqual(['move', 'support_hold', 'support_move']);
    // The next tap begins something new.
    expect(tapAll(['par', 'bur', 'par'], IDLE, enemyThere).state).toEqual({ step: 'unit', at: 'par' });
  });
  it('picks another own unit, and offers to help it: three taps for a support', () => {
    const { state, deed } = tapAll(['par', 'mar']);
    expect(deed).toBeUndefined();
    expect(state).toEqual({ step: 'unit', at: 'mar', helper: 'par' });
    const offered = orderMenu(state, inContext())?.helper?.entries.map((entry) => entry.action);
    expect(offered).toContainEqual({
      kind: 'order',
      deed: { order: 'support_move', at: 'par', from: 'mar', to: 'bur' },
    });
    expect(offered).toContainEqual({ kind: 'order', deed: { order: 'support_hold', at: 'par', of: 'mar' } });
  });
  it('offers first to support what the other unit is ordered to do', () => {
    const sheet = sheetOf([{ order: 'move', at: 'mar', to: 'gas', by_convoy: false }]);
    const helper = possibleChoices(options.units[0]!, 'mar', inContext(options, sheet))[0];
    expect(helper).toEqual({
      kind: 'order',
      deed: { order: 'support_move', at: 'par', from: 'mar', to: 'gas' },
    });
    // After "Support", a tap on that unit is enough.
    const begun: TapState = { step: 'whom', at: 'par', help: 'support' };
    expect(tapAll(['mar'], begun, options, sheet).deed).toEqual({
      order: 'support_move',
      at: 'par',
      from: 'mar',
      to: 'gas',
    });
  });
  it('moves at once to a place that an own unit leaves', () => {
    const sheet = sheetOf([{ order: 'move', at: 'bre', to: 'mao', by_convoy: false }]);
    const withBrest: OptionsView = {
      ...options,
      units: [...options.units, unit('bre', { moves: ['mao', 'pic'] })],
    };
    expect(tapAll(['par', 'bre'], IDLE, withBrest, sheet).deed).toMatchObject({ order: 'move', to: 'bre' });
    expect(tapAll(['par', 'bre'], IDLE, withBrest).state).toEqual({ step: 'unit', at: 'bre', helper: 'par' });
  });
  it('goes one step back by a tap on the sea, Escape or Back', () => {
    const begun: TapState = { step: 'where', at: 'par', help: 'support', from: 'mar' };
    expect(tapProvince(begun, 'nth', inContext()).state).toEqual({ step: 'unit', at: 'par' });
    expect(tapProvince({ step: 'unit', at: 'par' }, null, inContext()).state).toEqual(IDLE);
    expect(tapProvince({ step: 'unit', at: 'par' }, 'mos', inContext()).isRejected).toBe(true);
    expect(stepBack(begun)).toEqual({ step: 'unit', at: 'par' });
    expect(stepBack(stepBack(begun))).toEqual(IDLE);
  });
  it('gives the order by dragging, and asks on an own unit', () => {
    expect([...dragGoals('mao', options)].sort()).toEqual(['bre', 'mar', 'por', 'spa']);
    expect(dropUnit('par', 'bur', inContext()).deed).toMatchObject({ order: 'move', to: 'bur' });
    expect(dropUnit('par', 'mar', inContext()).state).toMatchObject({
      step: 'ask',
      at: 'par',
      province: 'mar',
    });
    expect([...dragGoals('lon', options)]).toEqual([]);
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
    const begin: TapState = { step: 'whom', at: 'rum', help: 'support' };
    expect([...nextProvinces(tapAll(['con'], begin, coasts).state, inContext(coasts))]).toEqual([
      'bul',
      'bla',
    ]);
    expect(tapAll(['con', 'bul'], begin, coasts)).toEqual({
      state: IDLE,
      deed: { order: 'support_move', at: 'rum', from: 'con', to: 'bul' },
    });
    // Only one coast is possible.
    expect(tapAll(['aeg'], begin, coasts).deed).toMatchObject({ from: 'aeg', to: 'bul/sc' });
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
  it('goes to a neighbour by land, and offers the convoy beside it', () => {
    const { deed, state } = tapAll(['mar', 'spa']);
    expect(deed).toMatchObject({ to: 'spa', by_convoy: false });
    expect(state.step === 'written' && state.choices.at(-1)).toMatchObject({
      deed: { to: 'spa', by_convoy: true },
    });
  });
  it('convoys: fleet, army, target', () => {
    const start: TapState = { step: 'whom', at: 'mao', help: 'convoy' };
    expect([...nextProvinces(start, inContext())]).toEqual(['bre']);
    expect(tapAll(['bre', 'por'], start).deed).toEqual({
      order: 'convoy',
      at: 'mao',
      from: 'bre',
      to: 'por',
    });
  });
  it('deselects a unit that is tapped twice, and selects another', () => {
    expect(tapAll(['par', 'par']).state).toEqual(IDLE);
    expect(tapAll(['mar', 'mao']).state).toEqual({ step: 'unit', at: 'mao' });
  });
});

describe('help to one of many provinces', () => {
  /** A fleet with an own army in Yorkshire and a foreign one in Holland, each with many destinations. */
  const shores = ['bel', 'den', 'edi', 'hol', 'lon', 'nwy'];
  const fleet = unit('nth', {
    kind: 'fleet',
    moves: ['bel', 'den', 'edi', 'hol', 'lon', 'nwy', 'yor'],
    convoys: {
      yor: shores,
      hol: ['bel', 'den', 'edi', 'kie', 'lon', 'nwy', 'yor'],
      cly: ['bel', 'den', 'hol', 'lon', 'nwy'],
    },
    supports: { yor: ['yor', 'edi', 'lon', 'bel'], hol: ['hol', 'bel'] },
  });
  const army = unit('yor', { moves: ['edi', 'lon', 'lvp'], by_convoy: ['bel', 'den', 'hol', 'nwy'] });
  const sea: OptionsView = { ...options, units: [fleet, army, unit('den', { moves: ['kie'] })] };
  const convoy = (from: string, to: string): OrderEntry => ({ order: 'convoy', at: 'nth', from, to });
  const listed = (taps: string[], sheet: OrderSheet = EMPTY_SHEET) => {
    const menu = orderMenu(tapAll(taps, IDLE, sea, sheet).state, inContext(sea, sheet));
    return (menu?.helper ?? menu)?.entries.flatMap(({ action }) =>
      action.kind === 'order' ? [action.deed] : [],
    );
  };

  it('convoys an own army in three taps, and offers the move of the army beside it', () => {
    const { deed, state } = tapAll(['nth', 'yor', 'bel'], IDLE, sea);
    expect(deed).toEqual(convoy('yor', 'bel'));
    expect(state).toMatchObject({
      step: 'written',
      at: 'nth',
      also: { at: 'yor', choices: [{ deed: { order: 'move', at: 'yor', to: 'bel' } }] },
    });
    expect(orderMenu(state, inContext(sea))).toMatchObject({ isDone: true, helper: { unit: 'yor' } });
  });
  it('lights the provinces that such a tap can mean', () => {
    const lit = nextProvinces(tapAll(['nth', 'yor'], IDLE, sea).state, inContext(sea));
    expect(['bel', 'hol', 'nwy'].every((province) => lit.has(province))).toBe(true);
    const foreign = nextProvinces(tapAll(['nth', 'hol'], IDLE, sea).state, inContext(sea));
    // Own units stand in Yorkshire and Denmark: a tap there picks them.
    expect([...foreign].sort()).toEqual(['bel', 'edi', 'kie', 'lon', 'nwy']);
  });
  it('lists in the menu what a tap on the map does not mean', () => {
    // Neighbours of the army, and an own unit that stays.
    for (const to of ['edi', 'lon', 'den']) expect(listed(['nth', 'yor'])).toContainEqual(convoy('yor', to));
    expect(listed(['nth', 'yor'])).not.toContainEqual(convoy('yor', 'bel'));
    expect(listed(['nth', 'hol'])).toContainEqual(convoy('hol', 'yor'));
  });
  it('lists less on a phone, where the menu lies over the map', () => {
    const few = unit('nth', { kind: 'fleet', moves: [], convoys: { hol: ['bel', 'kie', 'lon'] } });
    const at: OptionsView = { ...options, units: [few] };
    const kinds = (isNarrow: boolean) =>
      possibleChoices(few, 'hol', inContext(at, EMPTY_SHEET, isNarrow)).map((choice) => choice.kind);
    expect(kinds(false)).toEqual(['order', 'order', 'order']);
    expect(kinds(true)).toEqual(['help']);
  });
  it('gives every convoy in three taps', () => {
    for (const [from, goals] of Object.entries(fleet.convoys))
      for (const to of goals) {
        const isListed = (listed(['nth', from]) ?? []).some(
          (deed) => JSON.stringify(deed) === JSON.stringify(convoy(from, to)),
        );
        expect([from, to, isListed || tapAll(['nth', from, to], IDLE, sea).deed]).toEqual([
          from,
          to,
          isListed || convoy(from, to),
        ]);
      }
  });
  it('moves an own army to a neighbour, and offers the support beside it', () => {
    const { deed, state } = tapAll(['nth', 'yor', 'lon'], IDLE, sea);
    expect(deed).toMatchObject({ order: 'move', at: 'yor', to: 'lon', by_convoy: false });
    expect(state).toMatchObject({
      step: 'written',
      at: 'yor',
      also: { at: 'nth', choices: [{ deed: { order: 'support_move' } }, { deed: { order: 'convoy' } }] },
    });
    // The army is ordered there already: the support is meant.
    const sheet = sheetOf([{ order: 'move', at: 'yor', to: 'lon', by_convoy: false }]);
    expect(tapAll(['nth', 'yor', 'lon'], IDLE, sea, sheet).deed).toEqual({
      order: 'support_move',
      at: 'nth',
      from: 'yor',
      to: 'lon',
    });
  });
  it('orders the army if its convoy is ordered already', () => {
    const sheet = sheetOf([convoy('yor', 'nwy')]);
    expect(tapAll(['nth', 'yor', 'nwy'], IDLE, sea, sheet).deed).toMatchObject({
      order: 'move',
      at: 'yor',
      to: 'nwy',
    });
  });
  it('convoys a foreign army while the menu at it is open, and supports it to a neighbour', () => {
    const { deed, state } = tapAll(['nth', 'hol'], IDLE, sea);
    expect(deed).toMatchObject({ order: 'move', at: 'nth', to: 'hol' });
    expect(tapAll(['nwy'], state, sea).deed).toEqual(convoy('hol', 'nwy'));
    expect(tapAll(['nwy'], state, sea).state).toEqual(IDLE);
    const ruhr = unit('nth', { kind: 'fleet', convoys: { ruh: shores }, supports: { ruh: ['hol', 'bel'] } });
    const near: OptionsView = { ...options, units: [ruhr] };
    const ask = tapAll(['nth', 'ruh'], IDLE, near);
    expect(ask.state.step).toBe('ask');
    expect(tapAll(['hol'], ask.state, near)).toMatchObject({
      deed: { order: 'support_move', to: 'hol' },
      state: { choices: [{ deed: { order: 'support_move' } }, { deed: { order: 'convoy' } }] },
    });
    expect(tapAll(['bel'], ask.state, near).deed).toEqual(convoy('ruh', 'bel'));
  });
  it('changes no written order by a tap elsewhere if the menu lists everything', () => {
    const few = unit('nth', { kind: 'fleet', moves: ['hol'], convoys: { hol: ['bel', 'lon'] } });
    const at: OptionsView = { ...options, units: [few] };
    expect(tapAll(['nth', 'hol', 'bel'], IDLE, at)).toEqual({ state: IDLE });
  });
  it('asks for no army if only one can be convoyed', () => {
    expect(beginHelp('nth', 'convoy', sea)).toEqual({ step: 'whom', at: 'nth', help: 'convoy' });
    const begun = beginHelp('mao', 'convoy', options);
    expect(begun).toEqual({ step: 'where', at: 'mao', help: 'convoy', from: 'bre' });
    expect(tapAll(['bre'], begun).state).toEqual(begun);
    expect(tapAll(['por'], begun).deed).toEqual({ order: 'convoy', at: 'mao', from: 'bre', to: 'por' });
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
  it('has symbols for an order', () => {
    const boardMap = { asset: { provinces: { par: { short: 'Par' }, bur: { short: 'Bur' } } } } as never;
    expect(orderSymbols(move, boardMap, null)).toBe('Par → Bur');
  });
});

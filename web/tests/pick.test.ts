import { describe, expect, it } from 'vitest';

import { chosen, goals, IDLE, targets, touched, type Pick, type Step } from '../src/game/pick';
import { account, clashes, EMPTY, isPossible, isSame, sheetOf, symbols, withDeed, without, withoutOrders, type Sheet } from '../src/game/sheet';
import type { Deed, OptionsView, UnitOptions } from '../src/lib/wire';

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
    unit('par', { moves: ['bur', 'pic', 'bre', 'gas'], supports: { mar: ['bur', 'gas', 'mar'], bre: ['bre', 'gas', 'pic'], kie: ['bur'] } }),
    unit('mar', { moves: ['spa', 'bur', 'pie', 'gas'], by_convoy: ['spa', 'tus'], supports: { par: ['bur', 'gas'] } }),
    unit('mao', { kind: 'fleet', moves: ['spa/nc', 'spa/sc', 'por', 'bre'], convoys: { bre: ['spa', 'por'] }, supports: { mar: ['spa'], por: ['por', 'spa'] } }),
  ],
  adjustments: [],
};
const walk = (touches: string[], from: Pick = IDLE, at: OptionsView = options, sheet: Sheet = EMPTY): Step =>
  touches.reduce<Step>((step, province) => touched(step.pick, province, at, sheet), { pick: from });

describe('orders by touching the map', () => {
  it('moves in two touches', () => {
    expect(walk(['par', 'bur']).deed).toEqual({ order: 'move', at: 'par', to: 'bur', by_convoy: false });
    expect(walk(['par', 'bur']).pick).toEqual(IDLE);
  });
  it('shows only what is legal', () => {
    expect([...targets(walk(['par']).pick, options)].sort()).toEqual(['bre', 'bur', 'gas', 'pic']);
    expect(walk(['par', 'mos'])).toMatchObject({ missed: true, pick: { step: 'unit', at: 'par' } });
  });
  it('supports in three touches: helper, mover, target', () => {
    expect(walk(['par', 'mar']).pick).toEqual({ step: 'where', at: 'par', help: 'support', from: 'mar' });
    expect([...chosen(walk(['par', 'mar']).pick)]).toEqual(['par', 'mar']);
    expect(walk(['par', 'mar', 'bur']).deed).toEqual({ order: 'support_move', at: 'par', from: 'mar', to: 'bur' });
    expect(walk(['par', 'mar', 'mar']).deed).toEqual({ order: 'support_hold', at: 'par', of: 'mar' });
  });
  it('asks when a touch can mean two things', () => {
    const asked = walk(['par', 'bre']).pick;
    expect(asked.step).toBe('ask');
    expect(asked.step === 'ask' && asked.choices.map((choice) => choice.kind)).toEqual(['deed', 'help']);
  });
  it('asks for the coast only when both are possible', () => {
    const asked = walk(['mao', 'spa']).pick;
    expect(asked.step === 'ask' && asked.choices).toMatchObject([{ deed: { to: 'spa/nc' } }, { deed: { to: 'spa/sc' } }]);
    expect(walk(['mar', 'tus']).deed).toMatchObject({ to: 'tus', by_convoy: false });
  });
  it('supports a move to either of two coasts in the same three touches, and asks for no coast', () => {
    const rum = unit('rum', { kind: 'fleet', moves: ['bul/ec', 'bla', 'sev'], supports: { con: ['bul/ec', 'bla', 'bul/sc'], aeg: ['bul/sc'], bla: ['bul/ec', 'bla'] } });
    const coasts: OptionsView = { ...options, units: [rum] };
    expect([...targets(walk(['rum', 'con'], IDLE, coasts).pick, coasts)]).toEqual(['bul', 'bla']);
    expect(walk(['rum', 'con', 'bul'], IDLE, coasts)).toEqual({ pick: IDLE, deed: { order: 'support_move', at: 'rum', from: 'con', to: 'bul' } });
    // Only one of them can be meant.
    expect(walk(['rum', 'aeg', 'bul'], IDLE, coasts).deed).toMatchObject({ from: 'aeg', to: 'bul/sc' });
    const gas = unit('gas', { moves: ['spa'], supports: { mao: ['spa/nc', 'spa/sc'] } });
    const whom: Pick = { step: 'whom', at: 'gas', help: 'support' };
    expect(walk(['mao'], whom, { ...options, units: [gas] }).deed).toEqual({ order: 'support_move', at: 'gas', from: 'mao', to: 'spa' });
  });
  it('has the province and its coasts in the menu of a support', () => {
    const gas = unit('gas', { supports: { mao: ['bre', 'spa/nc', 'spa/sc'], wes: ['spa/sc'] } });
    expect(goals(gas, 'support', 'mao')).toEqual(['bre', 'spa', 'spa/nc', 'spa/sc']);
    expect(goals(gas, 'support', 'wes')).toEqual(['spa/sc']);
    expect(goals(gas, 'support', 'par')).toEqual([]);
  });
  it('asks whether to walk or to sail', () => {
    const asked = walk(['mar', 'spa']).pick;
    expect(asked.step === 'ask' && asked.choices.map((choice) => choice.kind === 'deed' && choice.deed.order === 'move' && choice.deed.by_convoy)).toEqual([false, true]);
  });
  it('convoys: fleet, army, target', () => {
    const whom: Pick = { step: 'whom', at: 'mao', help: 'convoy' };
    expect([...targets(whom, options)]).toEqual(['bre']);
    expect(walk(['bre', 'por'], whom).deed).toEqual({ order: 'convoy', at: 'mao', from: 'bre', to: 'por' });
    expect(walk(['mao', 'bre', 'spa'], IDLE, { ...options, units: [unit('mao', { kind: 'fleet', convoys: { bre: ['spa', 'por'] } })] }).deed).toEqual({ order: 'convoy', at: 'mao', from: 'bre', to: 'spa' });
  });
  it('lets go of a unit that is touched twice, and takes another', () => {
    expect(walk(['par', 'par']).pick).toEqual(IDLE);
    expect(walk(['mar', 'mao']).pick).toEqual({ step: 'unit', at: 'mao' });
  });
});

describe('retreats and adjustments', () => {
  const retreat: OptionsView = { ...options, phase: 'S1901R', units: [unit('par', { retreats: ['pic', 'gas'] })] };
  it('retreats', () => expect(walk(['par', 'gas'], IDLE, retreat).deed).toEqual({ order: 'retreat', at: 'par', to: 'gas' }));

  const building: OptionsView = {
    ...options,
    phase: 'W1901A',
    units: [],
    adjustments: [{ power: 'russia', owed: 1, builds: 1, armies: ['mos', 'stp'], fleets: ['stp/nc', 'stp/sc'], removals: [], by_default: [] }],
  };
  it('builds at once inland, asks at the shore, and not beyond what is owed', () => {
    const army: Deed = { order: 'build', power: 'russia', kind: 'army', at: 'mos' };
    expect(walk(['mos'], IDLE, building).deed).toEqual(army);
    const asked = walk(['stp'], IDLE, building).pick;
    expect(asked.step === 'ask' && asked.choices).toHaveLength(3);
    expect(walk(['stp'], IDLE, building, sheetOf([army])).missed).toBe(true);
    expect(account(sheetOf([army]), building.adjustments[0]!)).toEqual({ written: 1, most: 1 });
  });
  it('removes and takes it back', () => {
    const removing: OptionsView = { ...building, adjustments: [{ power: 'russia', owed: -1, builds: 0, armies: [], fleets: [], removals: ['sev', 'mos'], by_default: ['sev'] }] };
    expect(walk(['sev'], IDLE, removing).deed).toEqual({ order: 'remove', at: 'sev' });
    expect(walk(['sev'], IDLE, removing, sheetOf([{ order: 'remove', at: 'sev' }])).clear).toBe('sev');
  });
});

describe('the sheet', () => {
  const hold: Deed = { order: 'hold', at: 'par' };
  const move: Deed = { order: 'move', at: 'par', to: 'bur', by_convoy: false };
  it('has one entry a unit', () => {
    const sheet = withDeed(withDeed(EMPTY, hold), move);
    expect([...sheet.values()]).toEqual([move]);
    expect(withoutOrders(sheet, options)).toEqual(['mar', 'mao']);
    expect(without(sheet, 'par').size).toBe(0);
  });
  it('waives more than once', () => {
    const waive: Deed = { order: 'waive', power: 'russia' };
    expect(withDeed(withDeed(EMPTY, waive), waive).size).toBe(2);
  });
  it('is the same in any order of lines and fields', () => {
    const turned = { by_convoy: false, to: 'bur', at: 'par', order: 'move' } as Deed;
    expect(isSame(sheetOf([move, { order: 'hold', at: 'mar' }]), sheetOf([{ order: 'hold', at: 'mar' }, turned]))).toBe(true);
    expect(isSame(sheetOf([move]), sheetOf([hold]))).toBe(false);
  });
  it('knows what is possible now', () => {
    expect(isPossible(move, options)).toBe(true);
    expect(isPossible({ ...move, to: 'mun' }, options)).toBe(false);
    expect(isPossible({ order: 'support_move', at: 'par', from: 'mar', to: 'bur' }, options)).toBe(true);
    expect(isPossible({ order: 'retreat', at: 'par', to: 'bur' }, options)).toBe(false);
  });
  it('notices own units that go to one place, on whatever coast', () => {
    const to = (at: string, to: string): Deed => ({ order: 'move', at, to, by_convoy: false });
    expect(clashes(sheetOf([to('par', 'bur'), to('mar', 'bur'), to('mao', 'spa/nc')]))).toEqual([{ to: 'bur', from: ['par', 'mar'] }]);
    expect(clashes(sheetOf([to('mar', 'spa'), to('mao', 'spa/nc'), hold]))).toEqual([{ to: 'spa', from: ['mar', 'mao'] }]);
    expect(clashes(sheetOf([to('par', 'bur'), { order: 'support_move', at: 'mar', from: 'par', to: 'bur' }]))).toEqual([]);
    expect(clashes(sheetOf([{ order: 'retreat', at: 'par', to: 'gas' }, { order: 'retreat', at: 'mar', to: 'gas' }]))).toHaveLength(1);
  });
  it('has signs for every order', () => {
    const chart = { asset: { provinces: { par: { short: 'Par' }, bur: { short: 'Bur' } } } } as never;
    expect(symbols(move, chart, null)).toBe('Par → Bur');
  });
});

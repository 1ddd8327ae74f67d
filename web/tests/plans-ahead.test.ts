import { expect, test } from 'vitest';

import { sheetOf } from '../src/game/order-sheet';
import { changeFact, changeKind, factKey, newCondition, newDeed, newPlan } from '../src/game/plans-ahead';
import type { GameView } from '../src/lib/wire';

const view = {
  viewer: { powers: ['france'] },
  position: {
    units: [
      { power: 'france', kind: 'army', at: 'par' },
      { power: 'france', kind: 'fleet', at: 'spa/sc' },
      { power: 'germany', kind: 'army', at: 'mun' },
    ],
  },
} as unknown as GameView;

test('a new plan has the units where they would be', () => {
  const plan = newPlan(sheetOf([{ order: 'move', at: 'par', to: 'bur' }]), view);
  expect(plan).toEqual({
    join: 'all',
    when: [],
    deeds: [
      { order: 'hold', at: 'bur' },
      { order: 'hold', at: 'spa' },
    ],
  });
  expect(newCondition(plan, ['adr'])).toEqual({ is: 'as_is', fact: 'own_unit', at: 'bur' });
  expect(newDeed(plan, ['bur', 'mun'])).toEqual({ order: 'hold', at: 'mun' });
});

test('a condition keeps its place when the question changes', () => {
  const part = { is: 'as_is', fact: 'empty', at: 'mun' } as const;
  const held = changeFact(part, 'not.held_by', 'germany');
  expect(held).toEqual({ is: 'not', fact: 'held_by', at: 'mun', power: 'germany' });
  expect(factKey(held)).toBe('not.held_by');
  expect(changeFact(held, 'as_is.own_unit', 'italy')).toEqual({ is: 'as_is', fact: 'own_unit', at: 'mun' });
});

test('an order keeps its unit when its kind changes', () => {
  const move = changeKind({ order: 'hold', at: 'bur' }, 'move');
  expect(move).toEqual({ order: 'move', at: 'bur', to: 'bur' });
  expect(changeKind({ order: 'move', at: 'bur', to: 'mun' }, 'support_move')).toEqual({
    order: 'support_move',
    at: 'bur',
    from: 'bur',
    to: 'mun',
  });
  expect(changeKind({ order: 'convoy', at: 'nth', from: 'lon', to: 'bel' }, 'hold')).toEqual({
    order: 'hold',
    at: 'nth',
  });
});

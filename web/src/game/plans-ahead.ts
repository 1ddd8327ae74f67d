// Plans for the next movement, as the page writes them. Pure: what they become is decided by the server.

import { provinceOf } from '../board/board-map';
import type { GameView, OrderEntry, PlanBody } from '../lib/wire';
import type { OrderSheet } from './order-sheet';

export type Condition = PlanBody['when'][number];
export type Deed = Extract<OrderEntry, { order: (typeof KINDS)[number] }>;
export type Plan = Omit<PlanBody, 'deeds'> & { deeds: Deed[] };

export const MAX_PLANS = 6;
export const MAX_CONDITIONS = 8;
export const MAX_DRAFT_NAME = 40;
export const KINDS = ['hold', 'move', 'support_hold', 'support_move', 'convoy'] as const;
/** What can be asked, as it is and the other way round. */
export const FACTS = [
  'as_is.own_unit',
  'not.own_unit',
  'as_is.empty',
  'not.empty',
  'as_is.held_by',
  'not.held_by',
] as const;

const isDeed = (deed: OrderEntry): deed is Deed => (KINDS as readonly string[]).includes(deed.order);

/** A plan that the server keeps: it has moves only. */
export const readPlan = (plan: PlanBody): Plan => ({ ...plan, deeds: plan.deeds.filter(isDeed) });

export const factKey = (part: Condition): string => `${part.is}.${part.fact}`;

/** The same place with another question. */
export function changeFact(part: Condition, key: string, power: string): Condition {
  const is = key.startsWith('not.') ? 'not' : 'as_is';
  const { at } = part;
  if (key.endsWith('held_by'))
    return { is, fact: 'held_by', at, power: 'power' in part ? part.power : power };
  return key.endsWith('empty') ? { is, fact: 'empty', at } : { is, fact: 'own_unit', at };
}

/** The same unit with another order. */
export function changeKind(deed: Deed, kind: string): Deed {
  const { at } = deed;
  const to = 'to' in deed ? deed.to : at;
  const from = 'from' in deed ? deed.from : at;
  switch (kind) {
    case 'move':
      return { order: 'move', at, to };
    case 'support_hold':
      return { order: 'support_hold', at, of: at };
    case 'support_move':
      return { order: 'support_move', at, from, to };
    case 'convoy':
      return { order: 'convoy', at, from, to };
    default:
      return { order: 'hold', at };
  }
}

/** A plan for the units where they would be if the orders of now succeed. */
export function newPlan(sheet: OrderSheet, view: GameView): Plan {
  const own = new Set(view.viewer.powers);
  const units = (view.position?.units ?? []).filter((unit) => own.has(unit.power));
  const places = units.map((unit) => {
    const at = provinceOf(unit.at);
    const deed = sheet.get(at);
    return deed?.order === 'move' ? provinceOf(deed.to) : at;
  });
  return { join: 'all', when: [], deeds: [...new Set(places)].map((at) => ({ order: 'hold', at })) };
}

export const newCondition = (plan: Plan, provinces: readonly string[]): Condition => {
  const first = plan.deeds[0];
  return { is: 'as_is', fact: 'own_unit', at: first?.at ?? provinces[0] ?? '' };
};

/** An order for a place that the plan has no order for. */
export function newDeed(plan: Plan, provinces: readonly string[]): Deed {
  const taken = new Set(plan.deeds.map((deed) => provinceOf(deed.at)));
  return { order: 'hold', at: provinces.find((key) => !taken.has(key)) ?? provinces[0] ?? '' };
}

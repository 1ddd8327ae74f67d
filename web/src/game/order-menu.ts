// What the menu at a province offers, in the order of likelihood. Pure; `OrderMenu.svelte` draws it.

import type { OptionsView, UnitOptions } from '../lib/wire';
import { unitAt, type TapContext } from './help-orders';
import { possibleChoices, type TapChoice, type TapState } from './order-by-tap';
import type { OrderSheet } from './order-sheet';
import { phaseKindOf } from './phase';

export type MenuEntry = {
  /** The unit that the entry is an order for. */
  at: string;
  action: TapChoice | { kind: 'whom'; help: 'support' | 'convoy' };
  /** The letter that chooses it. */
  letter?: string;
};
export type OrderMenu = {
  /** The province where the menu stands; null if it has nothing to say there. */
  anchor: string;
  /** The unit in the title. */
  unit: string | null;
  entries: MenuEntry[];
  /** Choices of a second unit: the one that was picked before and could help, or the one that is helped. */
  helper: { unit: string; entries: MenuEntry[] } | null;
  /** An order is written; the entries are other possibilities. */
  isDone?: boolean;
};

export function orderMenu(state: TapState, context: TapContext): OrderMenu | null {
  const { options, sheet } = context;
  switch (state.step) {
    case 'idle':
      return null;
    case 'unit': {
      const unit = unitAt(options, state.at);
      if (!unit) return null;
      const helper = state.helper === undefined ? undefined : unitAt(options, state.helper);
      return {
        anchor: state.at,
        unit: state.at,
        entries: unitEntries(unit, options, sheet),
        helper: helper
          ? { unit: helper.at, entries: entriesOf(helper.at, possibleChoices(helper, state.at, context)) }
          : null,
      };
    }
    case 'ask':
    case 'written': {
      const isBuild = phaseKindOf(options.phase) === 'adjustments';
      const entries = entriesOf(state.at, state.choices);
      const isDone = state.step === 'written';
      const also = state.step === 'written' ? state.also : undefined;
      const helper = also ? { unit: also.at, entries: entriesOf(also.at, also.choices) } : null;
      return { anchor: state.province, unit: isBuild ? null : state.at, entries, helper, isDone };
    }
    case 'whom':
      return { anchor: state.at, unit: state.at, entries: [], helper: null };
    case 'where': {
      const unit = unitAt(options, state.at);
      const canHold = state.help === 'support' && unit?.supports[state.from]?.includes(state.from) === true;
      const deed = { order: 'support_hold', at: state.at, of: state.from } as const;
      return {
        anchor: state.from,
        unit: state.at,
        entries: canHold ? entriesOf(state.at, [{ kind: 'order', deed }]) : [],
        helper: null,
      };
    }
    default:
      return state satisfies never;
  }
}

const entriesOf = (at: string, choices: TapChoice[]): MenuEntry[] =>
  choices.map((action) => ({ at, action }));

/** What can be ordered without another province. */
function unitEntries(unit: UnitOptions, options: OptionsView, sheet: OrderSheet): MenuEntry[] {
  const { at } = unit;
  const clear: MenuEntry[] = sheet.has(at) ? [{ at, action: { kind: 'clear', key: at }, letter: 'X' }] : [];
  if (phaseKindOf(options.phase) === 'retreats')
    return [{ at, action: { kind: 'order', deed: { order: 'disband', at } }, letter: 'D' }, ...clear];
  const entries: MenuEntry[] = [{ at, action: { kind: 'order', deed: { order: 'hold', at } }, letter: 'H' }];
  if (Object.keys(unit.supports).length > 0)
    entries.push({ at, action: { kind: 'whom', help: 'support' }, letter: 'S' });
  if (Object.keys(unit.convoys).length > 0)
    entries.push({ at, action: { kind: 'whom', help: 'convoy' }, letter: 'C' });
  return [...entries, ...clear];
}

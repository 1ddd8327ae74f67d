// Orders by tapping the map: which provinces can be tapped next, and what a tap means. Pure.

import { provinceOf } from '../board/board-map';
import type { OrderEntry, OptionsView, UnitOptions } from '../lib/wire';
import {
  helpByTap,
  helpDestinations,
  helpOptions,
  helpOrder,
  helpTo,
  isLeaving,
  listedHelp,
  plannedDestination,
  unitAt,
  type HelpKind,
  type TapContext,
} from './help-orders';
import { adjustmentCount, canonicalText, type OrderSheet } from './order-sheet';
import { phaseKindOf } from './phase';

export type TapChoice =
  | { kind: 'order'; deed: OrderEntry }
  /** Continues with the destination of the helped unit. */
  | { kind: 'help'; help: HelpKind; from: string }
  | { kind: 'clear'; key: string };

export type UnitChoices = { at: string; choices: TapChoice[] };

export type TapState =
  | { step: 'idle' }
  /** A unit is picked. `helper`: the own unit that was picked before it, which could help it. */
  | { step: 'unit'; at: string; helper?: string }
  /** Which unit does it help? */
  | { step: 'whom'; at: string; help: HelpKind }
  /** Where does the helped unit go? */
  | { step: 'where'; at: string; help: HelpKind; from: string }
  /** A tap that can mean several things. `province`: what was tapped. */
  | { step: 'ask'; at: string; province: string; choices: TapChoice[] }
  /** The likely order is written; the others are offered until the next tap. `also`: orders of a second unit. */
  | { step: 'written'; at: string; province: string; choices: TapChoice[]; also?: UnitChoices };

/** `deed`: an order to write. `clear`: the key of an order to remove. */
export type TapResult = { state: TapState; deed?: OrderEntry; clear?: string; isRejected?: boolean };

export const IDLE: TapState = { step: 'idle' };
/** Provinces that can be tapped next. */
export function nextProvinces(pick: TapState, context: TapContext): Set<string> {
  const { options } = context;
  const provinces = (places: Iterable<string>) => new Set([...places].map(provinceOf));
  if (phaseKindOf(options.phase) === 'adjustments')
    return pick.step === 'idle' || pick.step === 'written'
      ? provinces(options.adjustments.flatMap((one) => [...one.armies, ...one.fleets, ...one.removals]))
      : new Set();
  const unit = pick.step === 'idle' ? undefined : unitAt(options, pick.at);
  if (pick.step === 'idle' || !unit) return new Set();
  switch (pick.step) {
    case 'unit': {
      const helped = helpInProgress(pick, context);
      const goals = helped ? helpByTap(helped.unit, helped.from, context).keys() : [];
      return provinces([...unit.moves, ...unit.by_convoy, ...unit.retreats, ...goals]);
    }
    case 'whom':
      return provinces(Object.keys(helpOptions(unit, pick.help)));
    case 'where':
      return provinces(helpDestinations(unit, pick.help, pick.from));
    case 'ask':
    case 'written': {
      const helped = helpInProgress(pick, context);
      return new Set(helped ? helpByTap(helped.unit, helped.from, context).keys() : []);
    }
    default:
      return pick satisfies never;
  }
}

/**
 * The unit that could help and the one that it helps, while a menu offers it. If the menu lists all there is to
 * choose, a tap on the map begins something new.
 */
function helpInProgress(
  state: TapState,
  { options }: TapContext,
): { unit: UnitOptions; from: string } | undefined {
  const [at, from] =
    state.step === 'unit'
      ? [state.helper, state.at]
      : (state.step === 'ask' || state.step === 'written') &&
          state.choices.some((choice) => choice.kind === 'help')
        ? [state.at, state.province]
        : [];
  const unit = at === undefined ? undefined : unitAt(options, at);
  return unit && from !== undefined ? { unit, from } : undefined;
}

/** Provinces that win a tap between two provinces. */
export function preferredProvinces(state: TapState, context: TapContext): Set<string> {
  const { options } = context;
  if (state.step === 'idle' || state.step === 'ask' || state.step === 'written')
    return new Set([...options.units.map((unit) => unit.at), ...nextProvinces(state, context)]);
  const unit = state.step === 'unit' ? unitAt(options, state.at) : undefined;
  return new Set([
    ...nextProvinces(state, context),
    ...Object.keys(unit?.supports ?? {}),
    ...Object.keys(unit?.convoys ?? {}),
    ...(state.step === 'unit' ? options.units.map((one) => one.at) : []),
  ]);
}

/** Provinces that were tapped for this order. */
export function selectedProvinces(state: TapState): Set<string> {
  switch (state.step) {
    case 'idle':
      return new Set();
    case 'unit':
    case 'whom':
    case 'ask':
      return new Set([state.at]);
    case 'written':
      return new Set();
    case 'where':
      return new Set([state.at, state.from]);
    default:
      return state satisfies never;
  }
}

/**
 * What a tap does. `province` is null outside of every province. A tap on the sea without a meaning goes one step
 * back; one on land is rejected, with a hint.
 */
export function tapProvince(state: TapState, province: string | null, context: TapContext): TapResult {
  const { options, sheet } = context;
  const missed: TapResult =
    province === null || context.isSea(province) ? { state: stepBack(state) } : { state, isRejected: true };
  if (province === null) return missed;
  if (phaseKindOf(options.phase) === 'adjustments') return tapAdjustment(province, options, sheet);
  const other = unitAt(options, province);
  const start: TapResult = other ? { state: { step: 'unit', at: province } } : { state: IDLE };
  const unit = state.step === 'idle' ? undefined : unitAt(options, state.at);
  if (state.step === 'idle' || !unit) return start;
  switch (state.step) {
    case 'ask':
    case 'written':
      return tapHelped(state, province, context) ?? start;
    case 'unit': {
      if (province === state.at) return { state: IDLE };
      const choices = possibleChoices(unit, province, context);
      if (other && !isLeaving(province, sheet)) {
        const picked: TapState = { step: 'unit', at: province };
        return { state: choices.length > 0 ? { ...picked, helper: state.at } : picked };
      }
      const helped = tapHelped(state, province, context);
      if (helped) return helped;
      if (choices.length === 0) return missed;
      const helper = state.helper === undefined ? undefined : unitAt(options, state.helper);
      return writeLikeliest(state.at, province, choices, helper && helpWithMove(helper, state.at, province));
    }
    case 'whom': {
      if (province === state.at) return { state: { step: 'unit', at: state.at } };
      if (!helpOptions(unit, state.help)[province]) return missed;
      return helpUnit(unit, state.help, province, sheet);
    }
    case 'where': {
      const deed = helpTo(unit, state.help, state.from, province);
      if (deed) return { state: IDLE, deed };
      // The only army that can be convoyed is picked already; somebody may tap it all the same.
      if (province === state.from) return { state };
      return province === state.at ? { state: { step: 'unit', at: state.at } } : missed;
    }
    default:
      return state satisfies never;
  }
}

/** Support or convoy was chosen in the menu of a unit: whom it helps, or, if there is one army only, where to. */
export function beginHelp(at: string, help: HelpKind, options: OptionsView): TapState {
  const armies = Object.keys(unitAt(options, at)?.convoys ?? {});
  const [only] = armies;
  return help === 'convoy' && armies.length === 1 && only !== undefined
    ? { step: 'where', at, help, from: only }
    : { step: 'whom', at, help };
}

/** A tap on a province to which a unit can be helped. What that unit itself could be ordered is offered beside. */
function tapHelped(state: TapState, province: string, context: TapContext): TapResult | undefined {
  const helped = helpInProgress(state, context);
  if (!helped) return undefined;
  const { unit, from } = helped;
  const orders = helpByTap(unit, from, context).get(province) ?? [];
  const [deed] = orders;
  const isWritten = (order: OrderEntry) => {
    const written = 'at' in order ? context.sheet.get(order.at) : undefined;
    return written !== undefined && canonicalText(written) === canonicalText(order);
  };
  if (!deed || isWritten(deed)) return undefined;
  const own = unitAt(context.options, from);
  const moves = own
    ? possibleChoices(own, province, context).filter(
        (choice) => choice.kind === 'order' && choice.deed.order === 'move' && !isWritten(choice.deed),
      )
    : [];
  if (orders.length === 1 && moves.length === 0) return { state: IDLE, deed };
  const choices = orders.map((order): TapChoice => ({ kind: 'order', deed: order }));
  const written: TapState = { step: 'written', at: unit.at, province: from, choices };
  return { state: moves.length > 0 ? { ...written, also: { at: from, choices: moves } } : written, deed };
}

/** One step back: Escape, Back, or a tap on the sea. */
export function stepBack(state: TapState): TapState {
  switch (state.step) {
    case 'where':
    case 'whom':
    case 'ask':
      return { step: 'unit', at: state.at };
    case 'unit':
    case 'written':
    case 'idle':
      return IDLE;
    default:
      return state satisfies never;
  }
}

/** What dragging a unit to a province does. */
export function dropUnit(at: string, province: string, context: TapContext): TapResult {
  const { options, sheet } = context;
  const unit = unitAt(options, at);
  if (!unit) return { state: IDLE };
  const choices = possibleChoices(unit, province, context);
  const isOwn = unitAt(options, province) !== undefined && !isLeaving(province, sheet);
  if (choices.length > 1 && isOwn) return { state: { step: 'ask', at, province, choices } };
  return choices.length > 0 ? writeLikeliest(at, province, choices) : { state: IDLE };
}

/** The provinces that a unit can be dragged to: where it may go, and the units that it may help. */
export function dragGoals(at: string, options: OptionsView): Set<string> {
  const unit = unitAt(options, at);
  if (!unit || phaseKindOf(options.phase) === 'adjustments') return new Set();
  const places = [
    ...unit.moves,
    ...unit.by_convoy,
    ...unit.retreats,
    ...Object.keys(unit.supports),
    ...Object.keys(unit.convoys),
  ];
  return new Set(places.map(provinceOf).filter((province) => province !== at));
}

/**
 * Everything that a tap on a province can mean for a unit, the likeliest first: to go there, then to help the
 * unit there. Going to a neighbour by convoy comes last.
 */
export function possibleChoices(unit: UnitOptions, province: string, context: TapContext): TapChoice[] {
  const there = (places: string[]) => [...new Set(places.filter((place) => provinceOf(place) === province))];
  const order = (deed: OrderEntry): TapChoice => ({ kind: 'order', deed });
  const steps = there(unit.moves);
  const bySea = there(unit.by_convoy);
  const sail = (to: string) => order({ order: 'move', at: unit.at, to, by_convoy: steps.length > 0 });
  return [
    ...steps.map((to) => order({ order: 'move', at: unit.at, to, by_convoy: false })),
    ...(steps.length === 0 ? bySea.map(sail) : []),
    ...there(unit.retreats).map((to) => order({ order: 'retreat', at: unit.at, to })),
    ...helpChoices(unit, 'support', province, context),
    ...helpChoices(unit, 'convoy', province, context),
    ...(steps.length > 0 ? bySea.map(sail) : []),
  ];
}

/** The ways to help the unit in a province, and the step to all others. */
function helpChoices(unit: UnitOptions, help: HelpKind, from: string, context: TapContext): TapChoice[] {
  const { orders, hasMore } = listedHelp(unit, help, from, context);
  const choices = orders.map((deed): TapChoice => ({ kind: 'order', deed }));
  return hasMore ? [...choices, { kind: 'help', help, from }] : choices;
}

/** Writes the first choice and offers the others; asks if the first ones are equally likely: two coasts. */
function writeLikeliest(at: string, province: string, choices: TapChoice[], also?: UnitChoices): TapResult {
  const [first, second] = choices;
  if (!first) return { state: IDLE };
  const isMove = (choice: TapChoice | undefined) =>
    choice?.kind === 'order' && (choice.deed.order === 'move' || choice.deed.order === 'retreat')
      ? choice.deed
      : null;
  const [one, two] = [isMove(first), isMove(second)];
  const asks = one ? two !== null && !('by_convoy' in two && two.by_convoy) : choices.length > 1;
  if (asks) return { state: { step: 'ask', at, province, choices } };
  if (first.kind !== 'order') return choose(at, first);
  if (choices.length === 1 && !also) return { state: IDLE, deed: first.deed };
  const written: TapState = { step: 'written', at, province, choices };
  return { state: also ? { ...written, also } : written, deed: first.deed };
}

/** What a unit that was picked before can do for the move of another one. */
function helpWithMove(helper: UnitOptions, from: string, province: string): UnitChoices | undefined {
  const choices = (['support', 'convoy'] as const).flatMap((help): TapChoice[] => {
    const deed = helpTo(helper, help, from, province);
    return deed ? [{ kind: 'order', deed }] : [];
  });
  return choices.length > 0 ? { at: helper.at, choices } : undefined;
}

/** Takes a single choice; asks the player about several. */
function chooseOrAsk(at: string, choices: TapChoice[]): TapResult {
  const [only] = choices;
  return choices.length === 1 && only
    ? choose(at, only)
    : { state: { step: 'ask', at, province: at, choices } };
}

export function choose(at: string, choice: TapChoice): TapResult {
  switch (choice.kind) {
    case 'order':
      return { state: IDLE, deed: choice.deed };
    case 'clear':
      return { state: IDLE, clear: choice.key };
    case 'help':
      return { state: { step: 'where', at, help: choice.help, from: choice.from } };
    default:
      return choice satisfies never;
  }
}

/** The helped unit was tapped. If its own order is known, that is what is meant; others are offered. */
function helpUnit(unit: UnitOptions, help: HelpKind, from: string, sheet: OrderSheet): TapResult {
  const places = helpDestinations(unit, help, from);
  const [first] = places;
  if (first !== undefined && places.every((place) => provinceOf(place) === provinceOf(first)))
    return { state: IDLE, deed: helpOrder(unit.at, help, from, first) };
  const known = plannedDestination(unit, help, from, sheet);
  if (known === undefined) return { state: { step: 'where', at: unit.at, help, from } };
  const choices: TapChoice[] = [
    { kind: 'order', deed: helpOrder(unit.at, help, from, known) },
    { kind: 'help', help, from },
  ];
  return {
    state: { step: 'written', at: unit.at, province: from, choices },
    deed: helpOrder(unit.at, help, from, known),
  };
}

function tapAdjustment(province: string, options: OptionsView, sheet: OrderSheet): TapResult {
  const written = sheet.has(province);
  for (const one of options.adjustments) {
    if (one.removals.includes(province)) {
      if (written) return { state: IDLE, clear: province };
      const { written: count, max } = adjustmentCount(sheet, one);
      return count < max
        ? { state: IDLE, deed: { order: 'remove', at: province } }
        : { state: IDLE, isRejected: true };
    }
    const build = (kind: 'army' | 'fleet', places: string[]): TapChoice[] =>
      places
        .filter((at) => provinceOf(at) === province)
        .map((at) => ({ kind: 'order', deed: { order: 'build', power: one.power, kind, at } }));
    const builds = [...build('army', one.armies), ...build('fleet', one.fleets)];
    if (builds.length === 0) continue;
    const { written: count, max } = adjustmentCount(sheet, one);
    if (!written && count >= max) return { state: IDLE, isRejected: true };
    return chooseOrAsk(province, written ? [...builds, { kind: 'clear', key: province }] : builds);
  }
  return { state: IDLE };
}

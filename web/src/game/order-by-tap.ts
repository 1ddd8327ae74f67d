// Orders by tapping the map: which provinces can be tapped next, and what a tap means. Pure.

import { provinceOf } from '../board/board-map';
import type { OrderEntry, OptionsView, UnitOptions } from '../lib/wire';
import { adjustmentCount, phaseKindOf, type OrderSheet } from './order-sheet';

export type HelpKind = 'support' | 'convoy';
export type TapChoice =
  | { kind: 'order'; deed: OrderEntry }
  /** Continues with the destination of the helped unit. */
  | { kind: 'help'; help: HelpKind; from: string }
  | { kind: 'clear'; key: string };

export type TapState =
  | { step: 'idle' }
  | { step: 'unit'; at: string }
  /** Which unit does it help? */
  | { step: 'whom'; at: string; help: HelpKind }
  /** Where does the helped unit go? */
  | { step: 'where'; at: string; help: HelpKind; from: string }
  /** A tap that can mean several things. */
  | { step: 'ask'; at: string; choices: TapChoice[] };

/** `deed`: an order to write. `clear`: the key of an order to remove. */
export type TapResult = { state: TapState; deed?: OrderEntry; clear?: string; isRejected?: boolean };

export const IDLE: TapState = { step: 'idle' };

export const unitAt = (options: OptionsView, at: string): UnitOptions | undefined =>
  options.units.find((unit) => unit.at === at);

/** Provinces that can be tapped next. */
export function nextProvinces(pick: TapState, options: OptionsView): Set<string> {
  const provinces = (places: Iterable<string>) => new Set([...places].map(provinceOf));
  if (pick.step === 'idle') {
    if (phaseKindOf(options.phase) !== 'adjustments') return new Set();
    return provinces(options.adjustments.flatMap((one) => [...one.armies, ...one.fleets, ...one.removals]));
  }
  const unit = unitAt(options, pick.at);
  switch (pick.step) {
    case 'unit':
      return unit ? provinces([...unit.moves, ...unit.by_convoy, ...unit.retreats]) : new Set();
    case 'whom':
      return unit ? provinces(Object.keys(helpOptions(unit, pick.help))) : new Set();
    case 'where':
      return unit ? provinces(helpDestinations(unit, pick.help, pick.from)) : new Set();
    case 'ask':
      return new Set();
    default:
      return pick satisfies never;
  }
}

/** Provinces that win a tap between two provinces. */
export function preferredProvinces(state: TapState, options: OptionsView): Set<string> {
  if (state.step === 'idle')
    return new Set([...options.units.map((unit) => unit.at), ...nextProvinces(state, options)]);
  const unit = state.step === 'unit' ? unitAt(options, state.at) : undefined;
  return new Set([
    ...nextProvinces(state, options),
    ...Object.keys(unit?.supports ?? {}),
    ...Object.keys(unit?.convoys ?? {}),
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
    case 'where':
      return new Set([state.at, state.from]);
    default:
      return state satisfies never;
  }
}

const helpOptions = (unit: UnitOptions, help: HelpKind) =>
  help === 'support' ? unit.supports : unit.convoys;

/**
 * Where a helped unit may go. If it can go to two coasts of a province, the province without a coast comes
 * first: such a support helps to either coast.
 */
export function helpDestinations(unit: UnitOptions, help: HelpKind, from: string): string[] {
  const places = [...new Set(helpOptions(unit, help)[from] ?? [])];
  const coasts = (province: string) =>
    places.filter((place) => place !== province && provinceOf(place) === province);
  return [
    ...new Set(
      places.flatMap((place) =>
        coasts(provinceOf(place)).length > 1 ? [provinceOf(place), place] : [place],
      ),
    ),
  ];
}

export function tapProvince(
  state: TapState,
  province: string,
  options: OptionsView,
  sheet: OrderSheet,
): TapResult {
  if (phaseKindOf(options.phase) === 'adjustments') return tapAdjustment(province, options, sheet);
  const other = unitAt(options, province);
  const start: TapResult = other ? { state: { step: 'unit', at: province } } : { state: IDLE };
  if (state.step === 'idle' || state.step === 'ask') return start;
  const unit = unitAt(options, state.at);
  if (!unit) return start;
  if (state.step === 'unit') {
    if (province === state.at) return { state: IDLE };
    const choices = possibleChoices(unit, province);
    if (choices.length > 0) return chooseOrAsk(state.at, choices);
    return other ? start : { state, isRejected: true };
  }
  if (state.step === 'whom') {
    if (province === state.at) return { state: { step: 'unit', at: state.at } };
    return helpOptions(unit, state.help)[province]
      ? helpUnit(unit, state.help, province)
      : { state, isRejected: true };
  }
  // The province comes before its coasts: a tap never asks for the coast of a helped move.
  const to = helpDestinations(unit, state.help, state.from).find((place) => provinceOf(place) === province);
  if (to === undefined)
    return province === state.at ? { state: { step: 'unit', at: state.at } } : { state, isRejected: true };
  return { state: IDLE, deed: helpOrder(state.at, state.help, state.from, to) };
}

/** Everything that a tap on a province can mean for a unit. */
function possibleChoices(unit: UnitOptions, province: string): TapChoice[] {
  const there = (places: string[]) => [...new Set(places.filter((place) => provinceOf(place) === province))];
  const choices: TapChoice[] = [];
  const steps = there(unit.moves);
  const write = (deed: OrderEntry) => choices.push({ kind: 'order', deed });
  for (const to of steps) write({ order: 'move', at: unit.at, to, by_convoy: false });
  for (const to of there(unit.by_convoy))
    write({ order: 'move', at: unit.at, to, by_convoy: steps.length > 0 });
  for (const to of there(unit.retreats)) write({ order: 'retreat', at: unit.at, to });
  const supports = unit.supports[province];
  if (supports) {
    if (supports.every((to) => to === province)) write({ order: 'support_hold', at: unit.at, of: province });
    else choices.push({ kind: 'help', help: 'support', from: province });
  }
  if (unit.convoys[province]) choices.push({ kind: 'help', help: 'convoy', from: province });
  return choices;
}

/** Takes a single choice; asks the player about several. */
function chooseOrAsk(at: string, choices: TapChoice[]): TapResult {
  const [only] = choices;
  return choices.length === 1 && only ? choose(at, only) : { state: { step: 'ask', at, choices } };
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

function helpUnit(unit: UnitOptions, help: HelpKind, from: string): TapResult {
  const places = helpDestinations(unit, help, from);
  const [first] = places;
  if (first !== undefined && places.every((place) => provinceOf(place) === provinceOf(first)))
    return { state: IDLE, deed: helpOrder(unit.at, help, from, first) };
  return { state: { step: 'where', at: unit.at, help, from } };
}

export function helpOrder(at: string, help: HelpKind, from: string, to: string): OrderEntry {
  if (help === 'convoy') return { order: 'convoy', at, from, to: provinceOf(to) };
  return to === from ? { order: 'support_hold', at, of: from } : { order: 'support_move', at, from, to };
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

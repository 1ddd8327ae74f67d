// Orders by tapping the map: which provinces can be tapped next, and what a tap means. Pure.

import { provinceOf } from '../board/board-map';
import type { OrderEntry, OptionsView, UnitOptions } from '../lib/wire';
import { adjustmentCount, type OrderSheet } from './order-sheet';
import { phaseKindOf } from './phase';

export type HelpKind = 'support' | 'convoy';
export type TapChoice =
  | { kind: 'order'; deed: OrderEntry }
  /** Continues with the destination of the helped unit. */
  | { kind: 'help'; help: HelpKind; from: string }
  | { kind: 'clear'; key: string };

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
  /** The likely order is written; the others are offered until the next tap. */
  | { step: 'written'; at: string; province: string; choices: TapChoice[] };

/** `deed`: an order to write. `clear`: the key of an order to remove. */
export type TapResult = { state: TapState; deed?: OrderEntry; clear?: string; isRejected?: boolean };

export const IDLE: TapState = { step: 'idle' };
/** So many destinations of a helped unit are offered at once; more are chosen on the map. */
const MAX_OFFERED = 4;

export const unitAt = (options: OptionsView, at: string): UnitOptions | undefined =>
  options.units.find((unit) => unit.at === at);

/** Provinces that can be tapped next. */
export function nextProvinces(pick: TapState, options: OptionsView): Set<string> {
  const provinces = (places: Iterable<string>) => new Set([...places].map(provinceOf));
  if (pick.step === 'idle' || pick.step === 'written') {
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
  if (state.step === 'idle' || state.step === 'written')
    return new Set([...options.units.map((unit) => unit.at), ...nextProvinces(state, options)]);
  const unit = state.step === 'unit' ? unitAt(options, state.at) : undefined;
  return new Set([
    ...nextProvinces(state, options),
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

/**
 * What a tap does. `province` is null outside of every province. `isSea`: a tap on the sea without a meaning
 * goes one step back; one on land is rejected, with a hint.
 */
export function tapProvince(
  state: TapState,
  province: string | null,
  options: OptionsView,
  sheet: OrderSheet,
  isSea: (province: string) => boolean = () => false,
): TapResult {
  const missed: TapResult =
    province === null || isSea(province) ? { state: stepBack(state) } : { state, isRejected: true };
  if (province === null) return missed;
  if (phaseKindOf(options.phase) === 'adjustments') return tapAdjustment(province, options, sheet);
  const other = unitAt(options, province);
  const start: TapResult = other ? { state: { step: 'unit', at: province } } : { state: IDLE };
  if (state.step === 'idle' || state.step === 'ask' || state.step === 'written') return start;
  const unit = unitAt(options, state.at);
  if (!unit) return start;
  switch (state.step) {
    case 'unit': {
      if (province === state.at) return { state: IDLE };
      const choices = possibleChoices(unit, province, sheet);
      if (other && !isLeaving(province, sheet)) {
        const picked: TapState = { step: 'unit', at: province };
        return { state: choices.length > 0 ? { ...picked, helper: state.at } : picked };
      }
      return choices.length > 0 ? writeLikeliest(state.at, province, choices) : missed;
    }
    case 'whom': {
      if (province === state.at) return { state: { step: 'unit', at: state.at } };
      if (!helpOptions(unit, state.help)[province]) return missed;
      return helpUnit(unit, state.help, province, sheet);
    }
    case 'where': {
      // The province comes before its coasts: a tap never asks for the coast of a helped move.
      const to = helpDestinations(unit, state.help, state.from).find(
        (place) => provinceOf(place) === province,
      );
      if (to !== undefined) return { state: IDLE, deed: helpOrder(state.at, state.help, state.from, to) };
      return province === state.at ? { state: { step: 'unit', at: state.at } } : missed;
    }
    default:
      return state satisfies never;
  }
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

/** Whether the own unit in a province is ordered to another one. */
function isLeaving(province: string, sheet: OrderSheet): boolean {
  const deed = sheet.get(province);
  return deed?.order === 'move' && provinceOf(deed.to) !== province;
}

/** What dragging a unit to a province does. */
export function dropUnit(at: string, province: string, options: OptionsView, sheet: OrderSheet): TapResult {
  const unit = unitAt(options, at);
  if (!unit) return { state: IDLE };
  const choices = possibleChoices(unit, province, sheet);
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
export function possibleChoices(unit: UnitOptions, province: string, sheet: OrderSheet): TapChoice[] {
  const there = (places: string[]) => [...new Set(places.filter((place) => provinceOf(place) === province))];
  const order = (deed: OrderEntry): TapChoice => ({ kind: 'order', deed });
  const steps = there(unit.moves);
  const bySea = there(unit.by_convoy);
  const sail = (to: string) => order({ order: 'move', at: unit.at, to, by_convoy: steps.length > 0 });
  return [
    ...steps.map((to) => order({ order: 'move', at: unit.at, to, by_convoy: false })),
    ...(steps.length === 0 ? bySea.map(sail) : []),
    ...there(unit.retreats).map((to) => order({ order: 'retreat', at: unit.at, to })),
    ...helpChoices(unit, 'support', province, sheet),
    ...helpChoices(unit, 'convoy', province, sheet),
    ...(steps.length > 0 ? bySea.map(sail) : []),
  ];
}

/** The ways to help the unit in a province. What that unit is ordered to do comes first. */
function helpChoices(unit: UnitOptions, help: HelpKind, from: string, sheet: OrderSheet): TapChoice[] {
  const places = helpDestinations(unit, help, from);
  const known = plannedDestination(unit, help, from, sheet);
  const rank = (place: string) => (place === known ? 0 : place === from ? 1 : 2);
  const isCoast = (place: string) => place !== provinceOf(place) && places.includes(provinceOf(place));
  const sorted = places.filter((place) => !isCoast(place)).sort((a, b) => rank(a) - rank(b));
  const offered = sorted.length <= MAX_OFFERED ? sorted : sorted.filter((place) => rank(place) < 2);
  const choices = offered.map((to): TapChoice => ({
    kind: 'order',
    deed: helpOrder(unit.at, help, from, to),
  }));
  return sorted.length > offered.length ? [...choices, { kind: 'help', help, from }] : choices;
}

/** Where the own unit in a province is ordered to go, if this unit can help it there. */
function plannedDestination(
  unit: UnitOptions,
  help: HelpKind,
  from: string,
  sheet: OrderSheet,
): string | undefined {
  const deed = sheet.get(from);
  const places = helpDestinations(unit, help, from);
  if (deed?.order !== 'move')
    return help === 'support' && deed ? places.find((place) => place === from) : undefined;
  return (
    places.find((place) => place === deed.to) ??
    places.find((place) => provinceOf(place) === provinceOf(deed.to))
  );
}

/** Writes the first choice and offers the others; asks if the first ones are equally likely: two coasts. */
function writeLikeliest(at: string, province: string, choices: TapChoice[]): TapResult {
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
  return choices.length === 1
    ? { state: IDLE, deed: first.deed }
    : { state: { step: 'written', at, province, choices }, deed: first.deed };
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

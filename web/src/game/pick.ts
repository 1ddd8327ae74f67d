// Orders by touching the map: what may be touched next, and what a touch means. Pure.

import { provinceOf } from '../board/asset';
import type { Deed, OptionsView, UnitOptions } from '../lib/wire';
import { account, kindOf, type Sheet } from './sheet';

export type Help = 'support' | 'convoy';
export type Choice =
  | { kind: 'deed'; deed: Deed }
  /** Go on to where the helped unit goes. */
  | { kind: 'help'; help: Help; from: string }
  | { kind: 'clear'; key: string };

export type Pick =
  | { step: 'idle' }
  | { step: 'unit'; at: string }
  /** Whom does it help? */
  | { step: 'whom'; at: string; help: Help }
  /** Where to does the helped unit go? */
  | { step: 'where'; at: string; help: Help; from: string }
  /** A touch that can mean several things. */
  | { step: 'ask'; at: string; choices: Choice[] };

/** `deed` is to be written down, `clear` to be taken out. */
export type Step = { pick: Pick; deed?: Deed; clear?: string; missed?: boolean };

export const IDLE: Pick = { step: 'idle' };

export const unitAt = (options: OptionsView, at: string): UnitOptions | undefined => options.units.find((unit) => unit.at === at);

/** Provinces that may be touched next. */
export function targets(pick: Pick, options: OptionsView): Set<string> {
  const provinces = (places: Iterable<string>) => new Set([...places].map(provinceOf));
  if (pick.step === 'idle') {
    if (kindOf(options.phase) !== 'adjustments') return new Set();
    return provinces(options.adjustments.flatMap((one) => [...one.armies, ...one.fleets, ...one.removals]));
  }
  const unit = unitAt(options, pick.at);
  switch (pick.step) {
    case 'unit':
      return unit ? provinces([...unit.moves, ...unit.by_convoy, ...unit.retreats]) : new Set();
    case 'whom':
      return unit ? provinces(Object.keys(helpable(unit, pick.help))) : new Set();
    case 'where':
      return unit ? provinces(goals(unit, pick.help, pick.from)) : new Set();
    case 'ask':
      return new Set();
    default:
      return pick satisfies never;
  }
}

/** Provinces that a touch is drawn to. */
export function wanted(pick: Pick, options: OptionsView): Set<string> {
  if (pick.step === 'idle') return new Set([...options.units.map((unit) => unit.at), ...targets(pick, options)]);
  const unit = pick.step === 'unit' ? unitAt(options, pick.at) : undefined;
  return new Set([...targets(pick, options), ...Object.keys(unit?.supports ?? {}), ...Object.keys(unit?.convoys ?? {})]);
}

/** Provinces that have been touched for this order. */
export function chosen(pick: Pick): Set<string> {
  switch (pick.step) {
    case 'idle':
      return new Set();
    case 'unit':
    case 'whom':
    case 'ask':
      return new Set([pick.at]);
    case 'where':
      return new Set([pick.at, pick.from]);
    default:
      return pick satisfies never;
  }
}

const helpable = (unit: UnitOptions, help: Help) => (help === 'support' ? unit.supports : unit.convoys);

/**
 * Where a helped unit may go. Where it could come to either coast the province alone stands there too, first:
 * such a support helps it to whichever coast it goes.
 */
export function goals(unit: UnitOptions, help: Help, from: string): string[] {
  const places = [...new Set(helpable(unit, help)[from] ?? [])];
  const coasts = (province: string) => places.filter((place) => place !== province && provinceOf(place) === province);
  return [...new Set(places.flatMap((place) => (coasts(provinceOf(place)).length > 1 ? [provinceOf(place), place] : [place])))];
}

export function touched(pick: Pick, province: string, options: OptionsView, sheet: Sheet): Step {
  if (kindOf(options.phase) === 'adjustments') return adjusted(province, options, sheet);
  const other = unitAt(options, province);
  const start: Step = other ? { pick: { step: 'unit', at: province } } : { pick: IDLE };
  if (pick.step === 'idle' || pick.step === 'ask') return start;
  const unit = unitAt(options, pick.at);
  if (!unit) return start;
  if (pick.step === 'unit') {
    if (province === pick.at) return { pick: IDLE };
    const choices = meanings(unit, province);
    if (choices.length > 0) return settled(pick.at, choices);
    return other ? start : { pick, missed: true };
  }
  if (pick.step === 'whom') {
    if (province === pick.at) return { pick: { step: 'unit', at: pick.at } };
    return helpable(unit, pick.help)[province] ? helping(unit, pick.help, province) : { pick, missed: true };
  }
  // The province alone comes before its coasts: a touch on the map never asks a helper for one.
  const to = goals(unit, pick.help, pick.from).find((place) => provinceOf(place) === province);
  if (to === undefined) return province === pick.at ? { pick: { step: 'unit', at: pick.at } } : { pick, missed: true };
  return { pick: IDLE, deed: helpDeed(pick.at, pick.help, pick.from, to) };
}

/** All that a touch on a province can mean for a unit. */
function meanings(unit: UnitOptions, province: string): Choice[] {
  const there = (places: string[]) => [...new Set(places.filter((place) => provinceOf(place) === province))];
  const choices: Choice[] = [];
  const steps = there(unit.moves);
  const write = (deed: Deed) => choices.push({ kind: 'deed', deed });
  for (const to of steps) write({ order: 'move', at: unit.at, to, by_convoy: false });
  for (const to of there(unit.by_convoy)) write({ order: 'move', at: unit.at, to, by_convoy: steps.length > 0 });
  for (const to of there(unit.retreats)) write({ order: 'retreat', at: unit.at, to });
  const supports = unit.supports[province];
  if (supports) {
    if (supports.every((to) => to === province)) write({ order: 'support_hold', at: unit.at, of: province });
    else choices.push({ kind: 'help', help: 'support', from: province });
  }
  if (unit.convoys[province]) choices.push({ kind: 'help', help: 'convoy', from: province });
  return choices;
}

/** One meaning is taken; several are asked about. */
function settled(at: string, choices: Choice[]): Step {
  const [only] = choices;
  return choices.length === 1 && only ? chose(at, only) : { pick: { step: 'ask', at, choices } };
}

export function chose(at: string, choice: Choice): Step {
  switch (choice.kind) {
    case 'deed':
      return { pick: IDLE, deed: choice.deed };
    case 'clear':
      return { pick: IDLE, clear: choice.key };
    case 'help':
      return { pick: { step: 'where', at, help: choice.help, from: choice.from } };
    default:
      return choice satisfies never;
  }
}

function helping(unit: UnitOptions, help: Help, from: string): Step {
  const places = goals(unit, help, from);
  const [first] = places;
  if (first !== undefined && places.every((place) => provinceOf(place) === provinceOf(first))) return { pick: IDLE, deed: helpDeed(unit.at, help, from, first) };
  return { pick: { step: 'where', at: unit.at, help, from } };
}

export function helpDeed(at: string, help: Help, from: string, to: string): Deed {
  if (help === 'convoy') return { order: 'convoy', at, from, to: provinceOf(to) };
  return to === from ? { order: 'support_hold', at, of: from } : { order: 'support_move', at, from, to };
}

function adjusted(province: string, options: OptionsView, sheet: Sheet): Step {
  const written = sheet.has(province);
  for (const one of options.adjustments) {
    if (one.removals.includes(province)) {
      if (written) return { pick: IDLE, clear: province };
      const { written: count, most } = account(sheet, one);
      return count < most ? { pick: IDLE, deed: { order: 'remove', at: province } } : { pick: IDLE, missed: true };
    }
    const build = (kind: 'army' | 'fleet', places: string[]): Choice[] =>
      places.filter((at) => provinceOf(at) === province).map((at) => ({ kind: 'deed', deed: { order: 'build', power: one.power, kind, at } }));
    const builds = [...build('army', one.armies), ...build('fleet', one.fleets)];
    if (builds.length === 0) continue;
    const { written: count, most } = account(sheet, one);
    if (!written && count >= most) return { pick: IDLE, missed: true };
    return settled(province, written ? [...builds, { kind: 'clear', key: province }] : builds);
  }
  return { pick: IDLE };
}

// A resolved phase as something to be drawn and moved.

import { aside, provinceOf, spot, type Chart } from '../board/asset';
import { towards, type Point } from '../board/curve';
import { wayOf, type Drawn } from '../board/marks';
import { tokensOf, type Token } from '../board/tokens';
import { along } from '../board/trail';
import type { Deed, RecordView, RuledView, UnitView } from '../lib/wire';

export function drawnOf(record: RecordView): Drawn[] {
  const result = (outcome: string): Drawn['outcome'] => (outcome === 'succeeds' ? 'succeeds' : 'fails');
  const ruled = record.ruled.map((one): Drawn => ({
    deed: one.deed,
    power: one.power,
    kind: one.kind,
    place: one.at,
    outcome: result(one.outcome),
    dislodged: one.dislodged_from !== null,
  }));
  const adjusted = record.adjustments.flatMap((one): Drawn[] => {
    if (!('at' in one.deed)) return [];
    const at = one.deed.at;
    const standing = record.before.units.find((unit) => provinceOf(unit.at) === provinceOf(at));
    const kind = one.deed.order === 'build' ? one.deed.kind : (standing?.kind ?? 'army');
    const place = one.deed.order === 'build' ? at : (standing?.at ?? at);
    return [{ deed: one.deed, power: one.power, kind, place, outcome: result(one.outcome), dislodged: false }];
  });
  return [...ruled, ...adjusted];
}

/** Powers in the order in which their orders are read out. */
export function readers(record: RecordView): string[] {
  return [...new Set([...record.ruled.filter((one) => one.deed !== null).map((one) => one.power), ...record.adjustments.map((one) => one.power)])];
}

/** Where the units are at a part of the way between before and after. */
export function tokensAt(chart: Chart, record: RecordView, part: number): Token[] {
  if (part >= 1) return tokensOf(chart, record.after);
  const tokens = tokensOf(chart, record.before);
  if (part <= 0) return tokens;
  const orders = new Map(drawnOf(record).map((entry) => [provinceOf(entry.place), entry]));
  const eased = part * part * (3 - 2 * part);
  const flying = record.before.dislodged.length > 0;
  const moved = tokens.map((token): Token => {
    const one = record.ruled.find((one) => one.power === token.power && same(one, token.key) && (!flying || token.fallen));
    if (!one) return token;
    return { ...token, at: position(chart, record, orders, one, token, eased) };
  });
  const gone = new Set(record.adjustments.flatMap((one) => (one.deed.order === 'remove' && one.outcome === 'succeeds' ? [provinceOf(one.deed.at)] : [])));
  const built: UnitView[] = record.adjustments.flatMap((one) =>
    one.deed.order === 'build' && one.outcome === 'succeeds' ? [{ power: one.power, kind: one.deed.kind, at: one.deed.at }] : [],
  );
  const fresh = tokensOf(chart, { ...record.after, units: built, dislodged: [] }).map((token) => ({ ...token, ghost: true }));
  const isGone = (token: Token) => gone.has(provinceOf(token.key.split(' ')[2] ?? ''));
  return [...moved.map((token) => (isGone(token) ? { ...token, ghost: true } : token)), ...fresh];
}

const same = (one: RuledView, key: string) => key.split(' ')[2] === one.at;

function position(chart: Chart, record: RecordView, orders: Map<string, Drawn>, one: RuledView, token: Token, part: number): Point {
  const entry = orders.get(provinceOf(one.at));
  if (one.deed?.order === 'retreat') {
    return one.outcome === 'succeeds' ? towards(aside(chart, one.at), spot(chart, one.deed.to), part) : token.at;
  }
  if (one.deed?.order === 'move' && entry) {
    const { trail } = wayOf(chart, record.before, orders, entry, one.deed.to);
    const whole = [spot(chart, one.at), ...trail, spot(chart, landed(record, one))];
    if (one.outcome === 'succeeds') return along(whole, part);
    // Who does not get through goes a little way and comes back.
    const bounce = along(whole, Math.sin(part * Math.PI) * 0.4);
    return one.dislodged_from === null ? bounce : towards(bounce, aside(chart, one.at), part);
  }
  return one.dislodged_from === null ? token.at : towards(token.at, aside(chart, one.at), part);
}

/** The coast that a fleet came to, if its order left it out. */
function landed(record: RecordView, one: RuledView): string {
  const to = one.deed?.order === 'move' ? one.deed.to : one.at;
  const unit = record.after.units.find((unit) => unit.power === one.power && provinceOf(unit.at) === provinceOf(to));
  return unit?.at ?? to;
}

/** Provinces that have to do with how an order came out. */
export function involved(record: RecordView, one: RuledView): Set<string> {
  const out = new Set<string>([provinceOf(one.at)]);
  const add = (place: string | null | undefined) => place && out.add(provinceOf(place));
  add(one.cause);
  add(one.dislodged_from);
  for (const place of placesOf(one.deed)) add(place);
  // Those who help it, and those who help whoever stopped it.
  const movers = new Set([provinceOf(one.at), one.cause ? provinceOf(one.cause) : '', one.dislodged_from ? provinceOf(one.dislodged_from) : '']);
  for (const other of record.ruled) {
    const deed = other.deed;
    if (deed?.order === 'support_move' && movers.has(deed.from)) add(other.at);
    if (deed?.order === 'support_hold' && movers.has(deed.of)) add(other.at);
    if (deed?.order === 'convoy' && movers.has(deed.from)) add(other.at);
    if (deed?.order === 'move' && one.deed?.order === 'move' && provinceOf(deed.to) === provinceOf(one.deed.to)) add(other.at);
  }
  return out;
}

export function placesOf(deed: Deed | null): string[] {
  if (deed === null) return [];
  switch (deed.order) {
    case 'move':
    case 'retreat':
      return [deed.at, deed.to];
    case 'support_hold':
      return [deed.at, deed.of];
    case 'support_move':
    case 'convoy':
      return [deed.at, deed.from, deed.to];
    case 'hold':
    case 'disband':
    case 'build':
    case 'remove':
      return [deed.at];
    case 'waive':
      return [];
    default:
      return deed satisfies never;
  }
}

// Orders and what became of them, as shapes, like on the pictures that the server draws. Shape tells what colour
// tells: hollow heads fail, bursts are dislodged units, dots are supports and end in a ring, waves are convoys.

import type { Deed, PositionView, UnitKindKey } from '../lib/wire';
import { aside, gate, provinceOf, spot, type Chart } from './asset';
import { distance, type Point } from './curve';
import { along, bent, clear, head, line, through, trimmed, type Trail } from './trail';

/** One order to be drawn. */
export type Drawn = {
  /** None: no order was given. */
  deed: Deed | null;
  power: string;
  kind: UnitKindKey;
  /** Where the unit stands. */
  place: string;
  /** Before the reveal nothing has come of it. */
  outcome: 'open' | 'succeeds' | 'fails';
  dislodged: boolean;
};

type Of = { key: string; power: string };
export type Mark =
  | (Of & { mark: 'move'; line: string; head: string; hollow: boolean; dashes: string; cross: Point | null })
  | (Of & { mark: 'support'; line: string; tip: Point | null; cross: Point | null })
  | (Of & { mark: 'hold' | 'wave' | 'burst' | 'cross' | 'plus' | 'minus'; at: Point });

/** How far from a unit its own arrow begins. */
const RIM = 15;

export function marksOf(chart: Chart, position: PositionView, drawn: Drawn[], only: string | null = null): Mark[] {
  const units = position.units.map((unit) => spot(chart, unit.at));
  const byProvince = new Map(drawn.map((entry) => [provinceOf(entry.place), entry]));
  const supports: Mark[] = [];
  const moves: Mark[] = [];
  const rest: Mark[] = [];
  for (const entry of drawn) {
    const { deed, power } = entry;
    const key = provinceOf(entry.place);
    const of = { key, power };
    const here = spot(chart, entry.place);
    const failed = entry.outcome === 'fails';
    if (entry.dislodged) rest.push({ ...of, mark: 'burst', at: here });
    if (deed === null || (only !== null && only !== power)) continue;
    switch (deed.order) {
      case 'hold':
        rest.push({ ...of, mark: 'hold', at: here });
        break;
      case 'move': {
        const { trail, carried } = wayOf(chart, position, byProvince, entry, deed.to);
        moves.push({
          ...of,
          mark: 'move',
          line: line(trail),
          head: head(trail),
          hollow: failed,
          dashes: carried ? '13 5' : '',
          cross: failed ? along(trail, 0.42) : null,
        });
        break;
      }
      case 'support_hold': {
        const there = unitSpot(chart, position, deed.of);
        const trail = trimmed(clear(here, there, units), RIM, 23);
        supports.push({ ...of, mark: 'support', line: line(trail), tip: trail[trail.length - 1] ?? null, cross: failed ? along(trail, 0.5) : null });
        break;
      }
      case 'support_move': {
        const helped = byProvince.get(deed.from);
        const goes = helped?.deed?.order === 'move' && provinceOf(helped.deed.to) === provinceOf(deed.to);
        const way =
          helped && goes
            ? wayOf(chart, position, byProvince, helped, deed.to).trail
            : clear(unitSpot(chart, position, deed.from), spot(chart, deed.to), units);
        const trail = trimmed(clear(here, along(way, 0.6), units), RIM, 4);
        supports.push({ ...of, mark: 'support', line: line(trail), tip: trail[trail.length - 1] ?? null, cross: failed ? along(trail, 0.5) : null });
        break;
      }
      case 'convoy':
        rest.push({ ...of, mark: 'wave', at: here });
        if (failed) rest.push({ ...of, mark: 'cross', at: { x: here.x + 17, y: here.y - 15 } });
        break;
      case 'retreat': {
        const from = aside(chart, entry.place);
        const trail = trimmed(clear(from, spot(chart, deed.to), units), RIM, 8);
        moves.push({ ...of, mark: 'move', line: line(trail), head: head(trail), hollow: failed, dashes: '2 7', cross: failed ? along(trail, 0.42) : null });
        break;
      }
      case 'disband':
        rest.push({ ...of, mark: 'minus', at: { x: aside(chart, entry.place).x + 14, y: aside(chart, entry.place).y - 12 } });
        break;
      case 'build':
        rest.push({ ...of, mark: failed ? 'cross' : 'plus', at: { x: here.x + 15, y: here.y - 13 } });
        break;
      case 'remove':
        rest.push({ ...of, mark: 'minus', at: { x: here.x + 15, y: here.y - 13 } });
        break;
      case 'waive':
        break;
      default:
        deed satisfies never;
    }
  }
  // The end of a support lies on the way that it helps.
  return [...rest.filter((mark) => mark.mark === 'hold' || mark.mark === 'wave'), ...moves, ...supports, ...rest.filter((mark) => mark.mark !== 'hold' && mark.mark !== 'wave')];
}

function unitSpot(chart: Chart, position: PositionView, province: string): Point {
  const unit = position.units.find((unit) => provinceOf(unit.at) === province);
  return spot(chart, unit?.at ?? province);
}

/** The way of a unit that is ordered to move: through its fleets if it is carried. */
export function wayOf(chart: Chart, position: PositionView, orders: Map<string, Drawn>, entry: Drawn, to: string): { trail: Trail; carried: boolean } {
  const units = position.units.map((unit) => spot(chart, unit.at));
  const [from, goal] = [provinceOf(entry.place), provinceOf(to)];
  const [here, there] = [spot(chart, entry.place), spot(chart, to)];
  const stop = position.units.some((unit) => provinceOf(unit.at) === goal) ? 23 : 8;
  const chain = entry.kind === 'army' ? carriers(chart, orders, entry, goal) : [];
  if (chain.length > 0) {
    const spots = [here];
    chain.forEach((fleet, i) => {
      const before = chain[i - 1];
      const crossing = before === undefined ? null : gate(chart, before, fleet);
      if (crossing) spots.push(crossing);
      spots.push(spot(chart, fleet));
    });
    return { trail: trimmed(through([...spots, there]), RIM, stop), carried: true };
  }
  const back = orders.get(goal)?.deed;
  if (back?.order === 'move' && provinceOf(back.to) === from) return { trail: trimmed(bent(here, there, 0.13), RIM, stop), carried: false };
  const corners = chart.ways.get(`${entry.place}|${to}`) ?? chart.ways.get(`${to}|${entry.place}`)?.toReversed();
  if (corners && corners.length > 0) return { trail: trimmed(through([here, ...corners, there]), RIM, stop), carried: false };
  const isSea = (province: string) => chart.asset.provinces[province]?.water === true;
  const crossing = gate(chart, entry.place, to);
  // A fleet does not sail through a country when it could go around it.
  const detour = isSea(from) && isSea(goal) ? 1.12 : 1.4;
  if (crossing && (isSea(from) || isSea(goal)) && distance(crossing, here) + distance(crossing, there) > distance(here, there) * detour)
    return { trail: trimmed(through([here, crossing, there]), RIM, stop), carried: false };
  return { trail: trimmed(clear(here, there, units), RIM, stop), carried: false };
}

/** The shortest chain of fleets that were ordered to carry this army. */
function carriers(chart: Chart, orders: Map<string, Drawn>, entry: Drawn, goal: string): string[] {
  const from = provinceOf(entry.place);
  const fleets = [...orders.values()]
    .filter((other) => other.deed?.order === 'convoy' && other.deed.from === from && provinceOf(other.deed.to) === goal)
    .map((other) => provinceOf(other.place));
  if (fleets.length === 0) return [];
  const byLand = chart.beside.get(from)?.has(goal) === true;
  const own = fleets.some((fleet) => orders.get(fleet)?.power === entry.power);
  if (byLand && !own && !(entry.deed?.order === 'move' && entry.deed.by_convoy)) return [];
  const near = (a: string, b: string) => chart.beside.get(a)?.has(b) === true;
  const cameFrom = new Map<string, string | null>();
  const queue = fleets.filter((fleet) => near(fleet, from));
  for (const fleet of queue) cameFrom.set(fleet, null);
  for (let i = 0; i < queue.length; i++) {
    const fleet = queue[i]!;
    if (near(fleet, goal)) {
      const chain: string[] = [];
      for (let at: string | null = fleet; at !== null; at = cameFrom.get(at) ?? null) chain.unshift(at);
      return chain;
    }
    for (const next of fleets) {
      if (!cameFrom.has(next) && near(fleet, next)) {
        cameFrom.set(next, fleet);
        queue.push(next);
      }
    }
  }
  return [];
}

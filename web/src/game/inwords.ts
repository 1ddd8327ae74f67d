// A position in words: what stands where, power by power. For those who read it and for the game master who writes it.

import type { Chart } from '../board/asset';
import type { DislodgedView, PositionView, UnitView } from '../lib/wire';

export type Country = { power: string; units: UnitView[]; dislodged: DislodgedView[]; centres: string[] };

/** All powers of the board, in its order. */
export function countries(chart: Chart, position: PositionView): Country[] {
  const of = (power: string) => (one: { power: string }) => one.power === power;
  return Object.keys(chart.asset.powers).map((power) => ({
    power,
    units: position.units.filter(of(power)),
    dislodged: position.dislodged.filter(of(power)),
    centres: Object.keys(position.owners).filter((key) => position.owners[key] === power),
  }));
}

// Orders that are written but not resolved, prepared for drawing.

import { provinceOf } from '../board/board-map';
import type { DrawnOrder } from '../board/order-marks';
import type { OrderEntry, PositionView } from '../lib/wire';

/** `power`: whose orders they are, where no unit says it. */
export function drawnDeeds(
  deeds: readonly OrderEntry[],
  position: PositionView,
  power: string,
): DrawnOrder[] {
  const units = [...position.units, ...position.dislodged];
  return deeds.flatMap((deed): DrawnOrder[] => {
    if (deed.order === 'waive') return [];
    const isDislodged = deed.order === 'retreat' || deed.order === 'disband';
    const unit = (isDislodged ? position.dislodged : units).find(
      (unit) => provinceOf(unit.at) === provinceOf(deed.at),
    );
    return [
      {
        deed,
        power: deed.order === 'build' ? deed.power : (unit?.power ?? power),
        kind: deed.order === 'build' ? deed.kind : (unit?.kind ?? 'army'),
        place: deed.order === 'build' ? deed.at : (unit?.at ?? deed.at),
        outcome: 'open',
        dislodged: false,
      },
    ];
  });
}

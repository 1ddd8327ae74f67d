// Which arrows the big screen shows in a scene: those of the powers that were read out, with the outcomes so far.

import { provinceOf } from '../board/board-map';
import type { DrawnOrder } from '../board/order-marks';
import type { Scene } from './reveal-scenes';

export function shownOutcomes(
  all: readonly DrawnOrder[],
  scenes: readonly Scene[],
  index: number,
): DrawnOrder[] {
  const readOut = new Set<string>();
  const ruled = new Set<string>();
  for (const scene of scenes.slice(0, index + 1)) {
    if (scene.kind === 'orders') readOut.add(scene.power);
    else if (scene.kind === 'result') ruled.add(scene.step.at);
    else if (scene.kind === 'adjusted' && 'at' in scene.one.deed) ruled.add(provinceOf(scene.one.deed.at));
  }
  return all
    .filter((order) => readOut.has(order.power))
    .map((order) =>
      ruled.has(provinceOf(order.place)) ? order : { ...order, outcome: 'open', dislodged: false },
    );
}

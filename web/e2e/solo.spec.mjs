// A game against bots with one way to enter orders: map on a desktop, touch on a phone, keys only, text only.

import { check, DESKTOP, person, PHONE, soloGame } from './harness.mjs';
import { play } from './play-solo.mjs';

/** Years per player; `DETENTE_YEARS=5` for the acceptance test. */
const YEARS = Number(process.env.DETENTE_YEARS ?? 2);

export const title = 'one person against six bots';

export async function run({ browser, url }) {
  const ways = [
    ['map', DESKTOP, 'mouse', 'france', 7],
    ['map', PHONE, 'touch', 'russia', 7],
    ['keys', DESKTOP, 'mouse', 'russia', 11],
    ['text', DESKTOP, 'mouse', 'turkey', 5],
  ];
  const results = [];
  for (const [way, screen, how, power, seed] of ways) {
    const someone = await person(browser, url, screen);
    const id = await soloGame(someone, 'Ada', 'en', power);
    const { orders, phase } = await play(someone, url, id, way, YEARS, seed, how);
    check(orders > 0, 'no orders were given');
    check(someone.pageErrors.length === 0, someone.pageErrors.join('\n'));
    results.push(`${way}${screen === PHONE ? ' by touch' : ''}: ${orders} orders until ${phase}`);
    await someone.context.close();
  }
  return results.join('; ');
}

// Against bots by one way only: the map on a desk and by touch on a phone, keys alone, text alone.

import { check, DESKTOP, person, PHONE, soloGame } from './harness.mjs';
import { play } from './play-solo.mjs';

/** Years a player; the acceptance runs take five. */
const YEARS = Number(process.env.DETENTE_YEARS ?? 2);

export const title = 'one person against six bots';

export async function run({ browser, url }) {
  const ways = [
    ['map', DESKTOP, 'mouse', 'france', 7],
    ['map', PHONE, 'touch', 'russia', 7],
    ['keys', DESKTOP, 'mouse', 'russia', 11],
    ['text', DESKTOP, 'mouse', 'turkey', 5],
  ];
  const said = [];
  for (const [way, screen, how, power, seed] of ways) {
    const someone = await person(browser, url, screen);
    const id = await soloGame(someone, 'Ada', 'en', power);
    const { orders, phase } = await play(someone, url, id, way, YEARS, seed, how);
    check(orders > 0, 'no orders were given');
    check(someone.pageErrors.length === 0, someone.pageErrors.join('\n'));
    said.push(`${way}${screen === PHONE ? ' by touch' : ''}: ${orders} orders until ${phase}`);
    await someone.context.close();
  }
  return said.join('; ');
}

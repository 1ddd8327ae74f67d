// Another map than the standard one, from the new-game form to a win. All of it comes from the variant's
// files.

import { check, DESKTOP, person } from './harness.mjs';
import { orderText, provinceOf } from './order-entry.mjs';

export const title = 'the tiny map, from New game to a win';

/** The year by which somebody must have won. */
const LAST_YEAR = 1930;

export async function run({ browser, url }) {
  const someone = await person(browser, url, DESKTOP);
  const { page, api } = someone;
  await page.goto(`${url}/new?preset=bots`);
  await page.getByLabel('Map', { exact: true }).selectOption('strait');
  check((await page.getByLabel('Players', { exact: true }).inputValue()) === '2', 'the map is for two');
  await page.getByLabel('Power', { exact: false }).first().selectOption('west');
  await page.getByLabel('Amateur', { exact: false }).fill('0');
  await page.getByLabel('Novice', { exact: false }).fill('1');
  await page
    .getByRole('button', { name: /Make|Create|Open/ })
    .first()
    .click();
  await page.waitForURL(/\/g\//);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  await page.waitForSelector('[data-ready=true] .layer svg');
  const shown = await page.locator('svg').first().innerHTML();
  check(!shown.includes('Paris'), 'the page shows the classic map');

  let phases = 0;
  for (;;) {
    const view = await api('GET', `/games/${id}`);
    if (view.state.state === 'over') {
      check(view.state.ending.ending === 'won', `it ended otherwise: ${JSON.stringify(view.state.ending)}`);
      break;
    }
    check(Number(view.state.phase.slice(1, -1)) < LAST_YEAR, `nobody has won by ${view.state.phase}`);
    const options = await api('GET', `/games/${id}/options`);
    const lines = greedyOrders(view, options).map(orderText);
    await page.getByRole('tab', { name: /Orders/ }).click();
    if (lines.length > 0) {
      await page.getByRole('button', { name: 'Text', exact: true }).click();
      await page.getByLabel(/Orders, one per line/).fill(lines.join('\n'));
      await page.waitForFunction(
        (count) => document.querySelectorAll('.sentences li').length === count,
        lines.length,
      );
      await page
        .getByRole('button', { name: 'Submit orders', exact: true })
        .filter({ visible: true })
        .first()
        .click();
    }
    await page.waitForFunction(
      ({ id, count }) =>
        fetch(`/api/games/${id}`)
          .then((response) => response.json())
          .then((view) => view.records > count),
      { id, count: view.records },
      { polling: 200 },
    );
    const goOn = page
      .getByRole('button', { name: /Continue|Current phase/ })
      .filter({ visible: true })
      .first();
    await goOn.click();
    phases += 1;
  }
  const last = await api('GET', `/games/${id}`);
  const record = await api('GET', `/games/${id}/records/0?language=en`);
  check(
    record.ruled.every((one) => one.sentence.length > 10),
    'every order is explained',
  );
  check(someone.pageErrors.length === 0, someone.pageErrors.join('\n'));
  await someone.context.close();
  return `${phases} phases, won by seat ${last.state.ending.seat}`;
}

/** Moves to centres that are not own; a unit beside such a target supports the move there. */
function greedyOrders(view, options) {
  const own = view.viewer.powers[0];
  const owner = (place) => view.position.owners[provinceOf(place)];
  const isGoal = (place) =>
    provinceOf(place) in view.position.owners ? owner(place) !== own : ['isl'].includes(provinceOf(place));
  const kind = options.phase.at(-1);
  if (kind === 'A') {
    return options.adjustments.flatMap((one) => {
      if (one.owed < 0) return one.removals.slice(0, -one.owed).map((at) => ({ order: 'remove', at }));
      const sites = [...new Set([...one.armies, ...one.fleets].map(provinceOf))].slice(0, one.builds);
      return sites.map((at) =>
        one.fleets.includes(at)
          ? { order: 'build', power: own, kind: 'fleet', at }
          : { order: 'build', power: own, kind: 'army', at },
      );
    });
  }
  if (kind === 'R')
    return options.units.map((unit) =>
      unit.retreats.length > 0
        ? { order: 'retreat', at: unit.at, to: unit.retreats[0] }
        : { order: 'disband', at: unit.at },
    );
  const movesTo = new Map();
  return options.units.map((unit) => {
    const helped = Object.entries(unit.supports).find(([from, to]) =>
      to.some((place) => movesTo.get(provinceOf(place)) === from),
    );
    if (helped) {
      const to = helped[1].find((place) => movesTo.get(provinceOf(place)) === helped[0]);
      return { order: 'support_move', at: unit.at, from: helped[0], to };
    }
    const free = [...unit.moves, ...unit.by_convoy].filter((to) => !movesTo.has(provinceOf(to)));
    // Varies, because two units that block each other would do so for ever.
    const to = free.find(isGoal) ?? free[(view.records + unit.at.length) % Math.max(1, free.length)];
    if (to === undefined) return { order: 'hold', at: unit.at };
    movesTo.set(provinceOf(to), unit.at);
    return { order: 'move', at: unit.at, to, by_convoy: false };
  });
}

// With reduced motion nothing moves; without it the units move.

import { check, person, soloGame } from './harness.mjs';
import { translator } from './texts.mjs';

export const title = 'no motion with reduced motion';
const t = translator('en');

/** How many different positions of the units are seen within some milliseconds; stops at `enough`. */
const countPositions = (page, selector, milliseconds, enough) =>
  page.evaluate(
    ([selector, milliseconds, enough]) =>
      new Promise((done) => {
        const seen = new Set();
        const begun = performance.now();
        const frame = (now) => {
          const places = [...document.querySelectorAll(`${selector} .units > g`)].map(
            (unit) => unit.getAttribute('transform').split(')')[0],
          );
          if (places.length > 0) seen.add(places.join());
          if (now - begun < milliseconds && seen.size < enough) requestAnimationFrame(frame);
          else done(seen.size);
        };
        requestAnimationFrame(frame);
      }),
    [selector, milliseconds, enough],
  );

const countAnimations = (page) =>
  page.evaluate(
    () =>
      document
        .getAnimations()
        .filter((one) => one.playState === 'running' && one.effect.getComputedTiming().duration > 10).length,
  );

async function observe(browser, url, reducedMotion) {
  const one = await person(browser, url, { reducedMotion });
  const { page, api } = one;
  await page.goto(url);
  await page.locator('.board svg').first().waitFor();
  // Orders are shown for three seconds before anything moves; a busy machine shows few pictures per second.
  const [limitMs, enough] = reducedMotion === 'reduce' ? [8000, 1000] : [40_000, 6];
  const front = await countPositions(page, '.board', limitMs, enough);
  const id = await soloGame(one, 'Ada', 'en', 'france');
  await page.goto(`${url}/g/${id}`);
  await page.waitForSelector('[data-ready=true] .layer svg');
  const idle = await countAnimations(page);
  await api('POST', `/games/${id}/orders`, {
    text: 'A Par - Bur\nA Mar - Spa\nF Bre - MAO',
    draft: false,
    stance: 'ready',
    all_or_nothing: true,
  });
  await page.waitForSelector('.reveal');
  // The list follows what is read out, away from the pointer: first it stops.
  const pause = page.getByRole('button', { name: t('history.pause'), exact: true });
  if (reducedMotion !== 'reduce') await pause.click();
  // The units move after the last result has been read out.
  await page.locator('.reveal [data-step] .order').last().click();
  const watched = countPositions(page, '.map-panel', limitMs, enough);
  await page.getByRole('button', { name: t('history.play'), exact: true }).click();
  const reveal = await watched;
  await page.locator('.reveal .order').first().waitFor();
  check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
  await one.context.close();
  return { front, idle, reveal };
}

export async function run({ browser, url }) {
  const still = await observe(browser, url, 'reduce');
  check(still.front === 1, `the front page moved: ${still.front} positions`);
  check(still.idle === 0, `${still.idle} things move on the game page`);
  check(still.reveal <= 2, `the units moved: ${still.reveal} positions`);
  const moving = await observe(browser, url, 'no-preference');
  check(moving.front > 2, `the map on the front page does not move: ${moving.front} positions`);
  check(moving.reveal > 2, `the units did not move: ${moving.reveal} positions`);
  return `${still.front} and ${still.reveal} positions without motion, ${moving.front} and ${moving.reveal} with it`;
}

// Takes screenshots of every page: `node e2e/screenshots.mjs [folder]`. Phone and desktop, light and dark,
// English and the language with the longest words; `DETENTE_LANGUAGES` names others.

import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DESKTOP, person, PHONE, startBrowser, startProgram } from './harness.mjs';
import { tapMap } from './order-entry.mjs';
import { randomNumbers, randomOrders } from './play-solo.mjs';

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'detente-shots-'));
mkdirSync(folder, { recursive: true });
const LANGUAGES = (process.env.DETENTE_LANGUAGES ?? 'en,de').split(',');
const PAGES = {
  front: '/',
  games: '/games',
  new: '/new',
  me: '/me',
  in: '/in/nonsense',
  learn: '/learn',
  rule: '/learn/rules/13',
  sample: '/learn/sample',
  nothing: '/nowhere',
};

const program = await startProgram();
const browser = await startBrowser();
const { url } = program;
let count = 0;

/**
 * A game after a year, one that waits for players, one with a game master, one that is over, one in winter.
 */
async function games(maker, other) {
  await maker.api('POST', '/me', { name: 'Wilhelmina', language: 'en' });
  const played = await maker.api('POST', '/games', {
    preset: 'bots',
    title: 'Against six bots',
    listed: true,
    bots: Array(6).fill('amateur'),
    join: true,
    power: 'russia',
  });
  for (let i = 0; i < 4; i++) {
    const { records } = await maker.api('GET', `/games/${played.id}`);
    const options = await maker.api('GET', `/games/${played.id}/options`);
    await maker
      .api('POST', `/games/${played.id}/orders`, {
        deeds: randomOrders(options, randomNumbers(i)),
        draft: false,
        stance: 'ready',
        all_or_nothing: true,
      })
      .catch(() => undefined);
    for (let k = 0; k < 100 && (await maker.api('GET', `/games/${played.id}`)).records === records; k++)
      await maker.page.waitForTimeout(100);
  }
  const options = await maker.api('GET', `/games/${played.id}/options`);
  await maker
    .api('POST', `/games/${played.id}/orders`, {
      deeds: randomOrders(options, randomNumbers(9)).slice(0, 4),
      draft: true,
      all_or_nothing: false,
    })
    .catch(() => undefined);
  const gathering = await maker.api('POST', '/games', {
    preset: 'evening',
    title: 'An evening in June',
    listed: true,
    bots: ['novice', 'amateur'],
    join: true,
  });
  const { presets } = await maker.api('GET', '/presets');
  const settings = {
    ...presets.find((preset) => preset.key === 'daily').settings,
    title: 'With a game master',
    master: { sight: 'sees_orders' },
  };
  const over = await maker.api('POST', '/games', {
    preset: 'daily',
    settings: { ...settings, title: 'Over' },
    listed: false,
    bots: Array(7).fill('random'),
    join: false,
  });
  const led = await maker.api('POST', '/games', {
    preset: 'daily',
    settings,
    listed: false,
    bots: Array(6).fill('novice'),
    join: false,
  });
  await other.api('POST', '/me', { name: 'Maximilian', language: 'en' });
  await other.api('POST', `/games/${led.id}/commands`, { do: 'join' });
  const talked = await maker.api('POST', '/games', {
    preset: 'daily',
    title: 'Talk',
    listed: false,
    bots: Array(6).fill('novice'),
    join: true,
  });
  await maker.api('POST', `/games/${talked.id}/commands`, {
    do: 'announce',
    text: 'Peace in our time, and a demilitarised Black Sea. Who agrees?',
  });
  await maker.api('POST', `/games/${talked.id}/commands`, {
    do: 'whisper',
    to: [(await maker.api('GET', `/games/${talked.id}`)).viewer.seat === 0 ? 1 : 0],
    text: 'Shall we?',
  });
  return {
    played: played.id,
    gathering: gathering.id,
    over: over.id,
    led: led.id,
    talked: talked.id,
    winter: await winter(maker),
  };
}

/** A game against random bots, played until there is something to build or to remove. */
async function winter(maker) {
  const { id } = await maker.api('POST', '/games', {
    preset: 'bots',
    title: 'In winter',
    listed: false,
    bots: Array(6).fill('random'),
    join: true,
    power: 'germany',
  });
  for (let i = 0; i < 30; i++) {
    const { records } = await maker.api('GET', `/games/${id}`);
    const options = await maker.api('GET', `/games/${id}/options`);
    if (options.adjustments.some((one) => one.owed !== 0)) break;
    await maker
      .api('POST', `/games/${id}/orders`, {
        deeds: randomOrders(options, randomNumbers(i)),
        draft: false,
        stance: 'ready',
        all_or_nothing: false,
      })
      .catch(() => undefined);
    for (let k = 0; k < 100 && (await maker.api('GET', `/games/${id}`)).records === records; k++)
      await maker.page.waitForTimeout(50);
  }
  return id;
}

async function takeScreenshots(someone, ids, name) {
  const [size] = name.split('-');
  const { page } = someone;
  // A tall window instead of a stitched screenshot, so that parts that are drawn late are drawn too.
  const screenshot = async (what, whole = false) => {
    const { width, height } = page.viewportSize();
    if (whole) {
      // The panels of a game scroll by themselves.
      const hidden = await page.evaluate(() => {
        const panel = document.querySelector('#panel');
        return panel ? panel.scrollHeight - panel.clientHeight : 0;
      });
      await page.setViewportSize({
        width,
        height: hidden + Math.max(height, await page.evaluate(() => document.documentElement.scrollHeight)),
      });
      await page.waitForLoadState('networkidle');
    }
    // A new size of the map is painted in several steps: the first screenshot only triggers it.
    await page.screenshot();
    await page.waitForTimeout(500);
    await page.screenshot({ path: join(folder, `${what}-${name}.png`) });
    if (whole) await page.setViewportSize({ width, height });
    count += 1;
  };
  for (const [what, path] of Object.entries(PAGES)) {
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await screenshot(what, true);
    if (what === 'new') {
      await page.locator('details > summary').first().click();
      await screenshot('new-all', true);
    }
  }
  const board = () => page.waitForSelector('[data-ready=true] .layer svg');
  await page.goto(`${url}/g/${ids.played}`);
  await board();
  await screenshot('game-map');
  await page.locator('.missed .quiet').click();
  // A selected unit and its targets.
  const { units } = await someone.api('GET', `/games/${ids.played}/options`);
  const army = units.find((unit) => unit.kind === 'army' && unit.moves.length > 2) ?? units[0];
  if (army)
    await tapMap(
      page,
      await someone.api('GET', '/board?language=en'),
      army.at,
      size === 'phone' ? 'touch' : 'mouse',
    );
  await screenshot('game-picked');
  for (const tab of ['orders', 'talk', 'history', 'table']) {
    await page.locator(`#tab-${tab}`).click();
    await screenshot(`game-${tab}`, tab === 'table' || tab === 'history');
  }
  await page.locator('#tab-orders').click();
  await page.locator('.entry-modes button').nth(1).click();
  await page.locator('textarea').first().fill('A MOS - UKR\nF SEV - nowhere at all\nA WAR S');
  await page.locator('.problems li').first().waitFor();
  await page.waitForTimeout(1000);
  await screenshot('game-text');
  await page.goto(`${url}/g/${ids.played}`);
  await board();
  await page.keyboard.press('[');
  if (await page.locator('#tab-map').isVisible()) await page.locator('#tab-map').click();
  await page.locator('.reveal .order').first().click();
  await screenshot('game-record');
  await page.goto(`${url}/g/${ids.talked}`);
  await board();
  await page.locator('#tab-talk').click();
  await screenshot('talk-list');
  await page.locator('.conversation').first().click();
  await screenshot('talk-open');
  await page.goto(`${url}/g/${ids.gathering}`);
  await page.waitForSelector('.members');
  await screenshot('gathering', true);
  for (const [what, id] of [
    ['over', ids.over],
    ['master', ids.led],
  ]) {
    await page.goto(`${url}/g/${id}`);
    await board();
    await page.locator('#tab-table').click();
    await screenshot(what, true);
  }
  await page.goto(`${url}/g/${ids.winter}`);
  await board();
  await page.locator('.missed .quiet').click();
  await screenshot('winter-map');
  await page.locator('#tab-orders').click();
  await page.locator('.entry-modes button').first().click();
  await screenshot('winter-orders');
  await page.locator('#tab-talk').click();
  await page.locator('#panel button').last().click();
  if (await page.locator('#tab-map').isVisible()) await page.locator('#tab-map').click();
  await screenshot('sketch');
}

try {
  const maker = await person(browser, url);
  const ids = await games(maker, await person(browser, url));
  const storageState = await maker.context.storageState();
  for (const language of LANGUAGES)
    for (const [size, screen] of [
      ['phone', PHONE],
      ['desk', DESKTOP],
    ])
      for (const colorScheme of ['light', 'dark']) {
        const someone = await person(browser, url, {
          ...screen,
          colorScheme,
          locale: language,
          storageState,
        });
        const name = `${size}-${colorScheme}-${language}`;
        await takeScreenshots(someone, ids, name).catch((error) =>
          console.error(`${name}: ${error.message}`),
        );
        await someone.context.close();
      }
} finally {
  await browser.close();
  await program.stop();
}
console.log(`${count} pictures in ${folder}`);

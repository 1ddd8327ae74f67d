// The pictures of docs/pictures/web: `npm run gallery [folder]`. Real games in a real browser, on a desk and on
// a phone, light and dark. Stored as WebP, which the browser itself writes.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { person, startBrowser, startProgram } from './harness.mjs';
import { pointOf, tapMap } from './order-entry.mjs';
import { randomNumbers, randomOrders } from './play-solo.mjs';
import { translator } from './texts.mjs';

const folder = process.argv[2] ?? fileURLToPath(new URL('../../docs/pictures/web', import.meta.url));
mkdirSync(folder, { recursive: true });
const t = translator('en');
const QUALITY = 0.72;
const SCREENS = {
  'desk-1280': { viewport: { width: 1280, height: 800 } },
  'desk-1920': { viewport: { width: 1920, height: 1080 } },
  'phone-390': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  'phone-360': { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};

const program = await startProgram();
const browser = await startBrowser();
const { url } = program;
const converter = await (await browser.newContext()).newPage();
let [count, bytes] = [0, 0];

/** Saves what a page shows. */
async function shoot(page, name) {
  await page.waitForTimeout(500);
  const png = (await page.screenshot()).toString('base64');
  const webp = await converter.evaluate(
    async ([png, quality]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d').drawImage(image, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
    },
    [png, QUALITY],
  );
  const data = Buffer.from(webp, 'base64');
  writeFileSync(join(folder, `${name}.webp`), data);
  count += 1;
  bytes += data.length;
}

const api = (one, id) => ({
  view: () => one.api('GET', `/games/${id}`),
  options: () => one.api('GET', `/games/${id}/options`),
  send: (deeds, draft) =>
    one.api('POST', `/games/${id}/orders`, {
      deeds,
      draft,
      ...(draft ? {} : { stance: 'ready' }),
      all_or_nothing: false,
    }),
});

/** Plays with random orders until a phase that is wanted; returns whether it came. */
async function playUntil(one, id, isWanted, limit = 60) {
  const game = api(one, id);
  for (let i = 0; i < limit; i++) {
    const view = await game.view();
    if (view.state.state !== 'underway') return false;
    const options = await game.options();
    if (isWanted(view, options)) return true;
    await game.send(randomOrders(options, randomNumbers(i + 3)), false).catch(() => undefined);
    for (let k = 0; k < 150 && (await game.view()).records === view.records; k++)
      await one.page.waitForTimeout(100);
  }
  return false;
}
async function newGame(one, power, bots) {
  const { id } = await one.api('POST', '/games', {
    preset: 'bots',
    title: 'Friday table',
    listed: false,
    bots: Array(6).fill(bots),
    join: true,
    power,
  });
  return id;
}

const maker = await person(browser, url);
await maker.api('POST', '/me', { name: 'Selma', language: 'en' });
const start = await newGame(maker, 'france', 'random');
const move = (at, to) => ({ order: 'move', at, to, by_convoy: false });
await api(maker, start).send(
  [move('mar', 'bur'), { order: 'support_move', at: 'par', from: 'mar', to: 'bur' }, move('bre', 'mao')],
  true,
);
const failed = await newGame(maker, 'france', 'random');
await api(maker, failed).send([move('par', 'bur'), move('mar', 'bur'), move('bre', 'eng')], false);
const late = await newGame(maker, 'russia', 'random');
await playUntil(maker, late, (view) => view.state.phase >= 'S1904M' && view.state.phase.endsWith('M'));
await api(maker, late).send(randomOrders(await api(maker, late).options(), randomNumbers(5)), true);
const retreats = await newGame(maker, 'austria', 'random');
await playUntil(
  maker,
  retreats,
  (view, options) => view.state.phase.endsWith('R') && options.units.length > 0,
);
const builds = await newGame(maker, 'russia', 'random');
await playUntil(maker, builds, (_, options) =>
  options.adjustments.some((one) => one.owed > 0 && one.builds > 0),
);

const board = await maker.api('GET', '/board?language=en');
const storageState = await maker.context.storageState();
for (const [screen, options] of Object.entries(SCREENS))
  for (const colorScheme of ['light', 'dark']) {
    const isPhone = screen.startsWith('phone');
    // The largest and the smallest screen have fewer pictures.
    const isExtra = screen === 'desk-1920' || screen === 'phone-360';
    if (isExtra && colorScheme === 'dark') continue;
    const one = await person(browser, url, { ...options, storageState, colorScheme });
    const { page } = one;
    const name = (what) => `${what}-${screen}-${colorScheme}`;
    const show = async (id, whole = true) => {
      await page.goto(`${url}/g/${id}`);
      await page.waitForSelector('[data-ready=true] .layer svg');
      const close = page.locator('.missed .quiet');
      if (await close.isVisible()) await close.click();
      if (isPhone && whole) await page.getByRole('button', { name: t('board.whole') }).click();
      await page.waitForTimeout(500);
    };
    await show(start);
    await shoot(page, name('own-orders'));
    await tapMap(page, board, 'par');
    await tapMap(page, board, 'mar');
    await shoot(page, name('order-menu'));
    await page.keyboard.press('Escape');
    if (!isPhone) {
      const [from, to] = [await pointOf(page, board, 'par'), await pointOf(page, board, 'pic')];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 5 });
      await shoot(page, name('drag'));
      await page.keyboard.press('Escape');
      await page.mouse.up();
    } else {
      await page.locator('#tab-orders').click();
      await shoot(page, name('order-rows'));
    }
    if (!isExtra) {
      await show(failed);
      await page.keyboard.press('[');
      await page.locator('.reveal').waitFor();
      await shoot(page, name('reveal'));
      await page.locator('.reveal [data-at="par"] .order').first().click();
      await shoot(page, name('explanation'));
      await show(retreats);
      await shoot(page, name('retreats'));
      await show(builds);
      const site = (await api(maker, builds).options()).adjustments[0];
      await tapMap(page, board, [...site.armies, ...site.fleets][0].slice(0, 3));
      await shoot(page, name('builds'));
    }
    await show(late);
    await shoot(page, name('late-game'));
    await one.context.close();
  }
await browser.close();
await program.stop();
console.log(`${count} pictures, ${Math.round(bytes / 1024)} kB, in ${folder}`);

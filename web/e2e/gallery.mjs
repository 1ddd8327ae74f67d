// The pictures of docs/pictures/web: `npm run gallery [folder]`. Real games in a real browser, on a desk and on
// a phone, light and dark. Stored as WebP, which the browser itself writes. `DETENTE_SCENES=drag,builds` makes
// some of them.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { person, startBrowser, startProgram } from './harness.mjs';
import { pointOf, tapMap } from './order-entry.mjs';
import { randomNumbers, randomOrders } from './play-solo.mjs';
import { nameAll, startStagedGame } from './staged-game.mjs';
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
      const reader = new FileReader();
      await new Promise((done) => {
        reader.onload = done;
        reader.readAsDataURL(blob);
      });
      return reader.result.split(',')[1];
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

/** Selma is Turkey. Italy attacks Bulgaria, which cuts her support for Rumania: the attack on Serbia fails. */
async function stageCutSupport() {
  const master = await person(browser, url);
  const others = [];
  for (const name of ['Ada', 'Bob', 'Cleo', 'Dirk', 'Emil', 'Fay']) {
    const one = await person(browser, url);
    await nameAll({ [name]: one });
    others.push(one);
  }
  const players = [...others, maker];
  const table = await startStagedGame(master, players, { title: 'Friday table', players: 7 });
  await table.arrange(
    {
      austria: ['A SER', 'A VIE', 'A TRI'],
      italy: ['F AEG', 'F GRE', 'A VEN', 'A NAP', 'F ION'],
      russia: ['A UKR', 'A MOS', 'F STP/SC', 'A WAR'],
      turkey: ['A RUM', 'A BUL', 'A SEV', 'A ANK', 'F BLA', 'A SMY', 'F CON'],
    },
    { gre: 'italy', rum: 'turkey', bul: 'turkey', sev: 'turkey', ser: 'austria', tun: 'italy' },
  );
  const { seats } = await table.view();
  const orders = {
    austria: 'A Ser - Bud\nA Vie - Bud\nA Tri H',
    italy: 'F Aeg - Bul\nF Gre H\nA Ven - Tri\nA Nap - Apu\nF Ion H',
    russia: 'A Ukr - Rum\nA Mos - Sev\nF Stp/Sc H\nA War H',
    turkey: 'A Rum - Ser\nA Bul S A Rum - Ser\nA Sev H\nA Ank - Arm\nF Bla H\nA Smy H\nF Con H',
  };
  for (const [seat, one] of players.entries()) await table.handIn(one, orders[seats[seat].powers[0]] ?? '');
  return table.id;
}

const maker = await person(browser, url);
await maker.api('POST', '/me', { name: 'Selma', language: 'en' });
const start = await newGame(maker, 'france', 'random');
const move = (at, to) => ({ order: 'move', at, to, by_convoy: false });
await api(maker, start).send(
  [move('mar', 'bur'), { order: 'support_move', at: 'par', from: 'mar', to: 'bur' }, move('bre', 'mao')],
  true,
);
const failed = await stageCutSupport();
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
const light = (...screens) => screens.map((screen) => [screen, 'light']);
const dark = (...screens) => screens.map((screen) => [screen, 'dark']);
/** The screens of each scene besides the desk of 1280 and the phone of 390 pixels in light colours. */
const FURTHER = {
  'own-orders': [...dark('desk-1280', 'phone-390'), ...light('desk-1920', 'phone-360')],
  'order-menu': [...dark('phone-390'), ...light('phone-360')],
  drag: dark('desk-1280', 'desk-1920'),
  reveal: [...dark('desk-1280', 'phone-360'), ...light('phone-360')],
  explanation: dark('phone-390'),
  'late-game': [...dark('desk-1280', 'desk-1920'), ...light('desk-1920', 'phone-360')],
  retreats: dark('desk-1280'),
  builds: [...dark('phone-390'), ...light('phone-360')],
  'whole-names': light('desk-1920'),
  palette: dark('desk-1280'),
  warnings: dark('phone-360'),
};

/** Each shows a scene on a page. `isPhone`: the tabs are beneath the map. */
const scenes = {
  'own-orders': ({ show }) => show(start),
  async 'order-menu'({ page, show }) {
    await show(start);
    await tapMap(page, board, 'par');
    await tapMap(page, board, 'mar');
  },
  async drag({ page, show, isPhone }) {
    await show(start, isPhone ? 'near' : 'whole');
    const [from, to] = [await pointOf(page, board, 'par'), await pointOf(page, board, 'pic')];
    if (isPhone) {
      const touch = await page.context().newCDPSession(page);
      const send = (type, at) =>
        touch.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
      await send('touchStart', from);
      for (const part of [0.3, 0.6, 1])
        await send('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    } else {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 5 });
    }
    await page.locator('.flag').waitFor();
  },
  async rows({ page, show }) {
    await show(start);
    await page.locator('#tab-orders').click();
  },
  async warnings({ page, show }) {
    await show(late);
    await page.locator('#tab-orders').click();
  },
  async reveal({ page, show }) {
    await show(failed);
    await page.keyboard.press('[');
    await page.locator('.reveal').waitFor();
  },
  async explanation(on) {
    await scenes.reveal(on);
    await on.page.locator('.reveal [data-at="par"] .order').first().click();
  },
  'late-game': ({ show }) => show(late),
  retreats: ({ show }) => show(retreats),
  async builds({ page, show }) {
    await show(builds);
    const site = (await api(maker, builds).options()).adjustments[0];
    await tapMap(page, board, [...site.armies, ...site.fleets][0].slice(0, 3));
  },
  async 'whole-names'({ page, show }) {
    await show(late, 'near');
    const box = await page.locator('.map-panel .board').first().boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.getByRole('button', { name: t('board.nearer') }).click();
    await page.getByRole('button', { name: t('board.nearer') }).click();
  },
  async palette({ page, show }) {
    await page.evaluate(() => localStorage.setItem('detente:palette', 'german'));
    await show(late);
    await page.evaluate(() => localStorage.removeItem('detente:palette'));
  },
  async 'empty-talk'({ page, show }) {
    await show(start);
    await page.locator('#tab-talk').click();
  },
  async 'empty-history'({ page, show }) {
    await show(start);
    await page.locator('#tab-history').click();
  },
  async offline({ page, show }) {
    await show(start);
    await page.context().setOffline(true);
    await page.locator('.offline').first().waitFor();
  },
};

const wanted = process.env.DETENTE_SCENES?.split(',');
const usual = light('desk-1280', 'phone-390');
for (const [scene, arrange] of Object.entries(scenes)) {
  if (wanted && !wanted.includes(scene)) continue;
  for (const [screen, colorScheme] of [...usual, ...(FURTHER[scene] ?? [])]) {
    const one = await person(browser, url, { ...SCREENS[screen], storageState, colorScheme });
    const { page } = one;
    const isPhone = screen.startsWith('phone');
    const show = async (id, part = 'whole') => {
      await page.goto(`${url}/g/${id}`);
      await page.waitForSelector('[data-ready=true] .layer svg');
      const close = page.locator('.missed .quiet');
      if (await close.isVisible()) await close.click();
      if (isPhone && part === 'whole') await page.getByRole('button', { name: t('board.whole') }).click();
      await page.waitForTimeout(500);
    };
    await page.goto(url);
    await arrange({ page, show, isPhone });
    await shoot(page, `${scene}-${screen}-${colorScheme}`);
    await one.context.close();
  }
}
await browser.close();
await program.stop();
console.log(`${count} pictures, ${Math.round(bytes / 1024)} kB, in ${folder}`);

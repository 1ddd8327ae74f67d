// The pictures of docs/pictures/web: `npm run gallery [folder]`. Real games in a real browser, on a desk and on
// a phone, light and dark. Stored as WebP, which the browser itself writes. `DETENTE_SCENES=drag,builds` makes
// some of them.

import { person, startBrowser, startProgram, waitUntil } from './harness.mjs';
import { pointOf, tapMap } from './order-entry.mjs';
import { nameAll, startStagedGame } from './staged-game.mjs';
import { pictureFolder, startPictures } from './take-picture.mjs';
import { translator } from './texts.mjs';

const t = translator('en');
const SCREENS = {
  'desk-1280': { viewport: { width: 1280, height: 800 } },
  'desk-1920': { viewport: { width: 1920, height: 1080 } },
  'phone-390': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  'phone-360': { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};

const program = await startProgram();
const browser = await startBrowser();
const { url } = program;
const pictures = await startPictures(browser, pictureFolder('web'));

/** Saves what a page shows, with all its letters. */
async function shoot(page, name) {
  // Without a network they do not come.
  if (!name.startsWith('offline'))
    await page.waitForFunction(() =>
      [...document.fonts].some((face) => face.family.includes('Inter') && face.status === 'loaded'),
    );
  await page.waitForTimeout(500);
  await pictures.save(page, name);
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
const others = [];
for (const name of ['Max', 'Ada', 'Bob', 'Cleo', 'Dirk', 'Emil', 'Fay']) {
  const one = await person(browser, url);
  await nameAll({ [name]: one });
  others.push(one);
}
const [master, ...rivals] = others;
/** By seat: Austria first, Turkey (Selma) last. */
const players = [...rivals, maker];

/** Everybody hands in these orders, by power; other units hold. */
async function playPhase(table, orders = {}) {
  const view = await table.view();
  for (const [seat, one] of players.entries())
    await table.handIn(one, (orders[view.seats[seat].powers[0]] ?? []).join('\n')).catch((error) => {
      // Only those who have retreats or builds hand something in.
      if (view.state.phase.endsWith('M')) throw error;
    });
  await waitUntil(
    maker.page,
    `${view.state.phase} ends`,
    async () => (await table.phase()) !== view.state.phase,
  );
}

/** Seven people in this phase, with many units on the map. Selma has eight centres. */
async function stage(phase, units = {}) {
  const table = await startStagedGame(master, players, { title: 'Friday table', players: 7 });
  while ((await table.phase()) !== phase) await playPhase(table);
  const owned = (power, ...centres) => Object.fromEntries(centres.map((centre) => [centre, power]));
  await table.arrange(
    {
      austria: ['A TRI', 'A SER'],
      england: ['F SWE', 'F NTH', 'A YOR', 'F ENG'],
      france: ['F BEL', 'A BUR', 'A PIE', 'F MAO', 'A MAR', 'A SPA'],
      germany: ['F DEN', 'A PRU', 'A RUH', 'A MUN'],
      italy: ['F GRE', 'F AEG', 'F WES', 'A VEN', 'A SIL'],
      russia: ['F NWY', 'F HEL', 'A VIE', 'A BUD'],
      turkey: ['A RUM', 'A BUL', 'F BLA', 'A ANK', 'A CON', 'A SEV', 'F SMY', 'A WAR'],
      ...units,
    },
    {
      ...owned('russia', 'vie', 'bud', 'nwy', 'stp'),
      ...owned('turkey', 'bul', 'rum', 'sev', 'war', 'mos'),
      ...owned('france', 'spa', 'por', 'bel'),
      ...owned('england', 'swe'),
      ...owned('germany', 'den'),
      ...owned('italy', 'tun', 'gre'),
      ...owned('austria', 'ser'),
    },
  );
  return table;
}

const start = await newGame(maker, 'france', 'random');
const move = (at, to) => ({ order: 'move', at, to, by_convoy: false });
const support = (at, from, to) => ({ order: 'support_move', at, from, to });
await api(maker, start).send([move('mar', 'bur'), support('par', 'mar', 'bur'), move('bre', 'mao')], true);

const { id: late } = await stage('S1904M');
const LATE_ORDERS = [
  { order: 'move', at: 'ank', to: 'sev', by_convoy: true },
  { order: 'convoy', at: 'bla', from: 'ank', to: 'sev' },
  support('bul', 'rum', 'ser'),
  move('rum', 'ser'),
  move('sev', 'mos'),
  support('war', 'sev', 'mos'),
];
await api(maker, late).send([...LATE_ORDERS, move('smy', 'eas'), { order: 'hold', at: 'con' }], true);

/** Bulgaria goes nowhere, so Constantinople cannot go there; and Smyrna has no order. */
const { id: contradictory } = await stage('S1904M');
await api(maker, contradictory).send([...LATE_ORDERS, move('con', 'bul')], true);

/** Italy attacks Bulgaria, which cuts its support: the attack on Serbia fails. Warsaw must retreat. */
const failedTable = await stage('S1904M');
await playPhase(failedTable, {
  austria: ['A SER - BUD', 'A TRI - BUD'],
  france: ['A BUR - MUN', 'A MAR - BUR', 'F MAO - POR'],
  germany: ['A PRU S A SIL - WAR', 'A RUH - HOL'],
  italy: ['F AEG - BUL/SC', 'A SIL - WAR', 'A VEN - TYR'],
  russia: ['A VIE - GAL', 'F HEL - KIE'],
  turkey: ['A RUM - SER', 'A BUL S A RUM - SER', 'A SEV - MOS', 'A ANK - ARM', 'F SMY - EAS'],
});
const failed = failedTable.id;

const buildsTable = await stage('F1904M', { turkey: ['A RUM', 'A BUL', 'F BLA', 'A SEV', 'A WAR', 'A GAL'] });
await playPhase(buildsTable);
const builds = buildsTable.id;

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
  offline: dark('phone-360'),
};
/** Scenes with other screens than these. */
const ONLY = {
  front: light('desk-1280'),
  'own-games': light('desk-1280', 'phone-390'),
  german: dark('phone-390'),
  rows: light('phone-390'),
};
/** Scenes of somebody who comes for the first time; all others are Selma's. */
const NEW_VISITOR = ['front'];

/** Each shows a scene on a page. `isPhone`: the tabs are beneath the map. */
const scenes = {
  front: ({ page }) => page.locator('.layer svg').first().waitFor(),
  async 'own-games'({ page }) {
    await page.getByText('Friday table').first().waitFor();
    await page.waitForFunction(() => {
      const boards = [...document.querySelectorAll('.picture img')];
      return boards.length > 0 && boards.every((board) => board.complete);
    });
  },
  'own-orders': ({ show }) => show(start),
  async german({ page, show }) {
    await page.evaluate(() => localStorage.setItem('detente:language', 'de'));
    await show(late, 'near');
  },
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
    await show(contradictory);
    await page.locator('#tab-orders').click();
  },
  async reveal({ page, show }) {
    await show(failed);
    await page.keyboard.press('[');
    await page.locator('.reveal').waitFor();
  },
  async explanation(on) {
    await scenes.reveal(on);
    await on.page.locator('.reveal [data-at="rum"] .order').first().click();
  },
  'late-game': ({ show }) => show(late),
  retreats: ({ show }) => show(failed, 'near'),
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
    await show(late);
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
  for (const [screen, colorScheme] of ONLY[scene] ?? [...usual, ...(FURTHER[scene] ?? [])]) {
    const who = NEW_VISITOR.includes(scene) ? {} : { storageState };
    const one = await person(browser, url, { ...SCREENS[screen], ...who, colorScheme });
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
console.log(pictures.summary());

// The pictures of docs/pictures/pages: `npm run page-gallery [folder]`. Everything around the board: front page, lists,
// new game, talk, votes, the end of a game; on a desk and on a phone, light and dark. `DETENTE_SCENES=front-new,me`
// makes some of them, `DETENTE_LOOKS=desk-light` some looks.

import { person, startBrowser, startProgram, waitUntil } from './harness.mjs';
import { nameAll, startStagedGame } from './staged-game.mjs';
import { pictureFolder, startPictures } from './take-picture.mjs';

const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const LOOKS = {
  'desk-light': { ...DESK, colorScheme: 'light' },
  'desk-dark': { ...DESK, colorScheme: 'dark' },
  'phone-light': { ...PHONE, colorScheme: 'light' },
  'phone-dark': { ...PHONE, colorScheme: 'dark' },
};

const program = await startProgram();
const browser = await startBrowser();
const { url } = program;
const pictures = await startPictures(browser, pictureFolder('pages'));
const [master, ada, bob, eva] = await Promise.all(Array.from({ length: 4 }, () => person(browser, url)));
await nameAll({ Ada: ada, Bob: bob, Eva: eva });

const HOLD = Array(5).fill('hold');
const isOver = (game) =>
  waitUntil(master.page, 'the end', async () => (await game.view()).state.state === 'over', 60_000);
/** Both people hand in empty sheets until a phase is reached. */
async function playTo(game, phase) {
  while ((await game.phase()) !== phase) {
    const before = await game.phase();
    for (const one of [ada, bob]) await game.handIn(one, '');
    await waitUntil(master.page, `${before} ends`, async () => (await game.phase()) !== before);
  }
}
async function endOfYear(game) {
  await playTo(game, 'F1901M');
  for (const one of [ada, bob]) await game.handIn(one, '');
}
const powerOf = async (one, game) => (await one.api('GET', `/games/${game.id}`)).viewer.powers[0];

/** Ada wins with eighteen centres; for Bob it is a loss. */
async function win() {
  const game = await startStagedGame(master, [ada, bob], { title: 'The long war' }, HOLD);
  const own = await powerOf(ada, game);
  await playTo(game, 'F1901M');
  const centres = 'bel hol den swe nwy par bre mar lon lvp edi war mun kie ber'.split(' ');
  await game.arrange(
    {
      england: ['F NTH'],
      france: ['A GAS'],
      germany: ['A RUH'],
      russia: ['A MOS', 'F SEV', 'F STP/SC'],
    },
    Object.fromEntries(centres.map((centre) => [centre, own])),
  );
  await endOfYear(game);
  await isOver(game);
  return game.id;
}
async function draw() {
  const game = await startStagedGame(master, [ada, bob], { title: 'A quiet summer' }, HOLD);
  const kept = [await powerOf(ada, game), await powerOf(bob, game)];
  const powers = (await game.view()).seats.flatMap((seat) => seat.powers);
  await game.arrange(
    Object.fromEntries(powers.filter((one) => !kept.includes(one)).map((power) => [power, []])),
  );
  await playTo(game, 'F1901M');
  await ada.api('POST', `/games/${game.id}/commands`, {
    do: 'propose',
    motion: { motion: 'draw', between: [0, 1] },
  });
  const [question] = (await bob.api('GET', `/games/${game.id}`)).questions;
  await bob.api('POST', `/games/${game.id}/commands`, {
    do: 'vote',
    question: question.number,
    ballot: 'yes',
  });
  await isOver(game);
  return game.id;
}
async function limit() {
  const game = await startStagedGame(
    master,
    [ada, bob],
    { title: 'One evening', limit: { year: 1901, verdict: 'shared' } },
    HOLD,
  );
  await endOfYear(game);
  await isOver(game);
  return game.id;
}
/** Two people talk, and one of them proposes a draw. */
async function talk() {
  const game = await startStagedGame(master, [ada, bob], { title: 'Friday table' }, HOLD);
  const say = (one, to, text) =>
    one.api('POST', `/games/${game.id}/commands`, { do: 'whisper', to: [to], text });
  await playTo(game, 'F1901M');
  await say(bob, 0, 'Shall we leave the Channel empty this year?');
  await say(ada, 1, 'Agreed. I go south, you go east.');
  await say(bob, 0, 'And Belgium?');
  return game;
}

const { presets } = await ada.api('GET', '/presets');
const settings = (key, title) => ({ ...presets.find((one) => one.key === key).settings, title });
const newGame = (one, body) =>
  one.api('POST', '/games', { preset: 'daily', listed: true, join: true, ...body });
/** Games of other people, to join and to watch. */
async function manyGames() {
  const titles = [
    'Tea at the embassy',
    'Sunday club',
    'Beginners welcome',
    'Slow and polite',
    'Gunboat tonight',
  ];
  for (const [number, title] of titles.entries())
    await newGame(eva, {
      preset: ['evening', 'daily', 'correspondence'][number % 3],
      title,
      bots: Array(number).fill('amateur'),
    });
  for (const title of ['Four friends', 'The northern league'])
    await newGame(eva, { title, bots: Array(6).fill('novice') });
}

const games = { win: await win(), draw: await draw(), limit: await limit() };
const talking = await talk();
const gathering = await newGame(ada, {
  title: 'An evening in June',
  preset: 'evening',
  bots: ['novice'],
  listed: false,
});
await newGame(ada, {
  preset: 'bots',
  listed: false,
  title: 'Ada against bots',
  bots: Array(6).fill('novice'),
  power: 'turkey',
});
await newGame(ada, {
  settings: settings('daily', 'Around the North Sea'),
  bots: Array(6).fill('novice'),
  listed: false,
});

const open = (page, id) =>
  page.goto(`${url}/g/${id}`).then(() => page.waitForSelector('[data-ready=true] .layer svg'));
const openEnd = (page, id) => page.goto(`${url}/g/${id}`).then(() => page.locator('.end h2').waitFor());
const openTab = async (page, id, tab) => {
  await open(page, id);
  const close = page.locator('.missed .quiet');
  if (await close.isVisible()) await close.click();
  await page.locator(`#tab-${tab}`).click();
};
/** Who looks, and what they open. */
const SCENES = {
  'front-new': [null, (page) => page.goto(url)],
  'front-returning': [ada, (page) => page.goto(url)],
  'front-many': [
    null,
    async (page) => {
      await page.goto(url);
      // The lists are loaded when they are near.
      await page.getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded();
      await page.locator('.rows h3').first().waitFor();
      await page.locator('.rows').last().scrollIntoViewIfNeeded();
    },
  ],
  lobby: [ada, (page) => page.goto(`${url}/games`)],
  'lobby-empty': [null, (page) => page.goto(`${url}/games?show=over`)],
  'new-game': [ada, (page) => page.goto(`${url}/new`)],
  gathering: [ada, (page) => page.goto(`${url}/g/${gathering.id}`)],
  talk: [
    ada,
    async (page) => {
      await openTab(page, talking.id, 'talk');
      await page
        .locator('.conversations button, .threads button')
        .nth(1)
        .click({ timeout: 2000 })
        .catch(() => undefined);
    },
  ],
  votes: [bob, (page) => open(page, talking.id)],
  'end-win': [ada, (page) => openEnd(page, games.win)],
  'end-loss': [bob, (page) => openEnd(page, games.win)],
  'end-draw': [ada, (page) => openEnd(page, games.draw)],
  'end-limit': [ada, (page) => openEnd(page, games.limit)],
  history: [
    ada,
    async (page) => {
      await openEnd(page, games.win);
      await page.locator('#tab-history').click();
    },
  ],
  me: [ada, (page) => page.goto(`${url}/me`)],
  learn: [ada, (page) => page.goto(`${url}/learn`)],
  api: [ada, (page) => page.goto(`${url}/api`)],
  'not-found': [ada, (page) => page.goto(`${url}/nowhere`)],
};

await ada.api('POST', `/games/${talking.id}/commands`, {
  do: 'propose',
  motion: { motion: 'draw', between: [0, 1, 2, 3, 4, 5, 6] },
});
// One visit loads the faces; the pictures then have them at once.
const faces = await (async () => {
  const one = await person(browser, url);
  await one.page.goto(url);
  await one.page.waitForFunction(() => localStorage.getItem('detente:faces') !== null, null, {
    timeout: 20_000,
  });
  return one.page.evaluate(() => localStorage.getItem('detente:faces'));
})();

const wanted = process.env.DETENTE_SCENES?.split(',');
const looks = process.env.DETENTE_LOOKS?.split(',');
let hasMany = false;
for (const [scene, [who, arrange]] of Object.entries(SCENES)) {
  if (wanted && !wanted.includes(scene)) continue;
  if (scene === 'front-many' || (scene !== 'front-new' && scene !== 'front-returning' && !hasMany)) {
    if (!hasMany) await manyGames();
    hasMany = true;
  }
  const storageState = who ? await who.context.storageState() : undefined;
  for (const [look, options] of Object.entries(LOOKS)) {
    if (looks && !looks.includes(look)) continue;
    const one = await person(browser, url, { ...options, ...(storageState ? { storageState } : {}) });
    await one.page.addInitScript((faces) => localStorage.setItem('detente:faces', faces), faces);
    await arrange(one.page);
    // A game keeps a connection open, so the network never rests.
    await one.page.waitForTimeout(1200);
    await one.page.waitForFunction(
      () =>
        [...document.images].every(
          (image) =>
            image.complete ||
            image.getClientRects().length === 0 ||
            (image.loading === 'lazy' && image.getBoundingClientRect().top > innerHeight),
        ),
      null,
      { timeout: 10_000 },
    );
    await pictures.save(one.page, `${scene}-${look}`);
    await one.context.close();
  }
}
await browser.close();
await program.stop();
console.log(pictures.summary());

// The front page: for a new visitor, for a returning player whose games wait, and the lists of games with their
// filters; the title and the icon of the tab; sounds; addresses without a page. In English on a desktop and in
// German on a phone.

import { check, person, soloGame, waitUntil } from './harness.mjs';
import { checkPage, NARROW_PHONE, openGame } from './page-checks.mjs';
import { nameAll, startStagedGame } from './staged-game.mjs';
import { translator } from './texts.mjs';

export const title = 'the front page, the title of the tab, sounds and unknown addresses';

const READERS = [
  ['en', {}],
  ['de', NARROW_PHONE],
];

export async function run({ browser, url }) {
  for (const [language, options] of READERS) await newVisitor(browser, url, language, options);
  await listGames(browser, url);
  for (const [language, options] of READERS) {
    await filters(browser, url, language, options);
    await returning(browser, url, language, options);
    await notFound(browser, url, language, options);
  }
  for (const [language, options] of READERS) await sounds(browser, url, language, options);
  return 'new visitor, lists with filters, what is owed, title, icon, sounds, 404';
}

const iconOf = (page) => page.locator('link[rel=icon]').getAttribute('href');

async function newVisitor(browser, url, language, options) {
  const t = translator(language);
  const { page, pageErrors } = await person(browser, url, { ...options, locale: language });
  await page.goto(url);
  await page.getByRole('heading', { name: t('front.tagline') }).waitFor();
  await page.getByRole('img', { name: t('front.map') }).waitFor();
  check((await page.title()).startsWith('Detente'), await page.title());
  check((await iconOf(page)) === '/icon.svg', 'nothing is owed');
  await checkPage(page, 'front new visitor');
  check(pageErrors.length === 0, pageErrors.join('\n'));
}

/** Games of different kinds to join and to watch. */
async function listGames(browser, url) {
  const maker = await person(browser, url);
  await maker.api('POST', '/me', { name: 'Grey', language: 'en' });
  const { presets } = await maker.api('GET', '/presets');
  const make = (preset, settings, bots = []) =>
    maker.api('POST', '/games', {
      preset,
      settings: { ...presets.find((one) => one.key === preset).settings, ...settings },
      listed: true,
      bots,
      join: true,
    });
  await make('daily', { title: 'Balkan nights', language: 'en' }, Array(5).fill('hold'));
  await make('correspondence', { title: 'Quiet letters', language: 'nl' }, ['hold']);
  await make('evening', { title: 'Friday evening', language: 'de', press: 'public_only' });
  await make('daily', { title: 'Worth watching', language: 'en' }, Array(6).fill('hold'));
}

async function filters(browser, url, language, options) {
  const t = translator(language);
  const { page } = await person(browser, url, { ...options, locale: language });
  await page.goto(url);
  const rows = page
    .locator('section')
    .filter({ hasText: t('front.open') })
    .locator('li h3');
  await page.getByRole('heading', { name: t('front.open') }).scrollIntoViewIfNeeded();
  await rows.first().waitFor();
  const titles = async () => (await rows.allInnerTexts()).join(', ');
  await waitUntil(page, 'the fullest games first', async () =>
    (await titles()).startsWith('Balkan nights, Quiet letters'),
  );
  await page.getByRole('link', { name: `${t('lobby.do.watch')}: Worth watching` }).scrollIntoViewIfNeeded();
  await waitUntil(page, 'a picture of a board', () =>
    page.evaluate(() => [...document.images].some((image) => image.complete && image.naturalWidth >= 200)),
  );
  await checkPage(page, 'front games to join');

  await page.goto(`${url}/games`);
  const list = page.locator('.rows h3');
  await list.first().waitFor();
  const filter = page.getByRole('group', { name: t('lobby.filter') });
  const all = await list.count();
  await filter.getByLabel(t('lobby.by.pace')).selectOption('slow');
  await waitUntil(page, 'one slow game', async () => (await list.allInnerTexts()).join() === 'Quiet letters');
  await page.reload();
  await waitUntil(page, 'the filter is kept', async () => (await list.count()) === 1);
  await filter.getByLabel(t('lobby.by.language')).selectOption('de');
  await page.getByText(t('lobby.none_found')).waitFor();
  await checkPage(page, 'games none found');
  await page.getByRole('button', { name: t('lobby.show_all') }).click();
  await waitUntil(page, 'all games', async () => (await list.count()) === all);
  await filter.getByLabel(t('lobby.by.talk')).selectOption('public_only');
  await waitUntil(page, 'public talk', async () => (await list.allInnerTexts()).join() === 'Friday evening');
  await filter.getByLabel(t('lobby.by.talk')).selectOption('');
  await checkPage(page, 'games');
}

async function returning(browser, url, language, options) {
  const t = translator(language);
  const one = await person(browser, url, { ...options, locale: language });
  const [master, bob] = [await person(browser, url), await person(browser, url)];
  await nameAll({ Ada: one, Bob: bob });
  const { page } = one;
  await soloGame(one, 'Ada', language);
  const bots = Array(5).fill('hold');
  const war = await startStagedGame(master, [one, bob], { title: 'The long war' }, bots);
  const peace = await startStagedGame(master, [one, bob], { title: 'A quiet summer' }, bots);
  await peace.handIn(one, '');
  const motion = { motion: 'pause', seconds: 7200 };
  await bob.api('POST', `/games/${peace.id}/commands`, { do: 'propose', motion });

  // The games come first; the most urgent one has the only filled button, and is above the fold.
  await page.goto(url);
  await page.getByRole('heading', { level: 1, name: t('front.your_games') }).waitFor();
  const cards = page.locator('.games > li');
  await cards.first().waitFor();
  const texts = (await cards.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
  check(texts.length === 3, texts.join('\n'));
  check(texts[0].includes('The long war') && texts[0].includes(t('owed.orders')), texts[0]);
  check(texts[1].includes(t('lobby.own_pace')), texts[1]);
  check(texts[2].includes('A quiet summer') && texts[2].includes(t('owed.vote')), texts[2]);
  check((await page.locator('.button.main').count()) === 1, 'one filled button');
  const box = await cards.first().boundingBox();
  check(box.y + box.height < page.viewportSize().height, 'the first game is above the fold');
  await waitUntil(page, 'the picture of its board', () =>
    cards
      .first()
      .locator('img')
      .evaluate((image) => image.complete && image.naturalWidth >= 200),
  );
  check((await page.title()).startsWith('(3) '), await page.title());
  await waitUntil(page, 'the icon has a dot', async () => (await iconOf(page)) === '/icon-owed.svg');
  await checkPage(page, 'front returning');

  // The title of the game follows what is owed.
  await openGame(page, url, war.id);
  await waitUntil(page, 'your turn', async () =>
    (await page.title()).startsWith(`(1) ${t('cards.needs_me')} · The long war`),
  );
  await war.handIn(one, '');
  await waitUntil(page, 'no longer', async () => (await page.title()) === 'The long war · Detente');
  await waitUntil(page, 'the dot is gone', async () => (await iconOf(page)) === '/icon.svg');
  await page.goto(url);
  await waitUntil(page, 'two games wait', async () => (await page.title()).startsWith('(2) '));
  await page.getByText(t('owed.waiting')).waitFor();
  check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
}

async function notFound(browser, url, language, options) {
  const t = translator(language);
  const { page } = await person(browser, url, { ...options, locale: language });
  const answer = await page.goto(`${url}/nowhere`);
  check(answer.status() === 404, `status ${answer.status()}`);
  await page.getByRole('heading', { name: t('lost.title') }).waitFor();
  await checkPage(page, 'not found');
  check((await page.goto(`${url}/g/0000000000000000`)).status() === 404, 'a game that is not there');
  check((await page.goto(`${url}/learn`)).status() === 200, 'a page that is there');
}

/** Without a loudspeaker: counts the tones that a page starts. */
function countTones() {
  globalThis.tones = 0;
  const node = () => ({
    connect: () => undefined,
    gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
    frequency: { value: 0 },
    start: () => (globalThis.tones += 1),
    stop: () => undefined,
  });
  globalThis.AudioContext = class {
    state = 'running';
    currentTime = 0;
    destination = {};
    createGain = node;
    createOscillator = node;
  };
}

async function sounds(browser, url, language, options) {
  const t = translator(language);
  const [ada, bob, master] = [
    await person(browser, url, { ...options, locale: language }),
    await person(browser, url),
    await person(browser, url),
  ];
  await nameAll({ Ada: ada, Bob: bob });
  const game = await startStagedGame(master, [ada, bob], { title: 'Listen' }, Array(5).fill('hold'));
  const { page } = ada;
  const write = (text) => bob.api('POST', `/games/${game.id}/commands`, { do: 'announce', text });
  const tones = () => page.evaluate(() => globalThis.tones);
  await page.addInitScript(countTones);
  const loaded = [];
  page.on('request', (request) => loaded.push(request.url()));

  await openGame(page, url, game.id);
  await page.waitForTimeout(5000);
  await write('Hello');
  await waitUntil(page, 'the message is counted', async () => (await page.title()) !== '');
  await page.waitForTimeout(1500);
  check((await tones()) === 0, 'no sound before it is chosen');
  check(!loaded.some((one) => /[/]sounds|GameSounds/.test(one)), 'nothing is loaded for sounds');

  await page.goto(`${url}/me`);
  await page.getByLabel(t('me.sounds_label')).check();
  await waitUntil(page, 'one hears what was chosen', async () => (await tones()) === 2);
  await checkPage(page, 'me sounds');
  await openGame(page, url, game.id);
  await page.waitForTimeout(5500);
  check((await tones()) === 0, 'opening a game is silent');
  await write('Are you there?');
  await waitUntil(page, 'a message is heard', async () => (await tones()) === 1);
  await page.waitForTimeout(1000);
  await game.handIn(ada, '');
  await game.handIn(bob, '');
  await waitUntil(page, 'results are heard', async () => (await tones()) === 4);
}

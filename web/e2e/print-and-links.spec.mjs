// What leaves the page: a printed report, the link that messengers preview, pictures and films of a finished game, and
// the page of the API. In English on a desktop and in Spanish on a phone.

import { check, person, waitUntil } from './harness.mjs';
import { checkPage, NARROW_PHONE } from './page-checks.mjs';
import { nameAll, startStagedGame } from './staged-game.mjs';
import { translator } from './texts.mjs';

export const title = 'print, link previews, shared pictures, the page of the API';

const READERS = [
  ['en', {}],
  ['es', NARROW_PHONE],
];

export async function run({ browser, url }) {
  const [master, ada, bob] = [
    await person(browser, url),
    await person(browser, url),
    await person(browser, url, { ...NARROW_PHONE, locale: 'es' }),
  ];
  await nameAll({ Ada: ada, Bob: bob });
  const limit = { year: 1901, verdict: 'most_centres' };
  const bots = Array(5).fill('hold');
  const game = await startStagedGame(master, [ada, bob], { title: 'One evening', limit }, bots);
  for (const phase of ['S1901M', 'F1901M']) {
    await waitUntil(master.page, phase, async () => (await game.phase()) === phase);
    for (const one of [ada, bob]) await game.handIn(one, '');
  }
  await waitUntil(master.page, 'the end', async () => (await game.view()).state.state === 'over');
  await print(ada.page, url, game.id, translator('en'));
  await print(bob.page, url, game.id, translator('es'));
  await shared(ada, url, game.id);
  await shared(bob, url, game.id);
  await previews(browser, url);
  for (const [language, options] of READERS) await apiPage(browser, url, language, options);
  for (const one of [ada, bob]) check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
  return 'a report on paper, previews in two languages, picture, film, report, /api';
}

/** The result, the board and the numbers, black on white, without buttons and tabs. */
async function print(page, url, id, t) {
  await page.goto(`${url}/g/${id}`);
  await page.locator('.end h2').waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const shown = await page.evaluate(() => {
    const isShown = (selector) =>
      [...document.querySelectorAll(selector)].some((element) => element.getClientRects().length > 0);
    return {
      heading: isShown('.end h2'),
      map: isShown('.map-panel .layer svg'),
      final: isShown('.end .final'),
      banner: getComputedStyle(document.querySelector('.end header.plain') ?? document.body).backgroundColor,
      name: getComputedStyle(document.querySelector('.end .graph text')).fill,
      standings: document.querySelectorAll('.standings li').length,
      buttons: isShown('.button'),
      tabs: isShown('[role=tablist]'),
      header: isShown('#app > header'),
      paper: getComputedStyle(document.body).backgroundColor,
      ink: getComputedStyle(document.querySelector('.standings')).color,
      excess: document.documentElement.scrollWidth - innerWidth,
    };
  });
  check(shown.heading && shown.map && shown.standings === 7, `on paper: ${JSON.stringify(shown)}`);
  check(!shown.buttons && !shown.tabs && !shown.header, `controls on paper: ${JSON.stringify(shown)}`);
  check(shown.paper === 'rgb(255, 255, 255)' && shown.ink === 'rgb(0, 0, 0)', JSON.stringify(shown));
  check(/^rgb\(([0-9]|[1-9][0-9]),/.test(shown.name), `pale letters on paper: ${shown.name}`);
  check(!shown.final, 'the board is there once');
  check(shown.banner === 'rgb(255, 255, 255)', `a dark banner on paper: ${shown.banner}`);
  check(shown.excess <= 0, `${shown.excess} pixels too wide for the paper`);
  if (process.env.DETENTE_SHOTS)
    await page.screenshot({
      path: `${process.env.DETENTE_SHOTS}/print-${t('tab.history')}.png`,
      fullPage: true,
    });
  // A page of A4 or two, not an empty one.
  const pdf = await page.pdf({ format: 'A4' });
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)?.length ?? 0;
  check(pages >= 1 && pages <= 3, `${pages} pages of paper`);
  await page.emulateMedia({ media: null, colorScheme: null });
}

/** The buttons of the end give a picture, a film and the text of a phase. */
async function shared(one, url, id) {
  const { page } = one;
  await page.goto(`${url}/g/${id}`);
  await page.locator('.end h2').waitFor();
  const links = await page.locator('.end .actions a').evaluateAll((all) => all.map((link) => link.href));
  await page.locator('#tab-history').click();
  links.push(await page.locator('.panel a[href*="report.txt"]').first().getAttribute('href'));
  const types = [];
  for (const link of links) {
    const answer = await one.context.request.get(new URL(link, url).href);
    check(answer.ok(), `${link}: ${answer.status()}`);
    types.push(answer.headers()['content-type'].split(';')[0]);
  }
  check(types.join() === 'image/gif,image/png,text/plain', types.join());
  await checkPage(page, 'history of a finished game');
}

/** A messenger that asks for the page of a listed game. */
async function previews(browser, url) {
  const maker = await person(browser, url);
  await maker.api('POST', '/me', { name: 'Grey', language: 'en' });
  const { id } = await maker.api('POST', '/games', {
    preset: 'daily',
    title: 'Tea & treaties',
    listed: true,
    bots: ['hold'],
    join: true,
  });
  const texts = [];
  for (const [language] of READERS) {
    const answer = await maker.context.request.get(`${url}/g/${id}`, {
      headers: { 'accept-language': language },
    });
    const html = await answer.text();
    const tag = (name) => html.match(new RegExp(`<meta property="og:${name}" content="([^"]*)"`))?.[1];
    check(tag('title') === 'Tea &amp; treaties', `the title of the preview: ${tag('title')}`);
    texts.push(tag('description'));
    const picture = await maker.context.request.get(
      new URL(new URL(tag('image').replaceAll('&amp;', '&')).pathname + '?width=1200&parts=board', url).href,
    );
    check(picture.headers()['content-type'] === 'image/png', 'the picture of the preview');
  }
  check(texts[0] && texts[1] && texts[0] !== texts[1], `one text per language: ${texts.join(' / ')}`);
}

/** In the frame of the site: its links lead back, its face is loaded. */
async function apiPage(browser, url, language, options) {
  const one = await person(browser, url, { ...options, locale: language });
  const { page } = one;
  await page.goto(`${url}/api`);
  await page.getByRole('heading', { level: 1, name: 'API' }).waitFor();
  await waitUntil(page, 'the faces of the site', () =>
    page.evaluate(() => document.fonts.check('16px Inter') && document.fonts.size === 3),
  );
  check(!(await page.locator('main').innerText()).includes('`'), 'code is marked as code');
  await checkPage(page, 'api');
  await page.getByRole('link', { name: 'Games' }).click();
  await page.getByRole('heading', { level: 1, name: translator(language)('shell.games') }).waitFor();
  check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
  await one.context.close();
}

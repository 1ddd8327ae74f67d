// Every page around the board from 320 to 1920 pixels, in five languages: no word is cut or outside of the window.
// And none of the words that puzzled readers is on them. `DETENTE_LANGUAGES=de,fr` checks some languages.

import { check, person, waitUntil } from './harness.mjs';
import { openGame } from './page-checks.mjs';
import { nameAll, startStagedGame } from './staged-game.mjs';
import { translator } from './texts.mjs';

export const title = 'nothing is cut from 320 to 1920 pixels, in five languages';

const WIDTHS = [320, 360, 390, 600, 768, 1024, 1280, 1920];
const LANGUAGES = process.env.DETENTE_LANGUAGES?.split(',') ?? ['en', 'nl', 'fr', 'es', 'de'];
/** What readers stumbled over, in their language. */
const PUZZLING = {
  en: ['Hand in all the same', 'What is not written', 'To take away', 'hand in your orders'],
  nl: ['Om mee te nemen', 'De tafel wordt gedekt'],
  fr: ['À table', 'À emporter', 'Défaire'],
  es: ['Para llevar', 'La mesa está servida'],
  de: ['Der Tisch wird gedeckt', 'Zum Mitnehmen', 'geht nach Schwarzes Meer'],
};

export async function run({ browser, url }) {
  const [master, ada, bob] = [
    await person(browser, url),
    await person(browser, url),
    await person(browser, url),
  ];
  await nameAll({ Ada: ada, Bob: bob });
  const games = await makeGames(master, ada, bob);
  const storageState = await ada.context.storageState();
  let checks = 0;
  const found = [];
  for (const language of LANGUAGES) {
    const one = await person(browser, url, { storageState, locale: language });
    await one.api('POST', '/me', { name: 'Ada', language });
    await one.page.addInitScript((chosen) => localStorage.setItem('detente:language', chosen), language);
    const pages = pagesOf(one.page, url, games, translator(language));
    for (const [name, open] of Object.entries(pages)) {
      await one.page.setViewportSize({ width: 1280, height: 800 });
      await open();
      for (const width of WIDTHS) {
        await resize(one.page, width);
        const faults = await one.page.evaluate(findFaults);
        if (faults.length > 0) found.push(`${language} ${name} ${width}: ${faults.join('; ')}`);
        checks += 1;
      }
      const words = await one.page.locator('body').innerText();
      for (const phrase of PUZZLING[language])
        check(!words.includes(phrase), `${language} ${name}: "${phrase}"`);
    }
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  check(found.length === 0, found.join('\n'));
  return `${checks} pages and widths`;
}

async function makeGames(master, ada, bob) {
  const bots = Array(5).fill('hold');
  const limit = { year: 1901, verdict: 'shared' };
  const over = await startStagedGame(master, [ada, bob], { title: 'One evening', limit }, bots);
  for (const phase of ['S1901M', 'F1901M']) {
    await waitUntil(master.page, phase, async () => (await over.phase()) === phase);
    for (const one of [ada, bob]) await over.handIn(one, '');
  }
  await waitUntil(master.page, 'the end', async () => (await over.view()).state.state === 'over');
  const table = await startStagedGame(master, [ada, bob], { title: 'Around the North Sea' }, bots);
  await bob.api('POST', `/games/${table.id}/commands`, { do: 'whisper', to: [0], text: 'And Belgium?' });
  const motion = { motion: 'draw', between: [0, 1, 2, 3, 4, 5, 6] };
  await bob.api('POST', `/games/${table.id}/commands`, { do: 'propose', motion });
  const make = (body) => bob.api('POST', '/games', { preset: 'daily', listed: true, join: true, ...body });
  await make({ title: 'Tea at the embassy', bots: ['novice'] });
  await make({ title: 'Slow and polite', preset: 'correspondence', bots: ['novice', 'novice'] });
  await make({ title: 'The northern league', bots: Array(6).fill('hold') });
  const gathering = await ada.api('POST', '/games', {
    preset: 'evening',
    title: 'An evening in June',
    listed: false,
    join: true,
    bots: ['novice'],
  });
  return { over: over.id, table: table.id, gathering: gathering.id };
}

function pagesOf(page, url, games, t) {
  const tab = async (id, name) => {
    await openGame(page, url, id);
    await page.locator(`#tab-${name}`).click();
  };
  const heading = (name) => page.getByRole('heading', { level: 1, name }).waitFor();
  return {
    front: async () => {
      await page.goto(url);
      await page.locator('.games > li').first().waitFor();
      await page.getByRole('heading', { name: t('front.open') }).scrollIntoViewIfNeeded();
      await page.locator('.rows h3').first().waitFor();
    },
    games: async () => {
      await page.goto(`${url}/games`);
      await page.locator('.rows h3').first().waitFor();
    },
    'new game': async () => {
      await page.goto(`${url}/new`);
      await heading(t('new.title'));
      await page.getByText(t('new.all'), { exact: true }).click();
    },
    gathering: async () => {
      await page.goto(`${url}/g/${games.gathering}`);
      await page.getByRole('heading', { name: t('gather.invite') }).waitFor();
    },
    account: async () => {
      await page.goto(`${url}/me`);
      await page.getByLabel(t('me.sounds_label')).waitFor();
    },
    notifications: async () => {
      await page.goto(`${url}/me/notifications`);
      await page.getByLabel(t('notify.quiet')).check();
      await page.getByLabel(t('notify.quiet_from')).waitFor();
    },
    'not found': async () => {
      await page.goto(`${url}/nowhere`);
      await heading(t('lost.title'));
    },
    'vote on the map': async () => {
      await openGame(page, url, games.table);
      await page.locator('.proposal').waitFor();
    },
    talk: () => tab(games.table, 'talk'),
    conversation: async () => {
      await tab(games.table, 'talk');
      await page.locator('.conversation', { hasText: 'Belgium' }).click();
    },
    players: async () => {
      await tab(games.table, 'table');
      await page.getByRole('button', { name: t('votes.new') }).click();
    },
    end: async () => {
      await page.goto(`${url}/g/${games.over}`);
      await page.locator('.end h2').waitFor();
    },
    history: () => tab(games.over, 'history'),
  };
}

async function resize(page, width) {
  await page.setViewportSize({ width, height: width < 700 ? 740 : 900 });
  // The browser changes its window a little later than it says.
  await page.waitForFunction(
    (width) =>
      innerWidth === width &&
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))),
    width,
  );
}

/** In the page: what is cut or outside of the window. */
function findFaults() {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
  const pen = document.createElement('canvas').getContext('2d');
  // What scrolls by itself, and words of players that end with dots.
  const isOutside = (element) => element.closest('.scroll, pre, .skip, .visually-hidden, .board, svg, .last');
  for (const element of document.querySelectorAll('body *')) {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const isHidden = !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (box.width < 2 || box.height < 2 || isHidden || isOutside(element)) continue;
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    const words = element.textContent.trim().slice(0, 40);
    if (element.matches('select')) {
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const chosen = element.selectedOptions[0]?.textContent.trim() ?? '';
      const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      if (pen.measureText(chosen).width > room + 1) faults.push(`the choice "${chosen}" is cut`);
    } else if (hasText) {
      if (box.left < -1 || box.right > innerWidth + 1) faults.push(`"${words}" leaves the window`);
      if (style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1)
        faults.push(`"${words}" is cut`);
      if (element.matches('button, .button') && element.scrollWidth > element.clientWidth + 1)
        faults.push(`the button "${words}" is too narrow`);
    }
  }
  return faults;
}

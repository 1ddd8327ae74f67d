// What happens between two evenings: a game against bots that nobody touched is put aside and continued with one touch;
// after the end the same people play once more; and a person may always resign. In English on a desktop and in French
// on a phone.

import { check, person, waitUntil } from './harness.mjs';
import { checkPage, NARROW_PHONE, openGame } from './page-checks.mjs';
import { nameAll, startStagedGame } from './staged-game.mjs';
import { translator } from './texts.mjs';

export const title = 'games put aside, the next game, and resigning';

const READERS = [
  ['en', {}],
  ['fr', NARROW_PHONE],
];
/** After so many seconds without a touch these games are put aside; usually it is 30 days. */
const IDLE_SECONDS = 3;

export async function run({ browser, url }) {
  for (const reader of READERS) await putAside(browser, url, reader);
  await nextGame(browser, url);
  for (const reader of READERS) await resign(browser, url, reader);
  return 'put aside, continued, joined the next game, resigned';
}

async function putAside(browser, url, [language, options]) {
  const t = translator(language);
  const one = await person(browser, url, { ...options, locale: language });
  const { page } = one;
  await one.api('POST', '/me', { name: 'Ada', language });
  const { presets } = await one.api('GET', '/presets');
  const { settings } = presets.find((preset) => preset.key === 'bots');
  check(settings.timetable.writing === 30 * 86_400, 'thirty days by default');
  const [first, writing] = [IDLE_SECONDS, IDLE_SECONDS];
  const game = await one.api('POST', '/games', {
    preset: 'bots',
    settings: { ...settings, title: 'Left alone', timetable: { ...settings.timetable, first, writing } },
    listed: false,
    bots: Array(6).fill('hold'),
    join: true,
    power: 'france',
  });
  const view = () => one.api('GET', `/games/${game.id}`);

  // No clock: the page says that there is no hurry.
  await openGame(page, url, game.id);
  await page.locator('.clock', { hasText: t('clock.own_pace') }).waitFor();
  await page.locator('.aside', { hasText: t('bar.aside') }).waitFor();
  check((await page.locator('.clock').innerText()) === t('clock.aside'), 'the clock says so too');
  await checkPage(page, 'put aside');

  // From the list of games, with one touch.
  await page.goto(url);
  const card = page.locator('.games > li', { hasText: 'Left alone' });
  await card.getByText(t('owed.aside')).waitFor();
  await checkPage(page, 'front put aside');
  await card.getByRole('button', { name: t('owed.do.aside') }).click();
  await page.waitForURL(`${url}/g/${game.id}`);
  await waitUntil(page, 'it goes on', async () =>
    (await view()).log.some((entry) => entry.notice === 'continued'),
  );

  // And on its own page.
  const continued = (await view()).log.length;
  await page
    .locator('.aside')
    .getByRole('button', { name: t('bar.continue') })
    .click();
  await waitUntil(page, 'it goes on once more', async () => {
    const { log } = await view();
    return log.slice(continued).some((entry) => entry.notice === 'continued');
  });
  check((await view()).state.phase === 'S1901M', 'no turn was played without the player');
  check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
  await one.context.close();
}

/** Ada starts the same game again; Bob, who still looks at the end, joins it with one touch. */
async function nextGame(browser, url) {
  const [en, fr] = [translator('en'), translator('fr')];
  const master = await person(browser, url);
  const ada = await person(browser, url);
  const bob = await person(browser, url, { ...NARROW_PHONE, locale: 'fr' });
  await nameAll({ Ada: ada, Bob: bob });
  const limit = { year: 1901, verdict: 'shared' };
  const bots = Array(5).fill('hold');
  const game = await startStagedGame(master, [ada, bob], { title: 'One evening', limit }, bots);
  await openGame(bob.page, url, game.id);
  for (const phase of ['S1901M', 'F1901M']) {
    await waitUntil(master.page, phase, async () => (await game.phase()) === phase);
    for (const one of [ada, bob]) await game.handIn(one, '');
  }
  await waitUntil(master.page, 'the end', async () => (await game.view()).state.state === 'over');

  // Bob looks at the last results. After them comes the end, without a further touch.
  const goOn = bob.page.getByRole('button', { name: fr('reveal.go_on') });
  await goOn.or(bob.page.getByRole('button', { name: fr('history.now') })).click();
  await bob.page.getByRole('heading', { name: fr('end.drawn') }).waitFor();
  await waitUntil(bob.page, 'the board at the end', () =>
    bob.page
      .getByRole('img', { name: fr('end.board') })
      .evaluate((image) => image.complete && image.naturalWidth === 800),
  );
  check(
    (await bob.page.getByRole('button', { name: fr('end.join_next') }).count()) === 0,
    'no next game yet',
  );

  await ada.page.goto(`${url}/g/${game.id}`);
  await ada.page.getByText(en('end.again_about')).waitFor();
  await ada.page.getByRole('button', { name: en('end.again') }).click();
  await ada.page.waitForURL((to) => to.pathname.startsWith('/g/') && !to.pathname.endsWith(game.id));
  const next = ada.page.url().split('/').at(-1);

  // Bob sees it without a reload, and on the page of a later visit.
  await bob.page.getByRole('button', { name: fr('end.join_next') }).waitFor();
  await checkPage(bob.page, 'end next game');
  await bob.page.reload();
  await bob.page.getByRole('button', { name: fr('end.join_next') }).click();
  await bob.page.waitForURL(`${url}/g/${next}`);
  const view = await waitUntil(bob.page, 'both play again', async () => {
    const now = await bob.api('GET', `/games/${next}`);
    return now.state.state === 'underway' || now.viewer.kind === 'member' ? now : null;
  });
  check(view.settings.title === 'One evening' && view.settings.limit.year === 1901, 'the same settings');
  for (const one of [ada, bob]) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
}

/** Nobody has to agree, and it is asked before it counts. */
async function resign(browser, url, [language, options]) {
  const t = translator(language);
  const one = await person(browser, url, { ...options, locale: language });
  const { page } = one;
  await one.api('POST', '/me', { name: 'Ada', language });
  const game = await one.api('POST', '/games', {
    preset: 'bots',
    listed: false,
    bots: Array(6).fill('hold'),
    join: true,
    power: 'france',
  });
  await openGame(page, url, game.id);
  await page.locator('#tab-table').click();

  // A game at one's own pace has no clock to pause.
  await page.getByRole('button', { name: t('votes.new') }).click();
  const kinds = page.getByLabel(t('votes.what')).locator('option');
  check(
    (await kinds.allInnerTexts()).join() ===
      ['draw', 'most_centres', 'concede', 'abandon'].map((kind) => t(`votes.${kind}`)).join(),
    (await kinds.allInnerTexts()).join(),
  );
  await page.getByRole('button', { name: t('order.cancel') }).click();

  await page.getByRole('button', { name: t('table.leave'), exact: true }).click();
  check((await one.api('GET', `/games/${game.id}`)).viewer.kind === 'seat', 'asked before it counts');
  await checkPage(page, 'resign');
  await page.getByRole('button', { name: t('table.leave_yes'), exact: true }).click();
  await waitUntil(page, 'nobody plays France', async () => {
    const now = await one.api('GET', `/games/${game.id}`);
    return now.viewer.kind !== 'seat' || now.state.state === 'over';
  });
  check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
  await one.context.close();
}

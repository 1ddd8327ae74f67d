// The page of one's own: games that wait first, with clock and what is missing; the absence for all games and what
// came of it in each; what happened, each with its game and tab; finished games with results; reliability.

import { check, DESKTOP, person, PHONE, waitUntil } from './harness.mjs';
import { checkPage, NARROW_PHONE } from './page-checks.mjs';
import { translator } from './texts.mjs';

export const title = 'the page of one’s own: games, absence for all of them, results, reliability';

export async function run({ browser, url }) {
  for (const [language, device] of [
    ['en', DESKTOP],
    ['nl', PHONE],
    ['fr', NARROW_PHONE],
  ])
    await ownPage(browser, url, language, device);
  return 'three people, games and absences, in English, Dutch and French';
}

async function ownPage(browser, url, language, device) {
  const ann = await person(browser, url, { ...device, locale: language });
  const bob = await person(browser, url);
  const t = translator(language);
  const { page } = ann;
  await ann.api('POST', `/me?language=${language}`, { name: 'Ann', language });
  await bob.api('POST', '/me', { name: 'Bob' });
  const { presets } = await ann.api('GET', '/presets');
  const { settings } = presets.find((preset) => preset.key === 'daily');
  const start = async (title, changes = {}) => {
    const { id } = await ann.api('POST', '/games', {
      preset: 'daily',
      settings: { ...settings, title, players: 2, goal: { centres: 24, of: 'one_player' }, ...changes },
      listed: false,
      bots: [],
      join: true,
    });
    await bob.api('POST', `/games/${id}/commands`, { do: 'join' });
    return id;
  };
  const send = (one, id, body) => one.api('POST', `/games/${id}/commands`, body);
  // Nobody is known from the start.
  await page.goto(`${url}/me`);
  await page.getByRole('heading', { name: t('own.reliability') }).waitFor();
  await page.getByText(t('own.reliable.unknown')).waitFor();
  await page.getByText(t('own.no_games')).waitFor();
  await checkPage(page, `own page, empty ${language}`);
  // One that waits for Ann, one that waits for Bob only, one without a calendar, and one that is over.
  const long = await start('The long war');
  const served = await start('All is sent');
  const strict = await start('No way out', { calendar: 0 });
  const over = await start('A quiet summer');
  for (const id of [served]) await ann.api('POST', `/games/${id}/orders`, { deeds: [], stance: 'ready' });
  await send(ann, over, { do: 'propose', motion: { motion: 'draw', between: [0, 1] } });
  const [question] = (await bob.api('GET', `/games/${over}`)).questions;
  await send(bob, over, { do: 'vote', question: question.number, ballot: 'yes' });
  await send(bob, long, { do: 'announce', text: 'Hello' });
  await page.reload();
  const titles = page.locator('.games h3');
  await titles.first().waitFor();
  const order = await titles.allInnerTexts();
  check(order.length === 3 && order.at(-1) === 'All is sent', `what waits stands first: ${order.join(', ')}`);
  const rows = page.locator('.games > li');
  await rows.filter({ hasText: 'The long war' }).getByText(t('owed.orders')).waitFor();
  await rows.filter({ hasText: 'All is sent' }).getByText(t('owed.waiting')).waitFor();
  check((await rows.locator('.clock').count()) === 3, 'each has its clock');
  check((await page.title()).startsWith('(2) '), `the tab says it: ${await page.title()}`);
  check((await page.locator('header .count').innerText()).startsWith('2'), 'the bar says it');
  await page.getByText(t('lobby.result.drawn')).waitFor();
  // What happened leads to the tab.
  const news = page.getByRole('region', { name: t('own.news') });
  await news
    .getByText(/Hello/)
    .or(news.locator(`a[href="/g/${long}?tab=talk"]`))
    .first()
    .waitFor();
  await page.getByText(t('own.reliable_how')).click();
  await checkPage(page, `own page ${language}`);
  await away(ann, { long, served, strict }, t);
  await checkPage(page, `own page, away ${language}`);
  for (const width of device === DESKTOP ? [320, 360, 600, 768, 1024, 1280] : []) {
    await page.setViewportSize({ width, height: 800 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(excess <= 0, `${width}: ${excess} pixels too wide`);
  }
  await news.locator(`a[href="/g/${long}?tab=talk"]`).first().click();
  await page.locator('#tab-talk[aria-selected=true]').waitFor();
  check(new URL(page.url()).pathname === `/g/${long}`, 'the right game');
  await page.goto(`${url}/me`);
  await waitUntil(
    page,
    'what was shown is read',
    async () => (await ann.api('GET', '/me/notifications')).unread === 0,
  );
  for (const one of [ann, bob]) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
}

/** Once for all games; each says what came of it; and not away after all. */
async function away(ann, { long, served, strict }, t) {
  const { page } = ann;
  const absences = async (id) => {
    const game = await ann.api('GET', `/games/${id}`);
    return game.seats[game.viewer.seat].absences;
  };
  const panel = page.locator('details').filter({ hasText: t('own.away_about') });
  await panel.locator('summary').click();
  const row = (title) => panel.getByRole('listitem').filter({ hasText: title });
  await row('No way out').getByText(t('own.away_not.no_calendar')).waitFor();
  const local = (days) => {
    const at = new Date(Date.now() + days * 86_400_000);
    const two = (n) => String(n).padStart(2, '0');
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T12:00`;
  };
  // The wrong way round is said before anything is sent.
  await panel.getByLabel(t('own.away_from'), { exact: true }).fill(local(6));
  await panel.getByLabel(t('own.away_until'), { exact: true }).fill(local(2));
  const tell = panel.getByRole('button', { name: t('own.away_tell', { n: 3 }) });
  await tell.click();
  await panel.getByText(t('own.away_wrong.order')).waitFor();
  check((await absences(long)).length === 0, 'nothing was sent');
  await panel.getByLabel(t('own.away_from'), { exact: true }).fill(local(1));
  await panel.getByLabel(t('own.away_until'), { exact: true }).fill(local(4));
  const { due } = (await ann.api('GET', `/games/${long}`)).state;
  await tell.click();
  for (const title of ['The long war', 'All is sent']) await row(title).locator('.good').waitFor();
  await row('No way out').getByText(t('own.away_not.no_calendar')).waitFor();
  for (const id of [long, served]) check((await absences(id)).length === 1, 'both games know it');
  check((await absences(strict)).length === 0, 'the one without a calendar was not asked');
  check((await ann.api('GET', `/games/${long}`)).state.due > due, 'the deadline has moved');
  // More than a game has is refused, and the game says so.
  await panel.getByLabel(t('own.away_from'), { exact: true }).fill(local(5));
  await panel.getByLabel(t('own.away_until'), { exact: true }).fill(local(45));
  await tell.click();
  await row('The long war').locator('.bad').waitFor();
  await panel.getByRole('button', { name: new RegExp(`^${t('own.away_cancel')}`) }).click();
  await waitUntil(
    page,
    'not away after all',
    async () => (await absences(long)).length + (await absences(served)).length === 0,
  );
  await panel
    .getByRole('button', { name: new RegExp(`^${t('own.away_cancel')}`) })
    .waitFor({ state: 'detached' });
}

// The page says what is so: nothing saved that was not understood, one button for one thing, a broken link noticed.

import { check, DESKTOP, person, PHONE, soloGame } from './harness.mjs';
import { translator } from './texts.mjs';

export const title = 'the page says what is so';

const visible = (page, name) => page.getByRole('button', { name, exact: true }).filter({ visible: true });

/** A new game has no draft; text that nobody understands is not one; two units to one place are asked about. */
async function draft(browser, url, screen, language) {
  const one = await person(browser, url, { ...screen, locale: language });
  const t = translator(language);
  const { page } = one;
  await page.goto(`${url}/g/${await soloGame(one, 'Ada', language)}`);
  await page.waitForSelector('[data-ready=true] .layer svg');
  const isPhone = await page.locator('#tab-map').isVisible();
  check((await visible(page, t('sheet.hand_in')).count()) === 1, 'not one button to hand in beside the map');
  check((await visible(page, t('order.undo')).count()) === 1, 'not one button to undo beside the map');
  await page.locator('#tab-orders').click();
  check((await visible(page, t('sheet.hand_in')).count()) === 1, 'not one button to hand in beside the orders');
  check((await visible(page, t('order.undo')).count()) === 1, 'not one button to undo beside the orders');
  const hand = page.locator('.side > .hand-in-area .state');
  check(!(await hand.innerText()).includes(t('sheet.saved')), 'a new game has a draft that is saved');

  await page.getByRole('button', { name: t('orders.by_text'), exact: true }).click();
  await page.getByLabel(t('typing.label')).fill('xyzzy plugh\nqwertz');
  await hand.filter({ hasText: t('typing.refused', { n: 2 }) }).waitFor();
  check(!(await hand.innerText()).includes(t('sheet.saved')), 'what was not understood is said to be saved');
  await page.getByLabel(t('typing.label')).fill('A PAR - BUR\nA MAR - BUR\nqwertz');
  await hand.filter({ hasText: t('typing.refused', { n: 1 }) }).waitFor();
  await hand.filter({ hasText: t('sheet.rest_saved') }).waitFor();
  const board = await one.api('GET', `/board?language=${language}`);
  const clash = t('sheet.same_place', { place: board.provinces.bur.name }).split('{')[0];
  await page.locator('.side > .hand-in-area .notice', { hasText: clash }).waitFor();
  if (isPhone) {
    await page.locator('#tab-map').click();
    await page.locator('.bar .words', { hasText: clash }).waitFor();
  }
  check((await page.getByRole('alert').count()) === 0, 'a question is shown as an error');

  // Nobody talks in this game: there is no list of conversations, only one's plans.
  await page.locator('#tab-talk', { hasText: t('tab.plans') }).click();
  await page.getByText(t('talk.never')).waitFor();
  check((await page.locator('.conversation').count()) === 0, 'conversations in a game without talk');
  check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
  await one.context.close();
}

/** Stepping through the past, there is one button for each step. */
async function past(browser, url) {
  const one = await person(browser, url, DESKTOP);
  const { page } = one;
  const id = await soloGame(one, 'Ada');
  await one.api('POST', `/games/${id}/orders`, { deeds: [], draft: false, stance: 'ready', all_or_nothing: true });
  for (let i = 0; i < 200 && (await one.api('GET', `/games/${id}`)).records === 0; i++) await page.waitForTimeout(100);
  await page.goto(`${url}/g/${id}`);
  await page.locator('.missed').getByRole('button', { name: /^Watch/ }).click();
  await page.locator('.replay-controls').waitFor();
  const forward = visible(page, 'Later');
  for (const tab of ['orders', 'talk', 'history', 'table']) {
    await page.locator(`#tab-${tab}`).click();
    check((await forward.count()) === 1, `${await forward.count()} ways on beside ${tab}`);
  }
  // A spring alone has not changed who owns what: the table has the beginning and no year.
  await page.locator('#tab-history').click();
  const rows = await page.locator('tbody th').allInnerTexts();
  check(rows.join() === 'Start' || (await one.api('GET', `/games/${id}`)).records > 2, `years without a count: ${rows.join()}`);
  await one.context.close();
}

async function links(browser, url) {
  const one = await person(browser, url);
  const t = translator('en');
  const asked = [];
  one.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const name of [null, 'Ada']) {
    if (name !== null) await one.api('POST', '/me', { name, language: 'en' });
    await one.page.goto(`${url}/in/nonsense`);
    await one.page.getByRole('alert').filter({ hasText: t('in.broken') }).waitFor();
  }
  check(!asked.includes('/api/me/sign-in'), 'a link that is not whole was sent');
  asked.length = 0;
  await one.page.goto(url);
  await one.page.waitForLoadState('networkidle');
  const once = (paths) => {
    for (const path of paths) check(asked.filter((one) => one === path).length === 1, `${path} was asked ${asked.filter((one) => one === path).length} times`);
  };
  once(['/api/me/games', '/api/presets', '/api/games']);
  // Leaving a page does not make it anew.
  await one.page.getByRole('button', { name: new RegExp(t('front.bots')) }).click();
  await one.page.waitForSelector('[data-ready=true] .layer svg');
  once(['/api/me/games', '/api/presets']);
  await one.context.close();
}

export async function run({ browser, url }) {
  await links(browser, url);
  await past(browser, url);
  await draft(browser, url, DESKTOP, 'en');
  await draft(browser, url, PHONE, 'de');
  return 'drafts, steps, links';
}

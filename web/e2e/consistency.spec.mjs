// The page shows the true state: no "saved" for text that was not understood, one button per action, a broken
// link is noticed.

import { check, DESKTOP, person, PHONE, soloGame } from './harness.mjs';
import { translator } from './texts.mjs';

export const title = 'the page shows the true state';

const visible = (page, name) => page.getByRole('button', { name, exact: true }).filter({ visible: true });

/** A new game has no draft, nor has text that is not understood; two units to one place are asked about. */
async function draft(browser, url, screen, language) {
  const one = await person(browser, url, { ...screen, locale: language });
  const t = translator(language);
  const { page } = one;
  await page.goto(`${url}/g/${await soloGame(one, 'Ada', language)}`);
  await page.waitForSelector('[data-ready=true] .layer svg');
  check((await visible(page, t('sheet.hand_in')).count()) === 1, 'not one button to hand in beside the map');
  check((await visible(page, t('order.undo')).count()) === 1, 'not one button to undo beside the map');
  await page.locator('#tab-orders').click();
  check(
    (await visible(page, t('sheet.hand_in')).count()) === 1,
    'not one button to hand in beside the orders',
  );
  check((await visible(page, t('order.undo')).count()) === 1, 'not one button to undo beside the orders');
  const handIn = page.locator('.side > .hand-in-area .state');
  check(!(await handIn.innerText()).includes(t('sheet.saved')), 'a new game has a saved draft');

  await page.getByRole('button', { name: t('orders.by_text'), exact: true }).click();
  await page.getByLabel(t('typing.label')).fill('xyzzy plugh\nqwertz');
  await handIn.filter({ hasText: t('typing.refused', { n: 2 }) }).waitFor();
  check(
    !(await handIn.innerText()).includes(t('sheet.saved')),
    'text that was not understood is called saved',
  );
  await page.getByLabel(t('typing.label')).fill('A PAR - BUR\nA MAR - BUR\nqwertz');
  await handIn.filter({ hasText: t('typing.refused', { n: 1 }) }).waitFor();
  await handIn.filter({ hasText: t('sheet.rest_saved') }).waitFor();
  const board = await one.api('GET', `/board?language=${language}`);
  const conflict = t('warning.same_place', {
    unit: board.provinces.par.name,
    to: board.provinces.bur.name,
  });
  await page.locator('.side > .hand-in-area', { hasText: conflict }).waitFor();
  check((await page.getByRole('alert').count()) === 0, 'a question is shown as an error');

  // This game has no talk: there is no list of conversations, only the saved plans.
  await page.locator('#tab-talk', { hasText: t('tab.plans') }).click();
  await page.getByText(t('talk.never')).waitFor();
  check((await page.locator('.conversation').count()) === 0, 'conversations in a game without talk');
  check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
  await one.context.close();
}

/** In a replay there is one button for each step. */
async function replaySteps(browser, url) {
  const one = await person(browser, url, DESKTOP);
  const { page } = one;
  const id = await soloGame(one, 'Ada');
  await one.api('POST', `/games/${id}/orders`, {
    deeds: [],
    draft: false,
    stance: 'ready',
    all_or_nothing: true,
  });
  for (let i = 0; i < 200 && (await one.api('GET', `/games/${id}`)).records === 0; i++)
    await page.waitForTimeout(100);
  await page.goto(`${url}/g/${id}`);
  await page
    .locator('.missed')
    .getByRole('button', { name: /^Watch/ })
    .click();
  await page.locator('.replay-controls').waitFor();
  const forward = visible(page, 'Next');
  for (const tab of ['orders', 'talk', 'history', 'table']) {
    await page.locator(`#tab-${tab}`).click();
    check((await forward.count()) === 1, `${await forward.count()} buttons for the next step beside ${tab}`);
  }
  // A spring does not change the owners: the table has a row for the start and none for the year.
  await page.locator('#tab-history').click();
  const rows = await page.locator('tbody th').allInnerTexts();
  check(
    rows.join() === 'Start' || (await one.api('GET', `/games/${id}`)).records > 2,
    `years without a count: ${rows.join()}`,
  );
  await one.context.close();
}

async function links(browser, url) {
  const one = await person(browser, url);
  const t = translator('en');
  const requested = [];
  one.page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    // Games to join and games to watch are two lists.
    const list = pathname === '/api/games' ? `?state=${searchParams.get('state')}` : '';
    requested.push(pathname + list);
  });
  for (const name of [null, 'Ada']) {
    if (name !== null) await one.api('POST', '/me', { name, language: 'en' });
    await one.page.goto(`${url}/in/nonsense`);
    await one.page
      .getByRole('alert')
      .filter({ hasText: t('in.broken') })
      .waitFor();
  }
  check(!requested.includes('/api/me/sign-in'), 'a broken link was sent');
  requested.length = 0;
  await one.page.goto(url);
  await one.page.waitForLoadState('networkidle');
  const checkOnce = (paths) => {
    for (const path of paths)
      check(
        requested.filter((one) => one === path).length === 1,
        `${path} was requested ${requested.filter((one) => one === path).length} times`,
      );
  };
  checkOnce(['/api/me/games', '/api/presets', '/api/games?state=gathering', '/api/games?state=underway']);
  // The front page is not made again when the reader leaves it.
  await one.page.getByRole('button', { name: new RegExp(t('front.bots')) }).click();
  await one.page.waitForSelector('[data-ready=true] .layer svg');
  checkOnce(['/api/me/games', '/api/presets']);
  await one.context.close();
}

export async function run({ browser, url }) {
  await links(browser, url);
  await replaySteps(browser, url);
  await draft(browser, url, DESKTOP, 'en');
  await draft(browser, url, PHONE, 'de');
  return 'drafts, steps, links';
}

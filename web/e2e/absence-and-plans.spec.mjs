// What a player of a long game needs: the calendar, the time bank, a power that is lent, drafts by name, orders
// ahead with conditions; and a table that offers bots.

import { checkAccessibility, checkFitsPhone } from './accessibility.mjs';
import { check, person, PHONE, waitUntil } from './harness.mjs';
import { translator } from './texts.mjs';

export const title = 'absence, plans and standing tables';

export async function run({ browser, url }) {
  const ada = await named(browser, url, 'Ada', 'en');
  const bob = await named(browser, url, 'Bob', 'es', PHONE);
  const eve = await named(browser, url, 'Eve', 'nl', PHONE);
  const all = [ada, bob, eve];
  for (const one of [ada, bob]) {
    const id = await gameForTwo(one, one === ada ? bob : ada);
    await ownTime(one, url, id);
    await draftsByName(one, url, id);
    await ordersAhead(one, one === ada ? bob : ada, url, id);
  }
  const id = await gameForTwo(ada, bob);
  await lend(ada, bob, eve, url, id);
  await standingTable(eve, url);
  for (const one of all) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return 'away, more time, drafts, plans, lent, bots offered';
}

async function named(browser, url, name, language, device = {}) {
  const one = await person(browser, url, { ...device, locale: language });
  await one.api('POST', `/me?language=${language}`, { name, language });
  return { ...one, t: translator(language), isPhone: device === PHONE };
}
const send = (one, id, body) => one.api('POST', `/games/${id}/commands`, body);
const gameOf = (one, id) => one.api('GET', `/games/${id}`);
const seatOf = (game) => game.seats[game.viewer.seat];

/** One turn a day, with a calendar and a time bank. */
async function gameForTwo(maker, other) {
  const { presets } = await maker.api('GET', '/presets');
  const { settings } = presets.find((preset) => preset.key === 'daily');
  const { id } = await maker.api('POST', '/games', {
    preset: 'daily',
    settings: { ...settings, title: 'Two', players: 2, goal: { centres: 24, of: 'one_player' } },
    listed: false,
    bots: [],
    join: true,
  });
  await send(other, id, { do: 'join' });
  return id;
}

async function open({ page }, url, id, tab) {
  await page.goto(`${url}/g/${id}`);
  await page.waitForSelector('[data-ready=true] .layer svg');
  await page.locator(`#tab-${tab}`).click();
}

/** `2026-11-18T20:00` in the zone of the browser, which is that of the stories. */
function local(seconds) {
  const at = new Date(seconds * 1000);
  const two = (n) => String(n).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** More time from the bank; away over the deadline, which moves; and not away after all. */
async function ownTime(one, url, id) {
  const { page, t } = one;
  await open(one, url, id, 'table');
  const before = await gameOf(one, id);
  await page.getByRole('heading', { name: t('table.time') }).waitFor();
  await page
    .getByRole('button', { name: new RegExp(`^${t('table.bank_take', { length: '.*' })}$`) })
    .nth(1)
    .click();
  await waitUntil(
    page,
    'the deadline is later',
    async () => (await gameOf(one, id)).state.due > before.state.due,
  );
  const { due } = (await gameOf(one, id)).state;
  await page.getByLabel(t('table.away_from'), { exact: true }).fill(local(due - 3600));
  await page.getByLabel(t('table.away_until'), { exact: true }).fill(local(due + 86_400));
  await page.getByRole('button', { name: t('table.away_add') }).click();
  await waitUntil(page, 'the deadline moves', async () => (await gameOf(one, id)).state.due > due + 86_400);
  check(
    (await gameOf(one, id)).log.some((entry) => entry.notice === 'calendar_moved'),
    'everybody can see it',
  );
  await checkAccessibility(page, 'the own time');
  await page.getByRole('button', { name: new RegExp(`^${t('table.away_cancel', { from: '.*' })}$`) }).click();
  await waitUntil(page, 'not away', async () => seatOf(await gameOf(one, id)).absences.length === 0);
}

/** The orders are kept under a name, changed, and used again. */
async function draftsByName(one, url, id) {
  const { page, t } = one;
  await open(one, url, id, 'orders');
  await page.getByText(t('ahead.drafts'), { exact: true }).click();
  await page.getByLabel(t('ahead.draft_name')).fill('A');
  await page.getByRole('button', { name: t('ahead.draft_save'), exact: true }).click();
  await page.getByRole('button', { name: t('ahead.draft_use', { name: 'A' }) }).waitFor();
  check((await gameOf(one, id)).desk.named_drafts.length === 1, 'the draft is kept');
  await checkAccessibility(page, 'drafts by name');
  await page.getByRole('button', { name: t('ahead.draft_use', { name: 'A' }) }).click();
  await page.getByRole('button', { name: t('ahead.draft_delete', { name: 'A' }) }).click();
  await waitUntil(page, 'it is gone', async () => (await gameOf(one, id)).desk.named_drafts.length === 0);
}

/** A plan with a condition, kept; when the next movement opens, it is the orders. */
async function ordersAhead(one, other, url, id) {
  const { page, t } = one;
  await open(one, url, id, 'orders');
  await page.getByText(t('ahead.title'), { exact: true }).click();
  await page.getByRole('button', { name: t('ahead.add_plan') }).click();
  const plan = page.getByRole('group', { name: t('ahead.plan', { n: 1 }) });
  await plan.getByRole('button', { name: t('ahead.add_condition') }).click();
  await plan.getByLabel(t('ahead.condition')).selectOption('not.empty');
  await checkAccessibility(page, 'orders ahead');
  if (one.isPhone) await checkFitsPhone(page, 'orders ahead');
  await page.getByRole('button', { name: t('ahead.save') }).click();
  await waitUntil(page, 'the plan is kept', async () => (await gameOf(one, id)).desk.plans.length === 1);
  check((await gameOf(other, id)).desk.plans.length === 0, 'nobody else sees it');
  for (const player of [one, other])
    await player.api('POST', `/games/${id}/orders`, {
      deeds: [],
      draft: false,
      stance: 'ready',
      all_or_nothing: true,
    });
  const after = await gameOf(one, id);
  check(after.desk.plan_result?.plan === 0, 'the plan counted');
  check(after.desk.sheet !== null && after.desk.sheet.length > 0, 'it is the orders now');
  await open(one, url, id, 'orders');
  const goOn = page.getByRole('button', { name: t('reveal.go_on'), exact: true });
  if ((await goOn.count()) > 0) await goOn.click();
  await page.locator('#tab-orders').click();
  await page.locator('.result', { hasText: /1/ }).waitFor();
}

/** Ada lends her power to Eve, who plays for her; then Ada is back. */
async function lend(ada, bob, eve, url, id) {
  const { page, t } = ada;
  await open(ada, url, id, 'table');
  await page.getByRole('button', { name: t('table.lend'), exact: true }).click();
  await page.getByLabel(t('table.offer_handle')).fill((await eve.api('GET', '/me')).handle);
  await checkAccessibility(page, 'lending a power');
  await page.getByRole('button', { name: t('table.lend_yes'), exact: true }).click();
  await page.getByText(t('table.lent_offered')).waitFor();
  await open(eve, url, id, 'table');
  await checkFitsPhone(eve.page, 'a power to borrow');
  await eve.page
    .getByRole('button', { name: new RegExp(`^${eve.t('table.take_loan', { until: '.*' })}$`) })
    .tap();
  await waitUntil(eve.page, 'Eve plays', async () => (await gameOf(eve, id)).viewer.kind === 'seat');
  check((await gameOf(ada, id)).viewer.lends !== null, 'Ada has lent it');
  await page.reload();
  await page.waitForSelector('[data-ready=true] .layer svg');
  await page.locator('#tab-table').click();
  await page.getByRole('button', { name: t('table.return') }).click();
  await waitUntil(page, 'Ada plays again', async () => (await gameOf(ada, id)).viewer.kind === 'seat');
  check((await gameOf(eve, id)).viewer.kind !== 'seat', 'Eve does not');
}

/** Eve sits down at a table. After the wait she starts it with bots. */
async function standingTable(eve, url) {
  const { page, t } = eve;
  await page.goto(`${url}/games`);
  await page.getByRole('heading', { name: t('lobby.tables') }).waitFor();
  await checkAccessibility(page, 'standing tables');
  await checkFitsPhone(page, 'standing tables');
  await page.getByRole('button', { name: t('lobby.sit_down', { pace: t('lobby.pace.daily') }) }).tap();
  await page.getByText(new RegExp(t('gather.fill_from', { time: '.*' }))).waitFor();
  const mine = (await eve.api('GET', '/me/games')).games.find((game) => game.bots_from !== null);
  check(mine !== undefined && mine.state === 'gathering', 'the table waits');
  // A table whose wait is over: bots are offered, and the game starts.
  const { settings } = await gameOf(eve, mine.id);
  const { id } = await eve.api('POST', '/games', {
    preset: 'daily',
    settings: { ...settings, bots_after: 0, players: 3 },
    listed: false,
    bots: [],
    join: true,
  });
  await page.goto(`${url}/g/${id}`);
  await page.getByRole('button', { name: t('gather.fill') }).tap();
  await waitUntil(page, 'the game starts', async () => (await gameOf(eve, id)).state.state === 'underway');
}

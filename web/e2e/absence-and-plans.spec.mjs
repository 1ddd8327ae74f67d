// What a player of a long game needs: the calendar, the time bank, a power that is lent, drafts by name, orders
// ahead with conditions; and a table that offers bots.

import { checkAccessibility, checkFitsPhone } from './accessibility.mjs';
import { check, person, PHONE, waitUntil } from './harness.mjs';
import { translator } from './texts.mjs';

export const title = 'absence, plans and standing tables';

/** Everything twice: in English on a desk, and in Spanish or Dutch on a phone. */
export async function run({ browser, url }) {
  const ada = await named(browser, url, 'Ada', 'en');
  const bob = await named(browser, url, 'Bob', 'es', PHONE);
  const eve = await named(browser, url, 'Eve', 'nl', PHONE);
  const fay = await named(browser, url, 'Fay', 'de');
  const all = [ada, bob, eve, fay];
  for (const [one, other, borrower] of [
    [ada, bob, eve],
    [bob, ada, fay],
  ]) {
    const id = await gameForTwo(one, other);
    await ownTime(one, url, id);
    await draftsByName(one, url, id);
    await ordersAhead(one, other, url, id);
    await lend(one, borrower, url, await gameForTwo(one, other));
  }
  await standingTable(eve, url, 1);
  await standingTable(ada, url, 2);
  for (const one of all) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return 'en and es, nl, de: away, more time, drafts, plans, lent, bots offered';
}

async function named(browser, url, name, language, device = {}) {
  const one = await person(browser, url, { ...device, locale: language });
  await one.api('POST', `/me?language=${language}`, { name, language });
  return { ...one, t: translator(language), isPhone: device === PHONE };
}

/** By finger on a phone, by mouse on a desk. */
const press = (one, button) => (one.isPhone ? button.tap() : button.click());

async function checkPage({ page, isPhone }, what) {
  await checkAccessibility(page, what);
  if (isPhone) await checkFitsPhone(page, what);
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

/** Opens a tab of the game, after the results of the last phase. */
async function open(one, url, id, tab) {
  const { page, t } = one;
  await page.goto(`${url}/g/${id}`);
  await page.waitForSelector('[data-ready=true] .layer svg');
  const goOn = page.getByRole('button', { name: t('reveal.go_on'), exact: true });
  if ((await goOn.count()) > 0) await press(one, goOn);
  await press(one, page.locator(`#tab-${tab}`));
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
  const more = new RegExp(`^${t('table.bank_take', { length: '.*' })}$`);
  await press(one, page.getByRole('button', { name: more }).nth(1));
  await waitUntil(page, 'the deadline is later', async () => {
    return (await gameOf(one, id)).state.due > before.state.due;
  });
  const { due } = (await gameOf(one, id)).state;
  await page.getByLabel(t('table.away_from'), { exact: true }).fill(local(due - 3600));
  await page.getByLabel(t('table.away_until'), { exact: true }).fill(local(due + 86_400));
  await press(one, page.getByRole('button', { name: t('table.away_add') }));
  await waitUntil(page, 'the deadline moves', async () => (await gameOf(one, id)).state.due > due + 86_400);
  check(
    (await gameOf(one, id)).log.some((entry) => entry.notice === 'calendar_moved'),
    'everybody can see it',
  );
  const cancel = page.getByRole('button', {
    name: new RegExp(`^${t('table.away_cancel', { from: '.*' })}$`),
  });
  await cancel.waitFor();
  await checkPage(one, 'the own time');
  await press(one, cancel);
  await waitUntil(page, 'not away', async () => seatOf(await gameOf(one, id)).absences.length === 0);
}

/** Orders are kept under a name; others are written, and the first ones are used again. */
async function draftsByName(one, url, id) {
  const { page, t } = one;
  const { units } = await one.api('GET', `/games/${id}/options`);
  const [first, second] = units.map(({ at }) => ({ order: 'hold', at }));
  const draft = (deed) =>
    one.api('POST', `/games/${id}/orders`, { deeds: [deed], draft: true, all_or_nothing: true });
  const written = async () => (await gameOf(one, id)).desk.draft.map((line) => line.deed.at).join();
  await draft(first);
  await open(one, url, id, 'orders');
  await press(one, page.getByText(t('ahead.drafts'), { exact: true }));
  await page.getByLabel(t('ahead.draft_name')).fill('A');
  await press(one, page.getByRole('button', { name: t('ahead.draft_save'), exact: true }));
  await page.getByRole('button', { name: t('ahead.draft_use', { name: 'A' }) }).waitFor();
  check((await gameOf(one, id)).desk.named_drafts.length === 1, 'the draft is kept');
  await checkPage(one, 'drafts by name');
  await draft(second);
  await open(one, url, id, 'orders');
  check((await written()) === second.at, 'other orders are written');
  await press(one, page.getByText(t('ahead.drafts'), { exact: true }));
  await press(one, page.getByRole('button', { name: t('ahead.draft_use', { name: 'A' }) }));
  await waitUntil(page, 'the first orders are back', async () => (await written()) === first.at);
  await press(one, page.getByRole('button', { name: t('ahead.draft_delete', { name: 'A' }) }));
  await waitUntil(page, 'it is gone', async () => (await gameOf(one, id)).desk.named_drafts.length === 0);
}

/** Two plans with conditions, kept; when the next movement opens, the one that is true is the orders. */
async function ordersAhead(one, other, url, id) {
  const { page, t } = one;
  await open(one, url, id, 'orders');
  await press(one, page.getByText(t('ahead.title'), { exact: true }));
  const addPlan = async (n, ...facts) => {
    await press(one, page.getByRole('button', { name: t('ahead.add_plan') }));
    const plan = page.getByRole('group', { name: t('ahead.plan', { n }) });
    for (const [i, fact] of facts.entries()) {
      await press(one, plan.getByRole('button', { name: t('ahead.add_condition') }));
      await plan.getByLabel(t('ahead.condition')).nth(i).selectOption(fact);
    }
    return plan;
  };
  // An own unit stands at the first place that is offered, so the first plan does not count.
  const never = await addPlan(1, 'not.empty', 'not.own_unit');
  await never.getByLabel(t('ahead.join')).selectOption('all');
  const at = await never.getByLabel(t('ahead.place'), { exact: true }).first().inputValue();
  await never.getByLabel(t('ahead.place'), { exact: true }).nth(1).selectOption(at);
  const counts = await addPlan(2, 'as_is.held_by', 'as_is.own_unit');
  await counts.getByLabel(t('ahead.join')).selectOption('any');
  await checkPage(one, 'orders ahead');
  await press(one, page.getByRole('button', { name: t('ahead.save') }));
  await waitUntil(page, 'the plans are kept', async () => (await gameOf(one, id)).desk.plans.length === 2);
  check((await gameOf(other, id)).desk.plans.length === 0, 'nobody else sees them');
  for (const player of [one, other])
    await player.api('POST', `/games/${id}/orders`, {
      deeds: [],
      draft: false,
      stance: 'ready',
      all_or_nothing: true,
    });
  const after = await gameOf(one, id);
  check(after.desk.plan_result?.plan === 1, 'the second plan counted');
  check(after.desk.sheet !== null && after.desk.sheet.length > 0, 'it is the orders now');
  await open(one, url, id, 'orders');
  await page.locator('.result', { hasText: /2/ }).waitFor();
  await checkPage(one, 'what became of the plans');
}

/** A power is lent to somebody who plays for a while; then its player is back. */
async function lend(lender, borrower, url, id) {
  const { page, t } = lender;
  const mayPlay = (one) => async () => (await gameOf(one, id)).viewer.kind === 'seat';
  await open(lender, url, id, 'table');
  await press(lender, page.getByRole('button', { name: t('table.lend'), exact: true }));
  await page.getByLabel(t('table.offer_handle')).fill((await borrower.api('GET', '/me')).handle);
  await checkPage(lender, 'lending a power');
  await press(lender, page.getByRole('button', { name: t('table.lend_yes'), exact: true }));
  await page.getByText(t('table.lent_offered')).waitFor();
  await open(borrower, url, id, 'table');
  const take = new RegExp(`^${borrower.t('table.take_loan', { until: '.*' })}$`);
  const button = borrower.page.getByRole('button', { name: take });
  await button.waitFor();
  await checkPage(borrower, 'a power to borrow');
  await press(borrower, button);
  await waitUntil(borrower.page, 'the borrower plays', mayPlay(borrower));
  check((await gameOf(lender, id)).viewer.lends !== null, 'it is lent');
  await open(lender, url, id, 'table');
  await press(lender, page.getByRole('button', { name: t('table.return') }));
  await waitUntil(page, 'the lender plays again', mayPlay(lender));
  check(!(await mayPlay(borrower)()), 'the borrower does not');
}

/** Somebody sits down at a table, where `sitting` people wait then. After the wait one starts it with bots. */
async function standingTable(one, url, sitting) {
  const { page, t } = one;
  await page.goto(`${url}/games`);
  await page.getByRole('heading', { name: t('lobby.tables') }).waitFor();
  await checkPage(one, 'standing tables');
  await press(one, page.getByRole('button', { name: t('lobby.sit_down', { pace: t('lobby.pace.daily') }) }));
  await page.getByText(new RegExp(t('gather.fill_from', { time: '.*' }))).waitFor();
  await checkPage(one, 'a table that waits');
  const mine = (await one.api('GET', '/me/games')).games.find((game) => game.bots_from !== null);
  check(mine !== undefined && mine.state === 'gathering', 'the table waits');
  const { settings, state } = await gameOf(one, mine.id);
  check(state.members.length === sitting, `${state.members.length} sit at the table`);
  // A table whose wait is over: bots are offered, and the game starts.
  const { id } = await one.api('POST', '/games', {
    preset: 'daily',
    settings: { ...settings, bots_after: 0, players: 3 },
    listed: false,
    bots: [],
    join: true,
  });
  await page.goto(`${url}/g/${id}`);
  const fill = page.getByRole('button', { name: t('gather.fill') });
  await fill.waitFor();
  await checkPage(one, 'bots are offered');
  await press(one, fill);
  await waitUntil(page, 'the game starts', async () => (await gameOf(one, id)).state.state === 'underway');
}

// Seats and times of games that last weeks: a power is taken over from its stand-in, people are taken out before
// the start and by vote, a live game goes over to days, talk is opened after the end; own presets and followed
// games.

import { checkAccessibility, checkFitsPhone } from './accessibility.mjs';
import { check, person, PHONE, waitUntil } from './harness.mjs';
import { translator } from './texts.mjs';

export const title = 'seats and times of long games';

/** Everything twice: in English on a desk, then in German on a phone; who answers has the other screen. */
export async function run({ browser, url }) {
  const ada = await named(browser, url, 'Ada', 'en');
  const bob = await named(browser, url, 'Bob', 'fr');
  const eve = await named(browser, url, 'Eve', 'nl', PHONE);
  const zoe = await named(browser, url, 'Zoe', 'de', PHONE);
  const all = [ada, bob, eve, zoe];
  for (const [maker, leaver, taker, other] of [
    [ada, bob, eve, zoe],
    [zoe, eve, bob, ada],
  ]) {
    await removeBeforeTheStart(maker, leaver, url);
    const id = await daily(maker, [leaver, other]);
    await takeOver(maker, leaver, taker, url, id);
    await voteOut(maker, taker, other, url, id);
    await goOverToDays(maker, other, url);
    await ownPresets(maker, url);
    await follow(leaver, url, id);
    await talkOpened(maker, [leaver, other], url);
  }
  for (const one of all) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return 'en and nl, de and fr: taken out, taken over, voted out, by days, presets, followed, opened';
}

async function named(browser, url, name, language, device = {}) {
  const one = await person(browser, url, { ...device, locale: language });
  await one.api('POST', `/me?language=${language}`, { name, language });
  return { ...one, name, t: translator(language), isPhone: device === PHONE };
}

/** By finger on a phone, by mouse on a desk. */
const press = (one, button) => (one.isPhone ? button.tap() : button.click());

async function checkPage({ page, isPhone }, what) {
  await checkAccessibility(page, what);
  if (isPhone) await checkFitsPhone(page, what);
}

const settingsOf = async (one, preset, changes) => {
  const { presets } = await one.api('GET', '/presets');
  const { settings } = presets.find((other) => other.key === preset);
  return { ...settings, title: 'Friday', ...changes };
};
const make = (one, preset, settings, more = {}) =>
  one.api('POST', '/games', { preset, settings, listed: false, bots: [], join: true, ...more });
const send = (one, id, body) => one.api('POST', `/games/${id}/commands`, body);
const gameOf = (one, id) => one.api('GET', `/games/${id}`);

const FOR_TWO = { players: 2, goal: { centres: 24, of: 'one_player' } };
const titleOf = (maker) => `Long game of ${maker.name}`;

/** Opens the players of a game, after the results of the last phase. */
async function openTable(one, url, id) {
  const { page, t } = one;
  await page.goto(`${url}/g/${id}`);
  await page.waitForSelector('[data-ready=true] .layer svg');
  const goOn = page.getByRole('button', { name: t('reveal.go_on'), exact: true });
  if ((await goOn.count()) > 0) await press(one, goOn);
  await press(one, page.locator('#tab-table'));
}

/** The maker takes somebody out of a game that has not started. They cannot join again. */
async function removeBeforeTheStart(maker, other, url) {
  const { t, page } = maker;
  const { id } = await make(maker, 'daily', await settingsOf(maker, 'daily', { players: 3 }));
  await send(other, id, { do: 'join' });
  await page.goto(`${url}/g/${id}`);
  const button = page.getByRole('button', { name: t('gather.remove', { who: other.name }), exact: true });
  await press(maker, button);
  await page.getByText(t('gather.remove_sure', { who: other.name })).waitFor();
  await checkPage(maker, 'somebody is taken out');
  await press(maker, button);
  await waitUntil(page, 'they are out', async () => (await gameOf(maker, id)).state.members.length === 1);
  const refused = await send(other, id, { do: 'join' }).then(
    () => '',
    (error) => String(error),
  );
  check(refused.includes('was_removed'), `${other.name} joined again: ${refused}`);
  await waitUntil(page, 'nobody is left to take out', async () => (await button.count()) === 0);
}

/** A listed game of three, one turn a day. Bots stand in for those who leave. */
async function daily(maker, others) {
  const settings = await settingsOf(maker, 'daily', { title: titleOf(maker), players: 3 });
  const { id } = await make(maker, 'daily', settings, { listed: true });
  for (const one of others) await send(one, id, { do: 'join' });
  return id;
}

/** One leaves, a bot stands in; another takes over with one touch in the list of games. */
async function takeOver(maker, leaver, taker, url, id) {
  const { seat } = (await gameOf(leaver, id)).viewer;
  await send(leaver, id, { do: 'leave' });
  const { t, page } = taker;
  await page.goto(`${url}/games`);
  await page.getByRole('heading', { name: t('lobby.free_seats') }).waitFor();
  await checkPage(taker, 'the powers to take over');
  const take = page
    .getByRole('listitem')
    .filter({ hasText: titleOf(maker) })
    .getByRole('button');
  await press(taker, take.first());
  await page.waitForSelector('[data-ready=true] .layer svg');
  check((await gameOf(taker, id)).viewer.claims === seat, 'it is taken over later');
  check((await gameOf(taker, id)).viewer.seat === null, 'the bot plays until the end of the phase');
  await press(taker, page.locator('#tab-table'));
  await page.getByRole('button', { name: t('table.unclaim') }).waitFor();
  await checkPage(taker, 'a power that is taken over');
  await handIn(maker, id);
  await waitUntil(page, 'the bot hands in', async () =>
    (await gameOf(maker, id)).seats.every((one) => one.sheet !== 'not_in' || one.occupant.is !== 'bot'),
  );
}

const handIn = (one, id) =>
  one.api('POST', `/games/${id}/orders`, { deeds: [], draft: false, stance: 'ready', all_or_nothing: true });

/** The last one hands in, the phase ends, and the new player plays. Two vote the third one out. */
async function voteOut(maker, taker, leaver, url, id) {
  await handIn(leaver, id);
  await waitUntil(maker.page, 'the power is taken over', async () => {
    return (await gameOf(taker, id)).viewer.kind === 'seat';
  });
  const { seat } = (await gameOf(leaver, id)).viewer;
  const { t, page } = maker;
  await openTable(maker, url, id);
  await press(maker, page.getByRole('button', { name: t('votes.new') }));
  await page.getByLabel(t('votes.what')).selectOption('remove');
  await page.getByLabel(t('votes.remove_who')).selectOption(String(seat));
  await checkPage(maker, 'a vote to take somebody out');
  await press(maker, page.getByRole('button', { name: t('votes.ask'), exact: true }));
  await voteYes(taker, url, id, 'to take somebody out');
  await waitUntil(page, 'they are out', async () => (await gameOf(leaver, id)).viewer.kind !== 'seat');
  const after = await gameOf(leaver, id);
  check(after.seats[seat].is_free && after.seats[seat].occupant.is === 'bot', 'a bot stands in');
  check(
    after.log.some((entry) => entry.notice === 'voted_out' && entry.seat === seat),
    'everybody can see it',
  );
}

/** Answers the only open proposal on the page of the game. */
async function voteYes(voter, url, id, what) {
  const { page, t } = voter;
  await waitUntil(page, `a vote ${what}`, async () => (await gameOf(voter, id)).questions.length === 1);
  await openTable(voter, url, id);
  const proposal = page.locator('.proposal');
  await proposal.first().waitFor();
  await checkPage(voter, `the proposal ${what}`);
  await press(voter, proposal.getByRole('button', { name: t('proposal.yes'), exact: true }).first());
}

/** An evening game goes over to one turn a day. */
async function goOverToDays(maker, other, url) {
  const settings = await settingsOf(maker, 'evening', FOR_TWO);
  const { id } = await make(maker, 'evening', settings);
  await send(other, id, { do: 'join' });
  const { t, page } = maker;
  await openTable(maker, url, id);
  await press(maker, page.getByRole('button', { name: t('votes.new') }));
  await page.getByLabel(t('votes.what')).selectOption('timetable');
  await press(maker, page.getByRole('button', { name: t('votes.by_days') }));
  await checkPage(maker, 'new times');
  await press(maker, page.getByRole('button', { name: t('votes.ask'), exact: true }));
  await voteYes(other, url, id, 'of new times');
  await waitUntil(page, 'the game goes over to days', async () => {
    const { timetable } = (await gameOf(maker, id)).settings;
    return timetable.writing === 86_400 && timetable.diplomacy === null;
  });
  const after = await gameOf(other, id);
  check(after.state.stage === 'writing' && after.state.due - after.now > 80_000, 'there is a day to write');
}

/** What the form says is kept under a name, and used again. */
async function ownPresets(one, url) {
  const { page, t } = one;
  const openSettings = async (preset) => {
    await page.goto(`${url}/new?preset=${preset}`);
    await press(one, page.getByText(t('new.own'), { exact: true }).first());
  };
  await openSettings('daily');
  await page.getByLabel(t('new.players'), { exact: true }).fill('5');
  await page.getByLabel(t('new.own_name')).fill('Club');
  await press(one, page.getByRole('button', { name: t('new.own_save'), exact: true }));
  await page.getByText(t('new.own_saved', { name: 'Club' })).waitFor();
  await openSettings('evening');
  await press(one, page.getByRole('button', { name: 'Club', exact: true }));
  check(
    (await page.getByLabel(t('new.players'), { exact: true }).inputValue()) === '5',
    'the preset is used',
  );
  await checkPage(one, 'own presets');
}

/** Somebody who does not play follows a game. */
async function follow(one, url, id) {
  const { t, page } = one;
  await openTable(one, url, id);
  const { title } = (await gameOf(one, id)).settings;
  await press(one, page.getByRole('button', { name: t('table.follow') }));
  await page.goto(`${url}/games`);
  const heading = page.getByRole('heading', { name: t('lobby.followed') });
  await heading.waitFor();
  await page.getByRole('link', { name: title, exact: true }).first().waitFor();
  await checkPage(one, 'followed games');
  await press(one, page.getByRole('button', { name: t('lobby.unfollow_title', { title }) }));
  await heading.waitFor({ state: 'detached' });
}

/** All talk can be read after the end, if the game was made so. */
async function talkOpened(master, [one, two], url) {
  const settings = await settingsOf(master, 'daily', {
    ...FOR_TWO,
    talk_after_end: 'opened',
    master: { sight: 'blind' },
  });
  const { id } = await make(master, 'daily', settings, { join: false });
  for (const player of [one, two]) await send(player, id, { do: 'join' });
  const { seat } = (await gameOf(two, id)).viewer;
  await send(one, id, { do: 'whisper', to: [seat], text: 'between us two' });
  check((await gameOf(master, id)).messages === 0, 'the master does not read it');
  await send(master, id, { do: 'stop' });
  check((await gameOf(master, id)).messages === 1, 'everybody reads it after the end');
  const { page } = master;
  await page.goto(`${url}/g/${id}`);
  await page.locator('#tab-talk').waitFor();
  await press(master, page.locator('#tab-talk'));
  await press(master, page.getByText('between us two').first());
  await page.locator('.messages', { hasText: 'between us two' }).waitFor();
  await checkPage(master, 'talk that was opened');
}

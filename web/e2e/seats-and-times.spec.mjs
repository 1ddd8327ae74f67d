// Seats and times of games that last weeks: a power is taken over from its stand-in, people are taken out before
// the start and by vote, a live game goes over to days, talk is opened after the end; own presets and followed
// games.

import { checkAccessibility, checkFitsPhone } from './accessibility.mjs';
import { check, person, PHONE, waitUntil } from './harness.mjs';
import { translator } from './texts.mjs';

export const title = 'seats and times of long games';

export async function run({ browser, url }) {
  const ada = await named(browser, url, 'Ada', 'en');
  const bob = await named(browser, url, 'Bob', 'en');
  const eve = await named(browser, url, 'Eve', 'nl', PHONE);
  const zoe = await named(browser, url, 'Zoe', 'de', PHONE);
  const all = [ada, bob, eve, zoe];

  await removeBeforeTheStart(ada, bob, url);
  const id = await daily(ada, [bob, zoe]);
  await takeOver(ada, bob, eve, url, id);
  await voteOut(ada, eve, zoe, url, id);
  await goOverToDays(ada, zoe, url);
  await ownPresets(ada, eve, url);
  await follow(zoe, bob, url, id);
  await talkOpened(ada, bob, url);
  for (const one of all) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return 'taken out, taken over, voted out, by days, presets, followed, opened';
}

async function named(browser, url, name, language, device = {}) {
  const one = await person(browser, url, { ...device, locale: language });
  await one.api('POST', `/me?language=${language}`, { name, language });
  return { ...one, t: translator(language) };
}

const settingsOf = async (one, preset, changes) => {
  const { presets } = await one.api('GET', '/presets');
  const { settings } = presets.find((other) => other.key === preset);
  return { ...settings, title: 'Long', ...changes };
};
const make = (one, preset, settings, more = {}) =>
  one.api('POST', '/games', { preset, settings, listed: false, bots: [], join: true, ...more });
const send = (one, id, body) => one.api('POST', `/games/${id}/commands`, body);
const gameOf = (one, id) => one.api('GET', `/games/${id}`);

async function openTable({ page }, url, id) {
  await page.goto(`${url}/g/${id}`);
  await page.waitForSelector('[data-ready=true] .layer svg');
  await page.locator('#tab-table').click();
}

/** The maker takes somebody out of a game that has not started. They cannot join again. */
async function removeBeforeTheStart(ada, bob, url) {
  const { t, page } = ada;
  const { id } = await make(ada, 'daily', await settingsOf(ada, 'daily', { players: 3 }));
  await send(bob, id, { do: 'join' });
  await page.goto(`${url}/g/${id}`);
  const button = page.getByRole('button', { name: t('gather.remove', { who: 'Bob' }), exact: true });
  await button.click();
  await page.getByText(t('gather.remove_sure', { who: 'Bob' })).waitFor();
  await checkAccessibility(page, 'somebody is taken out');
  await button.click();
  await waitUntil(page, 'Bob is out', async () => (await gameOf(ada, id)).state.members.length === 1);
  const refused = await send(bob, id, { do: 'join' }).then(
    () => '',
    (error) => String(error),
  );
  check(refused.includes('was_removed'), `Bob joined again: ${refused}`);
  await waitUntil(page, 'nobody is left to take out', async () => (await button.count()) === 0);
}

/** A listed game of three, one turn a day. Bots stand in for those who leave. */
async function daily(ada, others) {
  const { id } = await make(ada, 'daily', await settingsOf(ada, 'daily', { players: 3 }), { listed: true });
  for (const one of others) await send(one, id, { do: 'join' });
  return id;
}

/** Bob leaves, a bot stands in; Eve takes over with one touch in the list of games. */
async function takeOver(ada, bob, eve, url, id) {
  const seat = (await gameOf(bob, id)).viewer.seat;
  await send(bob, id, { do: 'leave' });
  const { t, page } = eve;
  await page.goto(`${url}/games`);
  await page.getByRole('heading', { name: t('lobby.free_seats') }).waitFor();
  await checkFitsPhone(page, 'the powers to take over');
  await checkAccessibility(page, 'the powers to take over');
  await page
    .getByRole('button', { name: new RegExp(t('lobby.take_in', { power: '.*', title: 'Long' })) })
    .first()
    .tap();
  await page.waitForSelector('[data-ready=true] .layer svg');
  check((await gameOf(eve, id)).viewer.claims === seat, 'Eve takes it over later');
  check((await gameOf(eve, id)).viewer.seat === null, 'the bot plays until the end of the phase');
  await page.locator('#tab-table').click();
  await page.getByRole('button', { name: t('table.unclaim') }).waitFor();
  for (const one of [ada]) await handIn(one, id);
  await waitUntil(page, 'the phase ends', async () => {
    const zoes = await gameOf(ada, id);
    if (zoes.seats.every((other) => other.sheet !== 'not_in' || other.occupant.is !== 'bot')) return true;
    return false;
  });
}

const handIn = (one, id) =>
  one.api('POST', `/games/${id}/orders`, { deeds: [], draft: false, stance: 'ready', all_or_nothing: true });

/** The last one hands in, the phase ends, and Eve plays. Then she and Ada vote Zoe out. */
async function voteOut(ada, eve, zoe, url, id) {
  await handIn(zoe, id);
  await waitUntil(ada.page, 'Eve has the power', async () => (await gameOf(eve, id)).viewer.kind === 'seat');
  const seat = (await gameOf(zoe, id)).viewer.seat;
  const { t, page } = ada;
  await openTable(ada, url, id);
  const goOn = page.getByRole('button', { name: t('reveal.go_on'), exact: true });
  if ((await goOn.count()) > 0) await goOn.click();
  await page.locator('#tab-table').click();
  await page.getByRole('button', { name: t('votes.new') }).click();
  await page.getByLabel(t('votes.what')).selectOption('remove');
  await page.getByLabel(t('votes.remove_who')).selectOption(String(seat));
  await checkAccessibility(page, 'a vote to take somebody out');
  await page.getByRole('button', { name: t('votes.ask'), exact: true }).click();
  await waitUntil(page, 'the vote is open', async () => (await gameOf(eve, id)).questions.length === 1);
  const [question] = (await gameOf(eve, id)).questions;
  await send(eve, id, { do: 'vote', question: question.number, ballot: 'yes' });
  const after = await gameOf(zoe, id);
  check(after.viewer.kind !== 'seat', 'Zoe is out');
  check(after.seats[seat].is_free && after.seats[seat].occupant.is === 'bot', 'a bot stands in');
  check(
    after.log.some((entry) => entry.notice === 'voted_out' && entry.seat === seat),
    'everybody can see it',
  );
}

/** An evening game goes over to one turn a day. */
async function goOverToDays(ada, zoe, url) {
  const settings = await settingsOf(ada, 'evening', { players: 2, goal: { centres: 24, of: 'one_player' } });
  const { id } = await make(ada, 'evening', settings);
  await send(zoe, id, { do: 'join' });
  const { t, page } = ada;
  await openTable(ada, url, id);
  await page.getByRole('button', { name: t('votes.new') }).click();
  await page.getByLabel(t('votes.what')).selectOption('timetable');
  await page.getByRole('button', { name: t('votes.by_days') }).click();
  await checkAccessibility(page, 'new times');
  await page.getByRole('button', { name: t('votes.ask'), exact: true }).click();
  await openTable(zoe, url, id);
  await checkFitsPhone(zoe.page, 'the proposal of new times');
  const [question] = (await gameOf(zoe, id)).questions;
  await send(zoe, id, { do: 'vote', question: question.number, ballot: 'yes' });
  const after = await gameOf(zoe, id);
  check(
    after.settings.timetable.writing === 86_400 && after.settings.timetable.diplomacy === null,
    'by days',
  );
  check(after.state.stage === 'writing' && after.state.due - after.now > 80_000, 'there is a day to write');
}

/** What the form says is kept under a name, and used again. */
async function ownPresets(ada, eve, url) {
  for (const { page, t } of [ada, eve]) {
    await page.goto(`${url}/new?preset=daily`);
    await page.getByText(t('new.own'), { exact: true }).first().click();
    await page.getByLabel(t('new.players'), { exact: true }).fill('5');
    await page.getByLabel(t('new.own_name')).fill('Club');
    await page.getByRole('button', { name: t('new.own_save'), exact: true }).click();
    await page.getByText(t('new.own_saved', { name: 'Club' })).waitFor();
    await page.goto(`${url}/new?preset=evening`);
    await page.getByText(t('new.own'), { exact: true }).first().click();
    await page.getByRole('button', { name: 'Club', exact: true }).click();
    check(
      (await page.getByLabel(t('new.players'), { exact: true }).inputValue()) === '5',
      'the preset is used',
    );
    await checkAccessibility(page, 'own presets');
  }
}

/** Somebody who does not play follows a game. */
async function follow(zoe, bob, url, id) {
  for (const one of [zoe, bob]) {
    const { t, page } = one;
    await openTable(one, url, id);
    await page.getByRole('button', { name: t('table.follow') }).click();
    await page.goto(`${url}/games`);
    await page.getByRole('heading', { name: t('lobby.followed') }).waitFor();
    await page.getByRole('link', { name: 'Long', exact: true }).first().waitFor();
    await checkAccessibility(page, 'followed games');
    await page.getByRole('button', { name: t('lobby.unfollow_title', { title: 'Long' }) }).click();
    await page.getByRole('heading', { name: t('lobby.followed') }).waitFor({ state: 'detached' });
  }
}

/** All talk can be read after the end, if the game was made so. */
async function talkOpened(ada, bob, url) {
  const settings = await settingsOf(ada, 'daily', {
    players: 2,
    goal: { centres: 24, of: 'one_player' },
    talk_after_end: 'opened',
    master: { sight: 'blind' },
  });
  const { id } = await make(ada, 'daily', settings, { join: false });
  const [one, two] = [bob, await other(bob)];
  await send(one, id, { do: 'join' });
  await send(two, id, { do: 'join' });
  const seat = (await gameOf(two, id)).viewer.seat;
  await send(one, id, { do: 'whisper', to: [seat], text: 'between us two' });
  check((await gameOf(ada, id)).messages === 0, 'the master does not read it');
  await send(ada, id, { do: 'stop' });
  check((await gameOf(ada, id)).messages === 1, 'everybody reads it after the end');
  await ada.page.goto(`${url}/g/${id}`);
  await ada.page.waitForSelector('[data-ready=true] .layer svg');
  await ada.page.locator('#tab-talk').click();
  await two.context.close();
}

/** One more person, for a game that needs two players beside its master. */
async function other(like) {
  const browser = like.context.browser();
  const url = new URL(like.page.url()).origin;
  return named(browser, url, 'Two', 'fr');
}

// Seven people, seven browsers, five languages: a game year with talk, support, convoy, a choice of coast, a
// retreat and builds. The players enter orders in different ways.

import { check, DESKTOP, person, PHONE } from './harness.mjs';
import { orderByKeys, orderByMap, provinceOf, showWholeMap } from './order-entry.mjs';
import { translator } from './texts.mjs';

export const title = 'seven people play a year';

const move = (at, to) => ({ order: 'move', at, to, by_convoy: false });
const hold = (at) => ({ order: 'hold', at });
const support = (at, from, to) => ({ order: 'support_move', at, from, to });
const convoy = (at, from, to) => ({ order: 'convoy', at, from, to });
const build = (power, kind, at) => ({ order: 'build', power, kind, at });

/** Orders per phase. For players who type: the text and the order that it must give. */
export const PLAYERS = [
  {
    power: 'england',
    language: 'en',
    way: 'text',
    screen: DESKTOP,
    S1901M: [
      ['Fleet Edinburgh to North Sea', move('edi', 'nth')],
      ['F Lon - Eng', move('lon', 'eng')],
      ['army liverpool moves to yorkshire', move('lvp', 'yor')],
    ],
    F1901M: [
      ['Army Yorkshire to Norway by convoy', { ...move('yor', 'nwy'), by_convoy: true }],
      ['F North Sea convoys A Yorkshire to Norway', convoy('nth', 'yor', 'nwy')],
      ['F Eng holds', hold('eng')],
    ],
    W1901A: [['build an army in Liverpool', build('england', 'army', 'lvp')]],
  },
  {
    power: 'france',
    language: 'fr',
    way: 'map',
    screen: DESKTOP,
    S1901M: [move('par', 'bur'), support('mar', 'par', 'bur'), move('bre', 'mao')],
    F1901M: [move('mao', 'spa/sc'), hold('bur'), move('mar', 'gas')],
    F1901R: [{ order: 'retreat', at: 'bur', to: 'bel' }],
    W1901A: [build('france', 'army', 'par'), build('france', 'fleet', 'bre')],
  },
  {
    power: 'germany',
    language: 'de',
    way: 'keys',
    screen: DESKTOP,
    S1901M: [move('kie', 'den'), move('ber', 'mun'), move('mun', 'ruh')],
    F1901M: [move('mun', 'bur'), support('ruh', 'mun', 'bur'), hold('den')],
    W1901A: [build('germany', 'fleet', 'kie')],
  },
  {
    power: 'italy',
    language: 'es',
    way: 'map',
    screen: PHONE,
    S1901M: [move('rom', 'apu'), move('nap', 'ion'), hold('ven')],
    // The army is ordered over sea; the page proposes the fleet.
    F1901M: [move('apu', 'tun'), { chain: convoy('ion', 'apu', 'tun') }, hold('ven')],
    W1901A: [build('italy', 'fleet', 'nap')],
  },
  {
    power: 'austria',
    language: 'nl',
    way: 'text',
    screen: PHONE,
    S1901M: [
      ['leger Wenen naar Galicië', move('vie', 'gal')],
      ['Leger Boedapest gaat naar Servië', move('bud', 'ser')],
      ['V Tri - Alb', move('tri', 'alb')],
    ],
    F1901M: [
      ['Vloot Albanië naar Griekenland', move('alb', 'gre')],
      ['Leger Servië steunt Vloot Albanië naar Griekenland', support('ser', 'alb', 'gre')],
      ['L Wenen houdt stand', hold('vie')],
    ],
    W1901A: [
      ['leger Boedapest bouwen', build('austria', 'army', 'bud')],
      ['bouw vloot Triëst', build('austria', 'fleet', 'tri')],
    ],
  },
  {
    power: 'russia',
    language: 'nl',
    way: 'keys',
    screen: DESKTOP,
    S1901M: [move('stp', 'bot'), move('mos', 'ukr'), move('war', 'gal'), move('sev', 'bla')],
    F1901M: [move('bot', 'swe'), move('ukr', 'rum'), support('sev', 'ukr', 'rum'), hold('war')],
    W1901A: [build('russia', 'fleet', 'stp/nc'), build('russia', 'army', 'mos')],
  },
  {
    power: 'turkey',
    language: 'de',
    way: 'map',
    screen: PHONE,
    S1901M: [move('ank', 'bla'), move('con', 'bul'), move('smy', 'con')],
    F1901M: [hold('ank'), hold('bul'), hold('con')],
    W1901A: [build('turkey', 'army', 'smy')],
  },
];
const CENTRES = { england: 4, france: 5, germany: 4, italy: 4, austria: 5, russia: 6, turkey: 4 };

export async function run({ browser, url }) {
  const players = [];
  for (const entry of PLAYERS) {
    const one = await person(browser, url, { ...entry.screen, locale: entry.language });
    players.push({
      ...entry,
      ...one,
      t: translator(entry.language),
      how: entry.screen === PHONE ? 'touch' : 'mouse',
    });
  }
  const id = await gather(players, url);
  for (const one of players) one.board = await one.api('GET', `/board?language=${one.language}`);
  await talk(players, id);
  for (const phase of ['S1901M', 'F1901M', 'F1901R', 'W1901A']) await playPhase(players, id, phase);

  const [one] = players;
  const { records } = await one.api('GET', `/games/${id}/records`);
  check(
    JSON.stringify(records.map((record) => record.phase)) === '["S1901M","F1901M","F1901R","W1901A"]',
    `phases: ${records.map((record) => record.phase)}`,
  );
  const centres = records.at(-1).centres;
  for (const [power, count] of Object.entries(CENTRES))
    check(centres[power] === count, `${power} has ${centres[power]} centres`);
  const units = (await one.api('GET', `/games/${id}`)).position.units.map((unit) => unit.at);
  for (const at of ['spa/sc', 'stp/nc', 'nwy', 'tun', 'bel', 'bur'])
    check(units.includes(at), `nobody stands in ${at}: ${units}`);
  for (const one of players) {
    check(one.pageErrors.length === 0, `${one.power}: ${one.pageErrors.join('\n')}`);
    await one.context.close();
  }
  return `${records.length} phases, ${units.length} units, 5 languages`;
}

/** England makes the game; the others open its link and choose their powers. */
export async function gather(players, url) {
  const [maker, ...guests] = players;
  await maker.api('POST', '/me', { name: 'Ada', language: 'en' });
  const { presets } = await maker.api('GET', '/presets');
  const settings = {
    ...presets.find((preset) => preset.key === 'daily').settings,
    title: 'Seven',
    allocation: 'chosen',
  };
  const { id } = await maker.api('POST', '/games', {
    preset: 'daily',
    settings,
    listed: false,
    bots: [],
    join: true,
    power: 'england',
  });
  await maker.page.goto(`${url}/g/${id}`);
  for (const one of guests) {
    const { page, t } = one;
    await page.goto(`${url}/g/${id}`);
    const seat = (await one.api('GET', `/games/${id}`)).table.findIndex((powers) => powers[0] === one.power);
    await page.getByLabel(t('gather.power')).selectOption(String(seat));
    await page.getByLabel(t('shell.your_name')).fill(`${one.power} ${one.language}`);
    await page.getByRole('button', { name: t('gather.join'), exact: true }).click();
    await page.getByText(`${one.power} ${one.language}`).first().waitFor();
  }
  for (const one of players) await one.page.waitForSelector('[data-ready=true] .layer svg');
  return id;
}

/** A private message and one to all: they arrive where they should and nowhere else. */
async function talk(players, id) {
  const [england, france] = players;
  const write = async (one, text) => {
    const words = [one.t('talk.write', { to: '' }).trim(), one.t('talk.write_all')];
    const field = new RegExp(`^(${words.join('|').replaceAll(/\s/gu, '\\s')})`);
    await one.page.getByRole('textbox', { name: field }).fill(text);
    await one.page.getByRole('button', { name: one.t('talk.send') }).click();
    await one.page.locator('.message', { hasText: text }).waitFor();
  };
  await england.page.locator('#tab-talk').click();
  await england.page.getByRole('button', { name: england.t('talk.new') }).click();
  await england.page.getByRole('checkbox', { name: england.board.powers.france.name }).check();
  await england.page.getByRole('button', { name: england.t('talk.begin') }).click();
  await write(england, 'The Channel is only for show.');
  await france.page.locator('#tab-talk .count').waitFor();
  await france.page.locator('#tab-talk').click();
  await france.page.locator('.conversation', { hasText: 'only for show' }).click();
  await write(france, 'Je vous crois, évidemment.');
  await england.page.locator('.message', { hasText: 'évidemment' }).waitFor();
  await france.page.getByRole('button', { name: france.t('talk.back') }).click();
  await france.page.locator('.conversation', { hasText: france.t('talk.everybody') }).click();
  await write(france, 'Paix à tous !');
  for (const one of players.slice(2)) {
    await one.page.locator('#tab-talk .count').waitFor();
    await one.page.locator('#tab-talk').click();
    await one.page.locator('.conversation', { hasText: 'Paix à tous' }).waitFor();
    const messages = JSON.stringify(await one.api('GET', `/games/${id}/messages?after=0`));
    check(!messages.includes('only for show'), `${one.power} read a private message`);
  }
}

async function playPhase(players, id, phase) {
  const busy = players.filter((one) => one[phase]);
  for (const one of busy) {
    const view = await one.api('GET', `/games/${id}`);
    check(view.state.phase === phase, `${one.power}: ${view.state.phase} instead of ${phase}`);
    await one.page
      .locator('.phase', { hasText: phaseName(phase, one.t) })
      .first()
      .waitFor();
    await order(one, id, phase, view).catch((error) => {
      throw new Error(`${one.power} ${phase} by ${one.way}: ${error.message}`);
    });
    await handIn(one);
  }
  const number = (await players[0].api('GET', `/games/${id}/records`)).records.length;
  check(number > 0, `${phase} is not resolved`);
  for (const one of players) await checkResults(one, id, phase);
}

export const phaseName = (phase, t) =>
  t('phase.name', {
    season: t(`season.${phase[0].toLowerCase()}`),
    year: phase.slice(1, -1),
    part: t(`part.${phase.at(-1).toLowerCase()}`),
  });

async function order(one, id, phase, view) {
  const { page, t, board } = one;
  const options = await one.api('GET', `/games/${id}/options`);
  options.places = Object.fromEntries(view.position.units.map((unit) => [provinceOf(unit.at), unit.at]));
  let deeds = one[phase];
  if (one.way === 'map') {
    const map = page.locator('#tab-map');
    if (await map.isVisible()) await map.click();
    if (one.how === 'touch') await showWholeMap(page, t);
    for (const deed of deeds) {
      if (deed.chain)
        await page
          .locator('.map-panel')
          .getByRole('button', { name: t('bar.chain_yes', { n: 1 }) })
          .first()
          .click();
      else await orderByMap(page, board, deed, options, one.how, one.language);
    }
    deeds = deeds.map((deed) => deed.chain ?? deed);
  } else if (one.way === 'keys') {
    await page.locator('#tab-orders').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: t('orders.by_list'), exact: true }).focus();
    await page.keyboard.press('Enter');
    for (const deed of deeds) await orderByKeys(page, board, deed);
  } else {
    await page.locator('#tab-orders').click();
    await page.getByRole('button', { name: t('orders.by_text'), exact: true }).click();
    await page.getByLabel(t('typing.label')).fill(deeds.map(([text]) => text).join('\n'));
    deeds = deeds.map(([, deed]) => deed);
    await page.waitForFunction(
      (count) => document.querySelectorAll('.sentences li').length === count,
      deeds.length,
    );
  }
  const canonicalText = (deed) => JSON.stringify(Object.entries(deed).sort(([a], [b]) => (a < b ? -1 : 1)));
  const wanted = deeds.map(canonicalText).sort().join('\n');
  let found = '';
  for (let i = 0; i < 60 && found !== wanted; i++) {
    const { desk } = await one.api('GET', `/games/${id}`);
    found = (desk.draft ?? desk.sheet ?? [])
      .map((line) => canonicalText(line.deed))
      .sort()
      .join('\n');
    if (found !== wanted) await page.waitForTimeout(100);
  }
  check(found === wanted, `wanted\n${wanted}\nfound\n${found}`);
}

async function handIn(one) {
  const button = one.page
    .getByRole('button', { name: one.t('sheet.hand_in'), exact: true })
    .filter({ visible: true })
    .first();
  if (one.way === 'keys') {
    await button.focus();
    await one.page.keyboard.press('Enter');
  } else await button.click();
  await button.waitFor({ state: 'detached' });
}

/** The results appear by themselves, in the player's language, with reasons. */
async function checkResults(one, id, phase) {
  const { page, t } = one;
  const record = await one.api(
    'GET',
    `/games/${id}/records/${(await one.api('GET', `/games/${id}/records`)).records.length - 1}?language=${one.language}`,
  );
  check(record.phase === phase, `${record.phase} instead of ${phase}`);
  const reveal = page.locator('.reveal');
  await reveal.first().waitFor();
  const own = record.ruled.find((ruled) => ruled.power === one.power);
  if (own) {
    await reveal.locator('.order', { hasText: own.long }).first().click();
    await reveal.getByText(own.sentence).first().waitFor();
  }
  const goOn = page
    .getByRole('button', { name: t('reveal.go_on'), exact: true })
    .or(page.getByRole('button', { name: t('history.now'), exact: true }));
  await goOn.filter({ visible: true }).first().click();
}

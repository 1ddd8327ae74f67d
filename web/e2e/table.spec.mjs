// People round one table: a big screen and seven phones play two years of an evening at a shortened clock. All talk
// enough early, one writes late, a phone sleeps and comes back, two people share a phone, the game master types a
// sheet and puts an order right, a unit retreats, units are built, the clock is paused. The screen never learns a
// secret: everything that reaches it is searched.

import { checkAccessibility } from './accessibility.mjs';
import { check, person, PHONE, waitUntil } from './harness.mjs';
import { translator } from './texts.mjs';

export const title = 'a table: a big screen and seven phones play two years';

const en = translator('en');
/** Minutes by which the clocks of the devices are wrong: the screen's first, then the phones'. */
const WRONG_MINUTES = [7, -3, 12, -25, 4, 0.5, -8, 90];
const MAX_APART_MS = 200;
/** Long enough for everything that this story does meanwhile, and what is left for Eve then. */
const WRITING_SECONDS = 600;
const SHORT_WRITING_SECONDS = 20;
const PAUSE_SECONDS = 5;
/** Words that nobody but their owners may ever read. */
const SECRETS = ['zeppelin-plan-71', 'whisper-to-the-master-93'];

export async function run({ browser, url }) {
  const screen = await device(browser, url, 0, { viewport: { width: 1920, height: 1080 } });
  const traffic = watchTraffic(screen.page);
  await screen.page.addInitScript(pretendToSpeak);
  const id = await startTable(screen, url);
  const phones = await joinAll(browser, url, screen, id);
  const table = await seats(phones, screen, id, url);

  await clocksAgree(screen, phones);
  await talkEnough(table);
  await firstTurn(table, screen, phones, traffic);
  await later(table, screen, phones, traffic);
  await noSecret(screen, traffic);
  for (const one of [screen, ...phones]) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return `two years, ${traffic.bodies.length} answers to the screen searched`;
}

/** A device whose clock is wrong. */
async function device(browser, url, n, options) {
  const one = await person(browser, url, options);
  const wrongMs = WRONG_MINUTES[n] * 60_000;
  await one.context.addInitScript((wrong) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + wrong;
  }, wrongMs);
  return { ...one, wrongMs };
}

function pretendToSpeak() {
  window.said = [];
  class Utterance {
    constructor(text) {
      this.text = text;
    }
  }
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
  Object.defineProperty(window, 'speechSynthesis', {
    value: {
      getVoices: () => [],
      cancel: () => undefined,
      speak: (utterance) => {
        window.said.push({ text: utterance.text, lang: utterance.lang });
        setTimeout(() => utterance.onend?.(), 20);
      },
    },
  });
}

/** Everything that the server sends to the screen. */
function watchTraffic(page) {
  const bodies = [];
  page.on('response', async (response) => {
    if (!response.url().includes('/api/') || response.url().includes('/events')) return;
    const text = await response.text().catch(() => '');
    bodies.push({ at: Date.now(), url: response.url(), text });
  });
  return { bodies };
}

/** From the front page to the big screen; the shortened times are the story's, everything else the page's. */
async function startTable(screen, url) {
  const { page } = screen;
  await page.route('**/api/games?*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const body = route.request().postDataJSON();
    body.settings.timetable = {
      ...body.settings.timetable,
      first: 600,
      diplomacy: 600,
      writing: WRITING_SECONDS,
      resolution: 600,
      retreats: 600,
      adjustments: 600,
    };
    await route.continue({ postData: JSON.stringify(body) });
  });
  await page.goto(url);
  await page.getByRole('button', { name: en('front.table') }).click();
  await checkAccessibility(page, 'starting a table');
  await page.getByLabel(en('join.master')).check();
  await page.getByRole('button', { name: en('join.open'), exact: true }).click();
  await page.waitForURL(/\/table\//);
  await page.getByText(en('screen.by_lot')).waitFor();
  return page.url().split('/').at(-1);
}

async function joinAll(browser, url, screen, id) {
  const { page } = screen;
  const code = (await screen.api('GET', `/games/${id}`)).code;
  check(code.length >= 4 && code.length <= 8, `a code to say aloud: ${code}`);
  await page.getByText(code.toUpperCase().slice(0, 2)).first().waitFor();
  await checkAccessibility(page, 'the screen before the game');
  const names = ['Ada', 'Cleo', 'Dan', 'Eve', 'Fay', 'Hal', 'Max'];
  const phones = [];
  for (const [n, name] of names.entries()) {
    const phone = await device(browser, url, n + 1, PHONE);
    phones.push({ ...phone, name });
    // Hal comes when all seats are taken, and watches. Max's phone is the game master's, below.
    if (name === 'Hal' || name === 'Max') continue;
    await phone.page.goto(`${url}/join`);
    await phone.page.getByLabel(en('join.code')).fill(n % 2 === 0 ? code.toUpperCase() : ` ${code} `);
    await phone.page.getByLabel(en('shell.your_name')).fill(name);
    if (n === 0) await checkAccessibility(phone.page, 'joining');
    await phone.page.getByRole('button', { name: en('join.do'), exact: true }).tap();
    await phone.page.waitForURL(`${url}/g/${id}`);
    await page.getByText(name, { exact: true }).first().waitFor();
  }
  // Two people on Ada's phone.
  const ada = phones[0].page;
  await ada.getByRole('button', { name: en('cover.second'), exact: true }).tap();
  await ada.getByLabel(en('cover.second_name')).fill('Bob');
  await ada.getByRole('button', { name: en('cover.second_do'), exact: true }).tap();
  await page.getByText('Bob', { exact: true }).waitFor();
  await checkAccessibility(ada, 'a shared phone before the game');
  // Somebody without a phone is the last one: the game starts and the lot decides.
  await page.getByPlaceholder(en('screen.guest')).fill('Gus');
  await page.getByRole('button', { name: en('screen.guest_do'), exact: true }).click();
  await page.getByText(en('screen.lot')).waitFor();
  await checkAccessibility(page, 'the lot');
  await page.getByRole('button', { name: en('screen.go_on') }).click();
  // The game master takes the tools to a phone: the same person as on the screen, with a link to sign in.
  const max = phones.find((phone) => phone.name === 'Max');
  const { url: link } = await screen.api('POST', '/me/link');
  await max.page.goto(link.replace(/^https?:\/\/[^/]+/, url));
  await max.page.locator('main button').first().tap();
  await waitUntil(max.page, 'the master is signed in on the phone', async () => {
    const me = await max.api('GET', '/me').catch(() => null);
    return me !== null;
  });
  await max.page.goto(`${url}/g/${id}`);
  const hal = phones.find((phone) => phone.name === 'Hal');
  await hal.api('POST', '/me', { name: 'Hal' });
  await hal.page.goto(`${url}/g/${id}`);
  for (const phone of phones) await phone.page.waitForSelector('[data-ready=true] .layer svg');
  return phones;
}

/** Who has which power, and how the story acts for each of the seven. */
async function seats(phones, screen, id, url) {
  const of = (name) => phones.find((phone) => phone.name === name);
  const shared = (await of('Ada').context.cookies()).filter((cookie) => /^detente/.test(cookie.name));
  const value = (name) => shared.find((cookie) => cookie.name === name)?.value;
  check(value('detente') && value('detente-second'), 'the shared phone has two sessions');
  const asPerson = (secret) => async (method, path, body) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { cookie: `detente=${secret}`, 'content-type': 'application/json', origin: url },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    check(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const apis = {
    // Bob joined last on that phone, so he is the caller there.
    Bob: asPerson(value('detente')),
    Ada: asPerson(value('detente-second')),
    ...Object.fromEntries(['Cleo', 'Dan', 'Eve', 'Fay'].map((name) => [name, of(name).api])),
  };
  const view = () => screen.api('GET', `/games/${id}`);
  const all = (await view()).seats.map((seat) => ({
    seat: seat.seat,
    powers: seat.powers,
    name: seat.occupant.name,
    api: apis[seat.occupant.name] ?? null,
  }));
  check(
    all
      .filter((one) => one.api === null)
      .map((one) => one.name)
      .join() === 'Gus',
    'only Gus has no phone',
  );
  return {
    id,
    all,
    view,
    seatOf: (name) => all.find((one) => one.name === name),
    master: of('Max').api,
    phone: of,
    stage: async () => (await view()).state.stage,
    phase: async () => (await view()).state.phase,
  };
}

/** The clocks of all devices agree though each is minutes off. */
async function clocksAgree(screen, phones) {
  const offsets = [];
  for (const one of [screen, ...phones]) {
    const measured = await waitUntil(one.page, 'the clock is measured', async () => {
      const clock = one.page.locator('[data-clock-offset]').first();
      const text = (await clock.count()) > 0 ? await clock.getAttribute('data-clock-offset') : null;
      return text === null ? null : { offset: Number(text) * 1000 };
    });
    offsets.push(measured.offset + one.wrongMs);
  }
  const apart = Math.max(...offsets) - Math.min(...offsets);
  check(apart <= MAX_APART_MS, `the clocks are ${apart.toFixed(0)} ms apart: ${offsets.join(', ')}`);
}

async function talkEnough(table) {
  check((await table.stage()) === 'diplomacy', 'they talk first');
  for (const one of table.all) {
    if (one.api) await one.api('POST', `/games/${table.id}/commands`, { do: 'stand', stance: 'ready' });
    else
      await table.master('POST', `/games/${table.id}/commands`, {
        do: 'stand_for',
        seat: one.seat,
        stance: 'ready',
      });
  }
  await waitFor('orders are written', async () => (await table.stage()) === 'writing');
}

/** Italy takes Trieste from Austria in the fall, Russia takes Rumania; all others hold. */
const ORDERS = {
  S1901M: { italy: 'A VEN - TYR\nA ROM - VEN', russia: 'F SEV - RUM' },
  F1901M: { italy: 'A VEN - TRI\nA TYR S A VEN - TRI', austria: 'F TRI H' },
  S1902M: { france: 'A PAR - GAS' },
  F1902M: { france: 'A GAS - SPA' },
};
const ordersOf = (phase, one) =>
  one.powers
    .map((power) => ORDERS[phase]?.[power])
    .filter(Boolean)
    .join('\n');

async function firstTurn(table, screen, phones, traffic) {
  const { id } = table;
  const from = Date.now();
  const [eve, gus, dan] = ['Eve', 'Gus', 'Dan'].map(table.seatOf);
  // Plans and letters that stay secret for ever.
  await eve.api('POST', `/games/${id}/commands`, { do: 'write_to_master', text: SECRETS[1] });
  await table.all
    .find((one) => one.name === 'Fay')
    .api('POST', `/games/${id}/commands`, {
      do: 'keep_sketch',
      slot: 0,
      sketch: { caption: SECRETS[0], arrows: [{ from: 'par', to: 'gas', kind: 'move' }], units: [] },
    });

  await coverWhileWriting(table, screen);
  // The game master types the sheet of Gus, misreads it, and puts it right with his consent.
  await typeSheet(table, gus);
  // A phone sleeps while the others hand in.
  const phone = table.phone('Dan');
  await sleep(phone);
  for (const one of table.all) {
    if (one.api === null || one === eve || one === dan) continue;
    await handIn(one, 'S1901M', id);
  }
  await screen.page.getByText(en('screen.in_count', { n: 5, all: 7 })).waitFor();
  await wake(phone);
  await handIn(dan, 'S1901M', id);
  await pause(table);
  // Eve is late: the game master gives less time, it is up, and the server waits a minute more for her.
  const { timetable } = (await table.view()).settings;
  await table.master('POST', `/games/${id}/commands`, {
    do: 'set_timetable',
    timetable: { ...timetable, writing: SHORT_WRITING_SECONDS },
  });
  check((await table.stage()) === 'writing', 'all wait for Eve');
  await waitFor('the time was up', async () =>
    (await table.view()).log.some((entry) => entry.notice === 'grace_given'),
  );
  await searchBeforeReveal(screen, traffic, from, 'S1901M');
  await screen.page.getByRole('button', { name: en('screen.menu'), exact: true }).click();
  await screen.page.getByLabel(en('screen.voice'), { exact: true }).check();
  await checkAccessibility(screen.page, 'the screen while orders are written');
  await screen.page.keyboard.press('Escape');
  await handIn(eve, 'S1901M', id);
  await waitFor('the orders are read', async () => (await table.stage()) === 'resolution');

  // The reveal: read out, with the rule of each result, then it goes on.
  await screen.page.locator('.scene').waitFor();
  await waitFor('the orders of a power are spoken', () =>
    screen.page.evaluate(() => window.said.some((one) => one.lang === 'en' && /^Austria.*: /.test(one.text))),
  );
  await screen.page.locator('.scene li').first().waitFor();
  await checkAccessibility(screen.page, 'the reveal');
  const arrows = await screen.page.locator('.board svg').count();
  check(arrows > 0, 'the map shows the reveal');
  for (let n = 0; n < 40 && (await screen.page.locator('.order').count()) === 0; n++)
    await screen.page.getByRole('button', { name: en('reveal.next'), exact: true }).click();
  await screen.page.locator('.order').waitFor();
  await screen.page.getByRole('button', { name: en('screen.go_on'), exact: true }).click();
  // The wooden board, on the screen and on a phone.
  await piecesOnPhone(table);
  check(phones.length === 7, 'seven phones');
  await goOn(table);
}

const handIn = (one, phase, id) => {
  const text = ordersOf(phase, one);
  return one.api('POST', `/games/${id}/orders`, {
    ...(text === '' ? { deeds: [] } : { text }),
    stance: 'ready',
  });
};

/** The shared phone: covered between its two players, and never the orders of the other. */
async function coverWhileWriting(table, screen) {
  const { page } = table.phone('Ada');
  await page.getByRole('button', { name: en('cover.close'), exact: true }).tap();
  const cover = page.getByRole('dialog');
  await cover.waitFor();
  check(
    (await page.locator('.game-table').evaluate((node) => getComputedStyle(node).visibility)) === 'hidden',
    'nothing is seen under the cover',
  );
  await checkAccessibility(page, 'the cover');
  await cover.getByRole('button', { name: en('cover.give', { who: 'Ada' }), exact: true }).tap();
  const open = page.getByRole('button', { name: en('cover.open', { who: 'Ada' }), exact: true });
  await open.waitFor();
  const ada = table.seatOf('Ada');
  await open.tap();
  await page.waitForSelector('[data-ready=true] .layer svg');
  const seen = await page.evaluate(
    (id) => fetch(`/api/games/${id}`).then((answer) => answer.json()),
    table.id,
  );
  check(seen.viewer.seat === ada.seat, `the phone is Ada's now: ${seen.viewer.seat}`);
  check((await screen.page.locator('.cover').count()) === 0, 'the screen has no cover');
}

async function typeSheet(table, gus) {
  const { page } = table.phone('Max');
  await page.locator('#tab-table').tap();
  await page.getByText(en('master.enter'), { exact: true }).tap();
  const box = page.locator('form', { hasText: en('master.enter_about') });
  await box.getByRole('combobox').selectOption(String(gus.seat));
  const units = (await table.view()).position.units.filter((unit) => gus.powers.includes(unit.power));
  const line = (unit) => `${unit.kind === 'army' ? 'A' : 'F'} ${unit.at.split('/')[0].toUpperCase()} H`;
  await box.getByLabel(en('typing.label')).fill(units.slice(0, 1).map(line).join('\n'));
  await box.getByText(/^✓/).first().waitFor();
  await box.getByRole('button', { name: en('master.enter_do') }).tap();
  await waitFor('the sheet is in', async () => (await table.view()).seats[gus.seat].sheet === 'in');
  // Put right: only with the consent of Gus, and everybody reads that.
  await box.getByRole('combobox').selectOption(String(gus.seat));
  const right = [...new Set(units.map(line))].join('\n');
  const orders = ordersOf('S1901M', gus);
  await box.getByLabel(en('typing.label')).fill(orders === '' ? right : orders);
  await box.getByText(/^✓/).first().waitFor();
  const enter = box.getByRole('button', { name: en('master.enter_do') });
  check(await enter.isDisabled(), 'nothing is put right without consent');
  await box.getByLabel(en('master.enter_consent')).check();
  await enter.tap();
  await waitFor('the log says it', async () =>
    (await table.view()).log.some((entry) => entry.notice === 'sheet_corrected'),
  );
}

async function sleep({ page, context }) {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await context.setOffline(true);
}

async function wake({ page, context }) {
  await context.setOffline(false);
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.getByRole('dialog').waitFor();
  await page.getByRole('button', { name: en('cover.open', { who: 'Dan' }), exact: true }).tap();
  await page.waitForSelector('[data-ready=true] .layer svg');
  // It is up to date by itself: five have handed in meanwhile.
  await waitFor('the phone is up to date', async () => (await page.locator('.strip svg.in').count()) >= 5);
}

/** A pause of the game master loses no second. */
async function pause(table) {
  const { id } = table;
  const left = async () => {
    const { state, now } = await table.view();
    return state.due - now;
  };
  const before = await left();
  await table.master('POST', `/games/${id}/commands`, { do: 'pause', seconds: 600 });
  await waitFor('the screen shows the pause', async () => (await table.view()).state.paused_until !== null);
  await new Promise((done) => setTimeout(done, PAUSE_SECONDS * 1000));
  await table.master('POST', `/games/${id}/commands`, { do: 'resume' });
  const after = await left();
  check(after <= before && after >= before - 3, `${before} s left before the pause, ${after} s after it`);
}

/** Before the reveal nothing that reached the screen has an order. */
async function searchBeforeReveal(screen, traffic, from, phase) {
  // Results of earlier phases, which the screen still reads out, are no secret.
  const isOld = ({ url, text }) =>
    /\/pieces\?/.test(url) || (/\/records\/\d+\?/.test(url) && JSON.parse(text).phase !== phase);
  const bodies = traffic.bodies.filter((body) => body.at >= from && !isOld(body));
  check(phase !== 'S1901M' || bodies.length > 0, 'the screen heard of the orders');
  for (const { url, text } of bodies) {
    check(!/"order":|"deed":|VEN|Tyr.*Ven/.test(url.includes('/board') ? '' : text), `${url} has orders`);
    if (!/\/games\/[0-9a-z]+\?/.test(url)) continue;
    const view = JSON.parse(text);
    check(
      view.desk === null &&
        view.sheets.length === 0 &&
        view.viewer.seat === null &&
        view.sketches.length === 0,
      `${url} knows a seat`,
    );
  }
  if (phase !== 'S1901M') return;
  const dom = await screen.page.content();
  check(!/– Tyr|- TYR|A VEN/.test(dom), 'the screen shows an order');
}

async function piecesOnPhone(table) {
  const { page } = table.phone('Cleo');
  const cover = page.getByRole('button', { name: en('cover.open', { who: 'Cleo' }), exact: true });
  if (await cover.isVisible()) await cover.tap();
  await page.locator('#tab-history').tap();
  await page.locator('summary').first().tap();
  const first = page.locator('details li input').first();
  await first.check();
  await page.getByText(/^1 of /).waitFor();
  await checkAccessibility(page, 'the list for a wooden board');
}

/** Everybody has seen the results, and Gus has too. */
async function goOn(table) {
  const { id } = table;
  const phase = await table.phase();
  for (const one of table.all) {
    const { state } = await table.view();
    if (state.phase !== phase || state.stage !== 'resolution' || !state.waits_for.includes(one.seat))
      continue;
    if (one.api) await one.api('POST', `/games/${id}/commands`, { do: 'stand', stance: 'ready' });
    else
      await table.master('POST', `/games/${id}/commands`, {
        do: 'stand_for',
        seat: one.seat,
        stance: 'ready',
      });
  }
  await waitFor('it goes on', async () => (await table.view()).state.stage !== 'resolution');
}

/** The rest of the two years: retreats, builds, and the second year. */
async function later(table, screen, phones, traffic) {
  const { id } = table;
  const played = [];
  for (let n = 0; n < 30; n++) {
    const { state } = await table.view();
    if (state.state !== 'underway' || state.phase.startsWith('S1903')) break;
    if (state.stage === 'resolution') await goOn(table);
    else if (state.stage === 'diplomacy') await talkEnough(table);
    else {
      const from = Date.now();
      played.push(state.phase);
      await writeAll(table, state, screen, traffic, from);
    }
  }
  check(
    ['F1901M', 'F1901R', 'W1901A', 'S1902M', 'F1902M'].every((phase) => played.includes(phase)),
    `played: ${played.join(' ')}`,
  );
  const records = (await screen.api('GET', `/games/${id}/records?as=watcher`)).records;
  check(records.length >= 6, `${records.length} records`);
  const { position } = await table.view();
  check(position.owners.tri === 'italy' && position.owners.rum === 'russia', 'centres were won');
  check(position.units.filter((unit) => unit.power === 'italy').length === 4, 'Italy has built');
  // The screen shows the newest position by itself.
  await screen.page.keyboard.press('Escape');
  for (let n = 0; n < 8 && (await screen.page.locator('.scene').count()) > 0; n++)
    await screen.page.keyboard.press('Escape');
  await screen.page.getByRole('heading', { name: 'Spring 1903' }).waitFor();
  check(phones.length === 7, 'seven phones');
}

async function writeAll(table, state, screen, traffic, from) {
  const { id } = table;
  for (const one of table.all) {
    const view = await table.view();
    if (view.state.phase !== state.phase) return;
    if (view.seats[one.seat].sheet === 'not_needed') continue;
    const text = ordersOf(state.phase, one);
    const deeds = ownDeeds(state, view.position, one);
    const sheet = deeds ? { deeds } : text === '' ? { deeds: [] } : { text };
    if (one.api) await one.api('POST', `/games/${id}/orders`, { ...sheet, stance: 'ready' });
    else await table.master('POST', `/games/${id}/orders`, { ...sheet, seat: one.seat, stance: 'ready' });
    const { state: now } = await table.view();
    if (now.phase === state.phase && now.stage === state.stage)
      await searchBeforeReveal(screen, traffic, from, state.phase);
  }
  await waitFor(`${state.phase} is over`, async () => {
    const now = await table.view();
    return now.state.phase !== state.phase || now.state.stage !== state.stage;
  });
}

/** Where the two who win a centre build: both homes are free by then. */
const BUILDS = { italy: 'rom', russia: 'sev' };

/** A retreat to the first open place, builds at home; null where a text says the orders. */
function ownDeeds(state, position, one) {
  if (state.stage === 'retreats')
    return position.dislodged
      .filter((unit) => one.powers.includes(unit.power))
      .map((unit) => ({ order: 'retreat', at: unit.at, to: unit.open[0] }));
  if (state.stage !== 'adjustments') return null;
  return one.powers
    .filter((power) => power in BUILDS)
    .map((power) => ({ order: 'build', power, kind: 'army', at: BUILDS[power] }));
}

/** What must never reach the screen: neither by the wire nor in its page. */
async function noSecret(screen, traffic) {
  const dom = await screen.page.content();
  for (const secret of SECRETS) {
    check(!dom.includes(secret), `the screen shows ${secret}`);
    const found = traffic.bodies.find((body) => body.text.includes(secret));
    check(found === undefined, `${secret} in ${found?.url}`);
  }
  for (const { url } of traffic.bodies) {
    if (/\/api\/games\/[0-9a-z]+\//.test(url) || /\/api\/games\/[0-9a-z]+\?/.test(url))
      check(/as=watcher/.test(url) || /commands/.test(url), `${url} is not read as a watcher`);
  }
}

async function waitFor(what, condition) {
  for (let n = 0; n < 900; n++) {
    if (await condition()) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`this did not happen: ${what}`);
}

// As a new user would: from the front page to the end of a game of three years, against bots and with a friend, on a
// desk and on a phone. `npm run trial [folder]` counts touches, touches without effect and waits, and takes a
// picture of every step for somebody who looks at them. Only what the page shows is used; the position is asked
// from the API, as a person sees it on the map. Prints the rows for docs/page-checklist.md.

import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { check, DESKTOP, person, PHONE, startBrowser, startProgram, waitUntil } from './harness.mjs';
import { pointOf, provinceOf } from './order-entry.mjs';
import { translator } from './texts.mjs';

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'detente-trial-'));
mkdirSync(folder, { recursive: true });
const LAST_YEAR = '1903';
const SCREENS = { desk: DESKTOP, phone: { ...PHONE, deviceScaleFactor: 1 } };

const program = await startProgram();
const browser = await startBrowser();
const { url } = program;

/** One person at one screen, who touches what is in sight. */
class Visitor {
  touches = 0;
  withoutEffect = 0;
  /** How often the button to submit was hidden by a menu. */
  hidden = 0;
  /** Fields that were typed into. */
  typed = 0;
  waitedMs = 0;
  pictures = 0;
  constructor(name, screen, language, someone) {
    Object.assign(this, { name, screen, language, ...someone, isPhone: screen === 'phone' });
    this.t = translator(language);
    this.start = Date.now();
    this.failedRequests = [];
    this.page.on('requestfailed', (request) => this.failedRequests.push(request.url()));
    this.page.on('response', (answer) => answer.status() >= 400 && this.failedRequests.push(answer.url()));
  }

  async picture(step) {
    await this.page.waitForTimeout(400);
    this.pictures += 1;
    const number = String(this.pictures).padStart(2, '0');
    await this.page.screenshot({ path: join(folder, `${this.name}-${number}-${step}.png`) });
  }

  async wait(what, condition) {
    const start = Date.now();
    await waitUntil(this.page, `${this.name}: ${what}`, condition);
    this.waitedMs += Date.now() - start;
  }

  async touchAt({ x, y }) {
    this.touches += 1;
    if (this.isPhone) await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
    await this.page.waitForTimeout(60);
  }

  async touch(locator) {
    await locator.first().waitFor();
    await locator.first().scrollIntoViewIfNeeded();
    const box = await locator.first().boundingBox();
    await this.touchAt({ x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 30) });
  }

  button(key, values) {
    return this.page
      .getByRole('button', { name: this.t(key, values), exact: true })
      .filter({ visible: true });
  }

  async type(locator, text) {
    await this.touch(locator);
    this.typed += 1;
    await locator.fill(text);
  }

  row() {
    const minutes = ((Date.now() - this.start) / 60_000).toFixed(1);
    return `| ${this.name} | ${this.language} | ${this.touches} | ${this.withoutEffect} | ${this.hidden} | ${this.typed} | ${(this.waitedMs / 1000).toFixed(0)} s of ${minutes} min |`;
  }
}

async function visitor(name, screen, language) {
  const someone = await person(browser, url, { ...SCREENS[screen], locale: language });
  return new Visitor(name, screen, language, someone);
}

/** From the front page to a new game with a last year. */
async function makeGame(one, preset) {
  const { page, t } = one;
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await one.picture('front');
  await one.touch(page.getByRole('link', { name: t('shell.games'), exact: true }));
  await one.picture('games');
  await one.touch(page.getByRole('link', { name: t('new.title'), exact: true }));
  await page.getByRole('heading', { level: 1, name: t('new.title') }).waitFor();
  await one.picture('new');
  await one.touch(page.locator('.preset').nth(preset));
  await one.touch(page.getByText(t('new.all'), { exact: true }));
  await one.touch(page.getByLabel(t('new.limit'), { exact: true }));
  await one.picture('limit');
  await one.type(page.getByLabel(t('new.limit_year'), { exact: true }), LAST_YEAR);
  await one.touch(page.getByRole('button', { name: t('new.make') }));
  await page.waitForURL(/\/g\//);
  return page.url().split('/').at(-1);
}

/** Gives an order by map: a touch on the unit, a touch on its goal. */
async function moveByMap(one, board, from, to) {
  await one.touchAt(await pointOf(one.page, board, from));
  await one.touchAt(await pointOf(one.page, board, to));
  // The menu asks about an own unit there, or which coast.
  const menu = one.page.locator('.order-menu:not([data-done])');
  if ((await menu.count()) > 0) await one.touch(menu.locator('.entry'));
}

/** One phase: what one has to do, by touches on the map, then submit. */
async function playPhase(one, id, board, isFirst) {
  const { page } = one;
  const view = await one.api('GET', `/games/${id}`);
  const options = await one.api('GET', `/games/${id}/options`).catch(() => null);
  const own = view.viewer.powers[0];
  const missed = page.locator('.missed .quiet');
  // It goes by itself when the results were seen elsewhere.
  await missed.click({ timeout: 300 }).then(
    () => (one.touches += 1),
    () => undefined,
  );
  // Results of another phase may have come since.
  await goOn(one, 1500);
  const mapTab = page.locator('#tab-map');
  if (one.isPhone && (await mapTab.isVisible()) && !(await page.locator('section.map-panel').isVisible()))
    await one.touch(mapTab);
  if (one.isPhone) await one.touch(one.button('board.whole'));
  await page.waitForTimeout(500);
  const targets = new Set();
  const wanted = [];
  const isWanted = (place) =>
    board.provinces[provinceOf(place)].centre !== undefined &&
    view.position.owners[provinceOf(place)] !== own &&
    !targets.has(provinceOf(place));
  for (const unit of options?.units ?? []) {
    // A goal with an own unit would be asked about; a beginner goes elsewhere.
    const goals = (view.state.phase.endsWith('R') ? unit.retreats : unit.moves).filter(
      (goal) => !options.units.some((other) => other.at === provinceOf(goal)),
    );
    const to = goals.find(isWanted) ?? goals.find((one) => !targets.has(provinceOf(one)));
    if (to === undefined) continue;
    targets.add(provinceOf(to));
    wanted.push([unit.at, to]);
    await moveByMap(one, board, unit.place ?? unit.at, to);
  }
  for (const site of options?.adjustments ?? []) {
    const places = [...new Set([...site.armies, ...site.fleets].map(provinceOf))].slice(0, site.builds);
    for (const place of places) {
      await one.touchAt(await pointOf(page, board, place));
      const menu = page.locator('.order-menu:not([data-done])');
      if ((await menu.count()) > 0) await one.touch(menu.locator('.entry'));
    }
    for (const place of site.removals.slice(0, Math.max(0, -site.owed)))
      await one.touchAt(await pointOf(page, board, place));
  }
  if (isFirst) await one.picture(`orders-${view.state.phase}`);
  // The draft is saved a moment after the last touch.
  await page.waitForTimeout(1500);
  const before = await one.api('GET', `/games/${id}`);
  const lines = before.desk?.draft ?? before.desk?.sheet ?? [];
  for (const [from, to] of wanted) {
    const deed = lines.find((line) => line.deed.at === from)?.deed;
    if (provinceOf(deed?.to ?? '') === provinceOf(to)) continue;
    one.withoutEffect += 2;
    console.error(`${one.name} ${view.state.phase}: ${from} to ${to} became ${JSON.stringify(deed)}`);
    await one.picture(`missed-${view.state.phase}-${from}`);
  }
  if (before.desk === null) return;
  // On a phone a menu that offers another order stands where the button is.
  const close = page.locator('.order-menu[data-done]').getByRole('button', { name: one.t('order.cancel') });
  if ((await one.button('sheet.hand_in').count()) === 0 && (await close.count()) > 0) {
    one.hidden += 1;
    await one.touch(close);
  }
  await one.touch(one.button('sheet.hand_in'));
}

/** After the results, which come late on a busy machine. */
async function goOn(one, timeout) {
  const next = one.page
    .getByRole('button', { name: new RegExp(`^(${one.t('reveal.go_on')}|${one.t('history.now')})`) })
    .filter({ visible: true });
  const isShown = await next
    .first()
    .waitFor({ timeout })
    .then(
      () => true,
      () => false,
    );
  if (isShown) await one.touch(next);
}

async function playToEnd(people, id) {
  const [first] = people;
  const board = await first.api('GET', '/board?language=en');
  for (let phases = 0; phases < 25; phases++) {
    const view = await first.api('GET', `/games/${id}`);
    if (view.state.state === 'over') break;
    for (const one of people) {
      const owed = (await one.api('GET', `/games/${id}`)).seats[
        (await one.api('GET', `/games/${id}`)).viewer.seat
      ];
      if (owed.sheet === 'not_in') await playPhase(one, id, board, phases < 5);
    }
    await first.wait(
      `${view.state.phase} ends`,
      async () => (await first.api('GET', `/games/${id}`)).records > view.records,
    );
    for (const one of people) {
      await one.page.waitForTimeout(600);
      if (phases < 3) await one.picture(`results-${view.state.phase}`);
      await goOn(one, 10_000);
    }
  }
  for (const one of people) {
    await one.picture('last');
    const end = one.page.locator('.end h2');
    await one
      .wait('the end', async () => (await end.or(one.button('bar.see_end')).count()) > 0)
      .catch(async (error) => {
        console.error(one.pageErrors, one.failedRequests, await one.page.locator('.panel').innerHTML());
        throw error;
      });
    if ((await end.count()) === 0) await one.touch(one.button('bar.see_end'));
    await end.waitFor();
    await one.picture('end');
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
  }
}

async function againstBots(name, screen, language) {
  const one = await visitor(name, screen, language);
  const id = await makeGame(one, 3);
  await one.page.waitForSelector('[data-ready=true] .layer svg');
  await one.picture('board');
  await playToEnd([one], id);
  return [one];
}

async function withFriend(name, screens, languages) {
  const host = await visitor(`${name}-host`, screens[0], languages[0]);
  const friend = await visitor(`${name}-friend`, screens[1], languages[1]);
  const id = await makeGame(host, 1);
  await host.page.getByRole('heading', { name: host.t('gather.invite') }).waitFor();
  await host.picture('gathering');
  await friend.page.goto(`${url}/g/${id}`);
  await friend.picture('invited');
  await friend.type(friend.page.getByLabel(friend.t('shell.your_name')), 'Noor');
  await friend.touch(friend.button('gather.join'));
  await host.touch(host.page.getByRole('button', { name: host.t('gather.all_bots', { n: 5 }) }));
  for (const one of [host, friend]) {
    await one.page.waitForSelector('[data-ready=true] .layer svg');
    await one.picture('board');
  }
  // A word to the friend: the power above the map, then the field.
  const board = await host.api('GET', `/board?language=${host.language}`);
  const seat = (await friend.api('GET', `/games/${id}`)).viewer.seat;
  const power = (await host.api('GET', `/games/${id}`)).seats[seat].powers[0];
  const powerName = board.powers[power].name;
  await host.touch(host.page.locator('.strip button', { hasText: powerName.slice(0, 3) }));
  await host.touch(host.page.locator('.talk-chip').getByRole('button').first());
  await host.type(host.page.locator('textarea'), 'Shall we share the north?');
  await host.touch(host.button('talk.send'));
  await host.picture('talk');
  await friend.page.locator('#tab-talk .count').waitFor();
  await friend.touch(friend.page.locator('#tab-talk'));
  await friend.touch(friend.page.locator('.conversation', { hasText: 'Shall we share' }));
  await friend.picture('talk');
  await friend.type(friend.page.locator('textarea'), 'Yes!');
  await friend.touch(friend.button('talk.send'));
  await playToEnd([host, friend], id);
  return [host, friend];
}

const TRIALS = {
  'bots-desk': () => againstBots('bots-desk', 'desk', 'en'),
  'bots-phone': () => againstBots('bots-phone', 'phone', 'nl'),
  friend: () => withFriend('friend', ['desk', 'phone'], ['en', 'fr']),
};
const wanted = process.env.DETENTE_TRIALS?.split(',');
console.log(
  '| who | language | touches | without effect | submit hidden | fields | waiting |\n|---|---|---|---|---|---|---|',
);
try {
  for (const [name, run] of Object.entries(TRIALS)) {
    if (wanted && !wanted.includes(name)) continue;
    for (const one of await run()) {
      console.log(one.row());
      await one.context.close();
    }
  }
  console.log(`pictures: ${folder}`);
} finally {
  await browser.close();
  await program.stop();
}

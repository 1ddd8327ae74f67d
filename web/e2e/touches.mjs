// How many touches an order takes, and how many go wrong: `npm run touches`. One person plays against six bots,
// on a phone by touch and on a desk by mouse, from the first order to the builds of 1903, until 100 orders are
// given on each. A finger misses by a few pixels. Prints the rows for docs/benchmarks.md. `DETENTE_SEED=2` gives
// other orders, `DETENTE_SCREEN=desk` only the desk.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { check, DESKTOP, person, PHONE, soloGame, startBrowser, startProgram } from './harness.mjs';
import { placeName, pointOf, provinceOf } from './order-entry.mjs';
import { play, randomNumbers } from './play-solo.mjs';
import { translator } from './texts.mjs';

const ORDERS = Number(process.env.DETENTE_ORDERS ?? 100);
const SEED = Number(process.env.DETENTE_SEED ?? 1);
const YEARS = 3;
const POWERS = ['russia', 'france', 'turkey', 'england', 'italy', 'austria', 'germany'];
/** So far from the middle of its goal a touch lands, in pixels. */
const MISS_PX = { touch: 7, mouse: 2 };
const t = translator('en');

const program = await startProgram();
const browser = await startBrowser();

/** Counts touches by kind of order, and wrong ones by year. */
class Tally {
  kinds = new Map();
  wrongByYear = new Map();
  /** Orders that took more touches than they should. */
  aboveGoal = [];
  /** Moves about which nothing is asked. */
  plainMoves = { orders: 0, touches: 0 };

  add(kind, touches, former) {
    const row = this.kinds.get(kind) ?? { orders: 0, touches: 0, most: 0, former: 0 };
    row.orders += 1;
    row.touches += touches;
    row.most = Math.max(row.most, touches);
    row.former += former;
    this.kinds.set(kind, row);
  }

  addWrong(year, touches) {
    this.wrongByYear.set(year, (this.wrongByYear.get(year) ?? 0) + touches);
  }
}

const isHelp = (deed) => /support|convoy/.test(deed.order);
const kindName = (deed) => (deed.order.startsWith('support') ? 'support' : deed.order);

/**
 * Touches of the bar beneath the map that the menu replaced: an own unit at the goal and a coast were asked
 * about; help was a button, the helped unit and its goal.
 */
function formerTouches(deed, options) {
  const unit = options.units.find((one) => one.at === deed.at);
  if (deed.order === 'move') {
    const isAsked =
      options.units.some((one) => one.at === provinceOf(deed.to)) ||
      unit.moves.filter((to) => provinceOf(to) === provinceOf(deed.to)).length > 1;
    return isAsked ? 3 : 2;
  }
  if (isHelp(deed)) {
    const from = deed.of ?? deed.from;
    const goals = deed.order === 'convoy' ? unit.convoys[from] : unit.supports[from];
    return new Set(goals.map(provinceOf)).size === 1 ? 3 : 4;
  }
  if (deed.order === 'build') return buildsAt(deed, options) > 1 ? 2 : 1;
  return deed.order === 'remove' ? 1 : 2;
}
/** At most so many touches; a move has a third one where it is asked about: an own unit that stays, two coasts. */
function goalOf(deed, options, written) {
  if (isHelp(deed)) return 3;
  if (deed.order !== 'move') return 2;
  const goal = provinceOf(deed.to);
  const coasts = options.units
    .find((one) => one.at === deed.at)
    .moves.filter((to) => provinceOf(to) === goal);
  const isOwn = options.units.some((one) => one.at === goal);
  const isLeft = written.some((one) => one.order === 'move' && one.at === goal);
  return coasts.length > 1 || (isOwn && !isLeft) ? 3 : 2;
}
const buildsAt = (deed, options) =>
  options.adjustments
    .flatMap((one) => [...one.armies, ...one.fleets])
    .filter((at) => provinceOf(at) === provinceOf(deed.at)).length;

/** One person at one screen. */
class Hand {
  count = 0;
  constructor(page, board, how, random) {
    Object.assign(this, { page, board, how, random });
  }

  async touchAt({ x, y }) {
    this.count += 1;
    const [angle, far] = [(this.random(360) * Math.PI) / 180, (this.random(100) / 100) * MISS_PX[this.how]];
    const at = { x: x + Math.cos(angle) * far, y: y + Math.sin(angle) * far };
    if (this.how === 'touch') await this.page.touchscreen.tap(at.x, at.y);
    else await this.page.mouse.click(at.x, at.y);
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }

  async touch(place) {
    const at = await pointOf(this.page, this.board, place);
    // A person closes a menu that lies over the place.
    const isCovered = await this.page.evaluate(
      ({ x, y }) => !!document.elementFromPoint(x, y)?.closest('.order-menu, .tip'),
      at,
    );
    if (isCovered) await this.press(t('order.cancel'));
    await this.touchAt(at);
  }

  entry(name) {
    return this.page.locator('.order-menu').getByRole('button', { name, exact: true }).first();
  }

  async press(name) {
    const box = await this.entry(name).boundingBox({ timeout: 3000 });
    await this.touchAt({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  }

  async pressIfOffered(name) {
    if ((await this.entry(name).count()) === 0) return false;
    await this.press(name);
    return true;
  }

  async give(deed, options) {
    const name = (place) => placeName(this.board, place, t);
    const start = options.units.find((unit) => unit.at === deed.at)?.place ?? deed.at;
    const asks = () => this.page.locator('.order-menu:not([data-done])').count();
    switch (deed.order) {
      case 'build':
        await this.touch(provinceOf(deed.at));
        await this.pressIfOffered(
          t('order.build_here', { unit: t(`unit.${deed.kind}`), place: name(deed.at) }),
        );
        return;
      case 'remove':
        return void (await this.touch(start));
      case 'hold':
      case 'disband':
        await this.touch(deed.order === 'hold' ? start : deed.at);
        return void (await this.press(t(`order.${deed.order}`)));
      case 'move':
      case 'retreat': {
        await this.touch(deed.order === 'move' ? start : deed.at);
        await this.touch(deed.to);
        const key = deed.order === 'move' ? 'order.move_to' : 'order.retreat_to';
        if ((await asks()) > 0) await this.pressIfOffered(t(key, { place: name(deed.to) }));
        return;
      }
      default: {
        const from = deed.of ?? deed.from;
        const exact =
          deed.order === 'support_hold'
            ? t('menu.support_hold', { place: name(from) })
            : t(deed.order === 'convoy' ? 'menu.convoy' : 'menu.support_move', {
                from: name(from),
                to: name(deed.to),
              });
        await this.touch(start);
        await this.touch(options.places[from] ?? from);
        // Without a menu the order is complete. What a menu does not list is lit on the map.
        if ((await this.page.locator('.order-menu').count()) === 0) return;
        if (!(await this.pressIfOffered(exact))) await this.touch(deed.to ?? from);
      }
    }
  }
}

/** The page while an order is given that nobody can give. */
async function pictureOf(page, hand, deed) {
  const path = join(mkdtempSync(join(tmpdir(), 'detente-touches-')), 'page.png');
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
  const at = await pointOf(page, hand.board, deed.at);
  await hand.touchAt(at);
  const next = deed.of ?? deed.from;
  if (next) await hand.touchAt(await pointOf(page, hand.board, next));
  await page.screenshot({ path });
  return path;
}

const same = (a, b) => Object.keys({ ...a, ...b }).every((key) => (a[key] ?? false) === (b[key] ?? false));

async function trial(screen, how) {
  const tally = new Tally();
  let orders = 0;
  for (let game = 0; orders < ORDERS; game++) {
    const someone = await person(browser, program.url, screen);
    const id = await soloGame(someone, 'Ada', 'en', POWERS[game % POWERS.length]);
    const hand = new Hand(
      someone.page,
      await someone.api('GET', '/board'),
      how,
      randomNumbers(SEED * 100 + game),
    );
    /** The phase that is played, and its orders so far. */
    let [phase, given] = ['', []];
    const written = async (deed) => {
      for (let i = 0; i < 40; i++) {
        const { desk } = await someone.api('GET', `/games/${id}`);
        if ((desk?.draft ?? []).some((line) => same(line.deed, deed))) return true;
        await someone.page.waitForTimeout(100);
      }
      return false;
    };
    const enter = async (deed, options) => {
      const year = options.phase.slice(1, -1);
      if (phase !== options.phase) [phase, given] = [options.phase, []];
      const goal = goalOf(deed, options, given);
      for (let tries = 0; ; tries++) {
        hand.count = 0;
        await hand.give(deed, options).catch(() => undefined);
        if (await written(deed)) break;
        // All touches of an order that was not written as meant are wrong.
        tally.addWrong(year, hand.count);
        check(
          tries < 4,
          `${JSON.stringify(deed)} cannot be given: ${await pictureOf(someone.page, hand, deed)}`,
        );
        for (let i = 0; i < 3; i++) await someone.page.keyboard.press('Escape');
      }
      tally.addWrong(year, 0);
      tally.add(kindName(deed), hand.count, formerTouches(deed, options));
      if (hand.count > goal) tally.aboveGoal.push(`${hand.count} for ${JSON.stringify(deed)}`);
      if (deed.order === 'move' && goal === 2) {
        tally.plainMoves.orders += 1;
        tally.plainMoves.touches += hand.count;
      }
      given.push(deed);
      orders += 1;
    };
    await play(someone, program.url, id, 'map', YEARS, SEED * 1000 + game, how, enter);
    check(someone.pageErrors.length === 0, someone.pageErrors.join('\n'));
    await someone.context.close();
    tally.games = game + 1;
  }
  console.log(
    `\n${how === 'touch' ? 'Phone, by touch' : 'Desk, by mouse'}: ${orders} orders, ${tally.games} games`,
  );
  console.log('| order | orders | touches | most | before |\n|---|---|---|---|---|');
  for (const [kind, row] of tally.kinds)
    console.log(
      `| ${kind} | ${row.orders} | ${(row.touches / row.orders).toFixed(2)} | ${row.most} | ${(row.former / row.orders).toFixed(2)} |`,
    );
  const wrong = [...tally.wrongByYear].map(
    ([year, touches]) => `${year}: ${(touches / tally.games).toFixed(1)}`,
  );
  console.log(`wrong touches per game and year: ${wrong.join(', ')}`);
  const { orders: plain, touches } = tally.plainMoves;
  console.log(`moves about which nothing is asked: ${plain}, ${(touches / plain).toFixed(2)} touches`);
  console.log(
    `above the goal: ${tally.aboveGoal.length}${tally.aboveGoal.map((one) => `\n  ${one}`).join('')}`,
  );
  process.exitCode ||= tally.aboveGoal.length > 0 ? 1 : 0;
}

const screen = process.env.DETENTE_SCREEN;
try {
  if (screen !== 'desk') await trial(PHONE, 'touch');
  if (screen !== 'phone') await trial(DESKTOP, 'mouse');
} finally {
  await browser.close();
  await program.stop();
}

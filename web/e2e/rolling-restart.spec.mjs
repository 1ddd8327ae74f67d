// Three servers on one PostgreSQL behind a balancer, and every one of them is stopped and started again, over
// and over, while seven people in seven browsers talk and play a year. Nobody sees an error; nobody misses a word.

import { watch } from './error-watch.mjs';
import { check, person } from './harness.mjs';
import { startBalancer } from './load-balancer.mjs';
import { startNodes } from './nodes.mjs';
import { orderText } from './order-entry.mjs';
import { startPageProxy } from './page-proxy.mjs';
import { missingPostgresReason, startPostgres } from './postgres.mjs';
import { gather, phaseName, TABLE } from './seven-players.spec.mjs';
import { translator } from './texts.mjs';

export const title = 'every node is restarted under seven players';
export const skipReason = missingPostgresReason;

const NODES = 3;
const PHASES = ['S1901M', 'F1901M', 'F1901R', 'W1901A'];
/** How many restarts a phase sees at least: whenever moves are written, every node's. */
const RESTARTS = { S1901M: NODES, F1901M: NODES, F1901R: 1, W1901A: 1 };
/** Between two words of one player, in milliseconds. */
const THOUGHT = 1500;
/** How long anything may take on a machine that is busy with other things too. */
const PATIENCE = 90_000;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function run({ browser }) {
  const begun = [];
  const keep = (one) => (begun.unshift(one), one);
  try {
    const database = keep(await startPostgres());
    const fleet = keep(await startNodes(database.url, NODES));
    const balancer = keep(await startBalancer(fleet.nodes.map((node) => node.port)));
    const front = process.env.DETENTE_PAGES ? keep(await startPageProxy(process.env.DETENTE_PAGES, balancer.url)) : balancer;
    return await play(browser, front.url, fleet, balancer);
  } finally {
    await Promise.all(browser.contexts().map((context) => context.close()));
    for (const one of begun) await one.stop();
  }
}

async function play(browser, url, fleet, balancer) {
  const players = [];
  for (const entry of TABLE) {
    const one = await person(browser, url, { ...entry.screen, locale: entry.language });
    one.page.setDefaultTimeout(PATIENCE);
    players.push({ ...entry, ...one, t: translator(entry.language), watched: await watch(one.page, entry.language), said: [] });
  }
  const id = await gather(players, url);
  for (const one of players) one.board = await one.api('GET', `/board?language=${one.language}`);
  const start = Date.now();
  const roll = new Roll(fleet.nodes, balancer);
  const rolling = roll.run();
  try {
    for (const phase of PHASES) await turn(players, id, phase, roll);
  } finally {
    roll.isOver = true;
    await rolling;
  }
  check(roll.error === null, `a node: ${roll.error}`);
  const took = (Date.now() - start) / 1000;
  await sameEverywhere(players, id, fleet.nodes);
  const heard = await unseen(players, id, balancer, fleet.nodes);
  await wouldBeSeen(players[0]);
  const { requests, streams, longest, at } = balancer.tally;
  const messages = players.reduce((sum, one) => sum + one.said.length, 0);
  return [
    `${roll.restarts} restarts in ${took.toFixed(0)} s, each away for ${(roll.away / roll.restarts / 1000).toFixed(1)} s`,
    `${PHASES.length} phases and ${messages} messages, all on all seven pages that may know them`,
    `${requests} requests (${[...at.values()].join(', ')} at the nodes) and none failed, the longest took ${longest.toFixed(0)} ms`,
    `${heard.version} versions of the game, ${streams} streams moved ${heard.moved} times, ${heard.changes} changes heard; ${heard.common} that concern all had come to the last page ${heard.median} ms after the first at the median, at most ${heard.most} ms`,
  ].join('; ');
}

/** Stops one node after the other and starts it again, until it is over. */
class Roll {
  restarts = 0;
  /** For how long nodes took no requests, together. */
  away = 0;
  error = null;
  isOver = false;

  constructor(nodes, balancer) {
    this.nodes = nodes;
    this.balancer = balancer;
  }

  async run() {
    try {
      for (let i = 0; !this.isOver; i++) await this.#one(this.nodes[i % this.nodes.length]);
    } catch (error) {
      this.error = error;
    }
  }

  async #one(node) {
    await pause(300);
    const told = Date.now();
    const how = await node.end('SIGTERM');
    check(how === 0, `it ended with ${how}: ${node.log}`);
    await node.start();
    for (let i = 0; !this.balancer.isReady(node.port); i++) {
      check(i < 600, 'it is not ready again');
      await pause(50);
    }
    this.away += Date.now() - told;
    this.restarts += 1;
  }
}

const everybody = (players, deed) =>
  Promise.all(players.map((one) => deed(one).catch((error) => Promise.reject(new Error(`${one.power}: ${error.message}`)))));

async function turn(players, id, phase, roll) {
  const until = roll.restarts + RESTARTS[phase];
  const { talk } = await players[0].api('GET', `/games/${id}`);
  await everybody(players, async (one) => {
    await one.page.locator('.phase', { hasText: phaseName(phase, one.t) }).first().waitFor();
    if (phase === PHASES[0]) await whisper(one, players);
    if (one[phase]) await write(one, phase);
    // Only France is asked in the end of fall; everybody may talk.
    for (let n = 1; talk.public && (n === 1 || (roll.restarts < until && roll.error === null)); n++) {
      await announce(one, `${phase} ${one.power} ${n}`);
      await pause(THOUGHT);
    }
    if (one[phase]) await handIn(one);
  });
  check(roll.error === null, `a node: ${roll.error}`);
  // The result comes to everybody by itself.
  await everybody(players, async (one) => {
    await one.page.locator('.reveal').first().waitFor();
    const skip = one.page.getByRole('button', { name: one.t('reveal.skip'), exact: true }).filter({ visible: true }).first();
    // It may have been read to its end meanwhile.
    if (await skip.isVisible()) await skip.click({ timeout: 2000 }).catch(() => undefined);
    const on = one.page.getByRole('button', { name: one.t('reveal.go_on'), exact: true }).or(one.page.getByRole('button', { name: one.t('history.now'), exact: true }));
    await on.filter({ visible: true }).first().click();
    await faultless(one);
  });
}

/** Says something in the conversation that is open. */
async function say(one, text) {
  await one.page.getByLabel(new RegExp(one.t('talk.write', { to: '' }).trim())).fill(text);
  await one.page.getByRole('button', { name: one.t('talk.send') }).click();
  await one.page.locator('.message', { hasText: text }).first().waitFor();
  one.said.push(text);
}

/** A secret for the next at the table. */
async function whisper(one, players) {
  const next = players[(players.findIndex(({ power }) => power === one.power) + 1) % players.length];
  await one.page.locator('#tab-talk').click();
  await one.page.getByRole('button', { name: one.t('talk.new') }).click();
  await one.page.getByRole('checkbox', { name: one.board.powers[next.power].name }).check();
  await one.page.getByRole('button', { name: one.t('talk.begin') }).click();
  await say(one, `Only ${next.power} may read what ${one.power} says`);
  await one.page.getByRole('button', { name: one.t('talk.back') }).click();
}

async function announce(one, text) {
  const { page, t } = one;
  await page.locator('#tab-talk').click();
  const open = page.locator('.conversation', { hasText: t('talk.everybody') });
  if ((await page.getByRole('button', { name: t('talk.back') }).count()) === 0) await open.click();
  await say(one, text);
}

const textOf = (deed) => (Array.isArray(deed) ? deed[0] : orderText(deed.chain ?? deed));

async function write(one, phase) {
  const { page, t } = one;
  await page.locator('#tab-orders').click();
  await page.getByRole('button', { name: t('orders.by_text'), exact: true }).click();
  await page.getByLabel(t('typing.label')).fill(one[phase].map(textOf).join('\n'));
  await page.waitForFunction((count) => document.querySelectorAll('.sentences li').length === count, one[phase].length);
}

async function handIn(one) {
  const { page, t } = one;
  await page.locator('#tab-orders').click();
  const button = page.getByRole('button', { name: t('sheet.hand_in'), exact: true }).filter({ visible: true }).first();
  await button.click();
  await button.waitFor({ state: 'detached' });
}

/** Without a reload every page has what every node has: all phases, and each word once, where it belongs. */
async function sameEverywhere(players, id, nodes) {
  const said = players.flatMap((one) => one.said).filter((text) => !text.startsWith('Only ')).sort();
  await everybody(players, async (one) => {
    const { records } = await one.api('GET', `/games/${id}/records`);
    check(JSON.stringify(records.map((record) => record.phase)) === JSON.stringify(PHASES), `the phases are ${records.map((record) => record.phase)}`);
    await one.page.locator('#tab-history').click();
    const wanted = [...PHASES].reverse().map((phase) => phaseName(phase, one.t));
    const shown = await one.page.locator('.panel ol button.phase').allInnerTexts();
    check(JSON.stringify(shown.map((text) => text.trim())) === JSON.stringify(wanted), `the page has the phases ${shown}`);

    const { messages } = await one.api('GET', `/games/${id}/messages?after=0`);
    for (const node of nodes) {
      const cookie = (await one.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
      const there = await fetch(`${node.url}/api/games/${id}/messages?after=0`, { headers: { cookie } }).then((answer) => answer.json());
      check(JSON.stringify(there.messages.map(({ text }) => text)) === JSON.stringify(messages.map(({ text }) => text)), `${node.url} has other messages`);
    }
    const texts = messages.map(({ text }) => text).sort();
    const mine = texts.filter((text) => text.startsWith('Only '));
    check(mine.length === 2 && mine.every((text) => text.includes(one.power)), `the secrets are ${mine}`);
    check(JSON.stringify(texts) === JSON.stringify([...mine, ...said].sort()), `the server has ${texts.length - 2} of ${said.length} words`);
    const read = await readAll(one);
    check(JSON.stringify(read) === JSON.stringify(texts), `the page has ${read.length} of ${texts.length} messages`);
  });
}

/** All that stands in all conversations of a page. */
async function readAll(one) {
  const { page, t } = one;
  const back = page.getByRole('button', { name: t('talk.back') });
  await page.locator('#tab-talk').click();
  if ((await back.count()) > 0) await back.click();
  const read = [];
  const talks = page.locator('.conversation');
  await talks.first().waitFor();
  const count = await talks.count();
  check(count === 3, `${count} conversations`);
  for (let i = 0; i < count; i++) {
    await talks.nth(i).click();
    await page.locator('.message').first().waitFor();
    read.push(...(await page.locator('.message > p').allInnerTexts()));
    await back.click();
  }
  return read.sort();
}

/** A page that never showed an error and under which nothing failed; what it heard. */
async function faultless(one) {
  const news = await one.watched.news();
  check(news.seen.length === 0, `${one.power} saw: ${news.seen.join(' / ')}`);
  check(news.errors === 0, `${one.power}: a stream was cut ${news.errors} times`);
  check(news.loads === 1, `${one.power}'s page was loaded ${news.loads} times`);
  const pageErrors = [...one.pageErrors, ...one.watched.pageErrors];
  check(pageErrors.length === 0, `${one.power}: ${pageErrors.join('\n')}`);
  return news;
}

/** Nothing failed anywhere, and everybody heard the last of it; how the news came. */
async function unseen(players, id, balancer, nodes) {
  for (const node of nodes) check(!node.log.includes('panicked'), node.log);
  const { version } = await players[0].api('GET', `/games/${id}`);
  const all = [];
  for (const one of players) {
    await one.page.waitForFunction((version) => window.watched.changes.at(-1)?.[0] === version, version, { timeout: 20_000 }).catch(() => {
      throw new Error(`${one.power} did not hear of version ${version}`);
    });
    const news = await faultless(one);
    // Every node was away, so everybody must have been sent elsewhere at least once.
    check(news.moved > 0, `${one.power} was never sent to another node`);
    all.push(news);
  }
  check(balancer.tally.broken.length === 0, `at the balancer:\n${balancer.tally.broken.join('\n')}`);
  const sum = (count) => all.reduce((sum, news) => sum + count(news), 0);
  return { version, moved: sum((news) => news.moved), changes: sum((news) => news.changes.length), ...apart(all, version) };
}

/**
 * How long after the first page the last one had heard of a version or of a later one, in milliseconds. Only of
 * what most pages were told: a draft or a secret is news for few.
 */
function apart(all, last) {
  const since = Math.max(...all.map((news) => news.changes[0][0]));
  const delays = [];
  for (let version = since + 1; version <= last; version++) {
    if (all.filter((news) => news.changes.some(([heard]) => heard === version)).length <= all.length / 2) continue;
    const times = all.map((news) => news.changes.find(([heard]) => heard >= version)[1]);
    delays.push(Math.max(...times) - Math.min(...times));
  }
  delays.sort((a, b) => a - b);
  return { common: delays.length, median: delays[delays.length >> 1], most: delays.at(-1) };
}

/** The watch itself: a page that loses its network says so, and that is noticed. */
async function wouldBeSeen(one) {
  await one.context.setOffline(true);
  await one.page.locator('.offline').waitFor();
  const { seen } = await one.watched.news();
  check(seen.includes(one.t('link.offline')) && seen.includes(one.t('offline.notice')), `the watch saw only: ${seen}`);
  await one.context.setOffline(false);
}

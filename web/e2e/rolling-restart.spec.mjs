// Three servers on one PostgreSQL behind a load balancer. Each is stopped and started again and again, while
// seven people in seven browsers talk and play a year. Nobody sees an error, and nobody misses a message.

import { watchErrors } from './error-watch.mjs';
import { check, person } from './harness.mjs';
import { startBalancer } from './load-balancer.mjs';
import { startNodes } from './nodes.mjs';
import { orderText } from './order-entry.mjs';
import { startPageProxy } from './page-proxy.mjs';
import { missingPostgresReason, startPostgres } from './postgres.mjs';
import { gather, phaseName, PLAYERS } from './seven-players.spec.mjs';
import { translator } from './texts.mjs';

export const title = 'every node restarts while seven people play';
export const skipReason = missingPostgresReason;

const NODES = 3;
const PHASES = ['S1901M', 'F1901M', 'F1901R', 'W1901A'];
/** How many restarts happen at least during a phase: all nodes in a movement phase. */
const RESTARTS = { S1901M: NODES, F1901M: NODES, F1901R: 1, W1901A: 1 };
/** The pause between two messages of one player. */
const MESSAGE_PAUSE_MS = 1500;
/** How long any step may take on a busy machine. */
const TIMEOUT_MS = 90_000;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function run({ browser }) {
  const started = [];
  const stopLater = (one) => (started.unshift(one), one);
  try {
    const database = stopLater(await startPostgres());
    const cluster = stopLater(await startNodes(database.url, NODES));
    const balancer = stopLater(await startBalancer(cluster.nodes.map((node) => node.port)));
    const front = process.env.DETENTE_PAGES
      ? stopLater(await startPageProxy(process.env.DETENTE_PAGES, balancer.url))
      : balancer;
    return await play(browser, front.url, cluster, balancer);
  } finally {
    await Promise.all(browser.contexts().map((context) => context.close()));
    for (const one of started) await one.stop();
  }
}

async function play(browser, url, cluster, balancer) {
  const players = [];
  for (const entry of PLAYERS) {
    const one = await person(browser, url, { ...entry.screen, locale: entry.language });
    one.page.setDefaultTimeout(TIMEOUT_MS);
    players.push({
      ...entry,
      ...one,
      t: translator(entry.language),
      watched: await watchErrors(one.page, entry.language),
      sent: [],
    });
  }
  const id = await gather(players, url);
  for (const one of players) one.board = await one.api('GET', `/board?language=${one.language}`);
  const start = Date.now();
  const restarter = new RollingRestart(cluster.nodes, balancer);
  const restarting = restarter.run();
  try {
    for (const phase of PHASES) await playPhase(players, id, phase, restarter);
  } finally {
    restarter.isOver = true;
    await restarting;
  }
  check(restarter.error === null, `a node: ${restarter.error}`);
  const took = (Date.now() - start) / 1000;
  await sameEverywhere(players, id, cluster.nodes);
  const received = await checkNothingFailed(players, id, balancer, cluster.nodes);
  await checkWatch(players[0]);
  const { requests, streams, longestMs, perPort } = balancer.stats;
  const messages = players.reduce((sum, one) => sum + one.sent.length, 0);
  return [
    `${restarter.restarts} restarts in ${took.toFixed(0)} s, each away for ${(restarter.awayMs / restarter.restarts / 1000).toFixed(1)} s`,
    `${PHASES.length} phases and ${messages} messages, all on all seven pages that may know them`,
    `${requests} requests (${[...perPort.values()].join(', ')} at the nodes) and none failed, the longest took ${longestMs.toFixed(0)} ms`,
    `${received.version} versions of the game, ${streams} streams moved ${received.moved} times, ${received.changes} changes received; ${received.common} that concern all had come to the last page ${received.median} ms after the first at the median, at most ${received.max} ms`,
  ].join('; ');
}

/** Stops the nodes one after the other and starts each again, until `isOver`. */
class RollingRestart {
  restarts = 0;
  /** How long nodes took no requests, in total. */
  awayMs = 0;
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
    const stoppedAt = Date.now();
    const how = await node.end('SIGTERM');
    check(how === 0, `it ended with ${how}: ${node.log}`);
    await node.start();
    for (let i = 0; !this.balancer.isReady(node.port); i++) {
      check(i < 600, 'it is not ready again');
      await pause(50);
    }
    this.awayMs += Date.now() - stoppedAt;
    this.restarts += 1;
  }
}

const everybody = (players, action) =>
  Promise.all(
    players.map((one) =>
      action(one).catch((error) => Promise.reject(new Error(`${one.power}: ${error.message}`))),
    ),
  );

async function playPhase(players, id, phase, restarter) {
  const targetRestarts = restarter.restarts + RESTARTS[phase];
  const { talk } = await players[0].api('GET', `/games/${id}`);
  await everybody(players, async (one) => {
    await one.page
      .locator('.phase', { hasText: phaseName(phase, one.t) })
      .first()
      .waitFor();
    if (phase === PHASES[0]) await sendPrivate(one, players);
    if (one[phase]) await write(one, phase);
    // Only France must order in the retreats of fall; everybody may talk.
    for (
      let n = 1;
      talk.public && (n === 1 || (restarter.restarts < targetRestarts && restarter.error === null));
      n++
    ) {
      await sendToAll(one, `${phase} ${one.power} ${n}`);
      await pause(MESSAGE_PAUSE_MS);
    }
    if (one[phase]) await handIn(one);
  });
  check(restarter.error === null, `a node: ${restarter.error}`);
  // The results appear on every page without a reload.
  await everybody(players, async (one) => {
    await one.page.locator('.reveal').first().waitFor();
    const goOn = one.page
      .getByRole('button', { name: one.t('reveal.go_on'), exact: true })
      .or(one.page.getByRole('button', { name: one.t('history.now'), exact: true }));
    await goOn.filter({ visible: true }).first().click();
    await checkNoErrors(one);
  });
}

/** Sends a message in the open conversation. */
async function sendMessage(one, text) {
  await one.page.getByLabel(new RegExp(one.t('talk.write', { to: '' }).trim())).fill(text);
  await one.page.getByRole('button', { name: one.t('talk.send') }).click();
  await one.page.locator('.message', { hasText: text }).first().waitFor();
  one.sent.push(text);
}

/** Sends a private message to the next player. */
async function sendPrivate(one, players) {
  const next = players[(players.findIndex(({ power }) => power === one.power) + 1) % players.length];
  await one.page.locator('#tab-talk').click();
  await one.page.getByRole('button', { name: one.t('talk.new') }).click();
  await one.page.getByRole('checkbox', { name: one.board.powers[next.power].name }).check();
  await one.page.getByRole('button', { name: one.t('talk.begin') }).click();
  await sendMessage(one, `Only ${next.power} may read what ${one.power} says`);
  await one.page.getByRole('button', { name: one.t('talk.back') }).click();
}

async function sendToAll(one, text) {
  const { page, t } = one;
  await page.locator('#tab-talk').click();
  const open = page.locator('.conversation', { hasText: t('talk.everybody') });
  if ((await page.getByRole('button', { name: t('talk.back') }).count()) === 0) await open.click();
  await sendMessage(one, text);
}

const textOf = (deed) => (Array.isArray(deed) ? deed[0] : orderText(deed.chain ?? deed));

async function write(one, phase) {
  const { page, t } = one;
  await page.locator('#tab-orders').click();
  await page.getByRole('button', { name: t('orders.by_text'), exact: true }).click();
  await page.getByLabel(t('typing.label')).fill(one[phase].map(textOf).join('\n'));
  await page.waitForFunction(
    (count) => document.querySelectorAll('.sentences li').length === count,
    one[phase].length,
  );
}

async function handIn(one) {
  const { page, t } = one;
  await page.locator('#tab-orders').click();
  const button = page
    .getByRole('button', { name: t('sheet.hand_in'), exact: true })
    .filter({ visible: true })
    .first();
  await button.click();
  await button.waitFor({ state: 'detached' });
}

/** Without a reload every page shows what every node has: all phases, and each message once, in its place. */
async function sameEverywhere(players, id, nodes) {
  const sent = players
    .flatMap((one) => one.sent)
    .filter((text) => !text.startsWith('Only '))
    .sort();
  await everybody(players, async (one) => {
    const { records } = await one.api('GET', `/games/${id}/records`);
    check(
      JSON.stringify(records.map((record) => record.phase)) === JSON.stringify(PHASES),
      `the phases are ${records.map((record) => record.phase)}`,
    );
    await one.page.locator('#tab-history').click();
    const wanted = [...PHASES].reverse().map((phase) => phaseName(phase, one.t));
    const shown = await one.page.locator('.panel ol button.phase').allInnerTexts();
    check(
      JSON.stringify(shown.map((text) => text.trim())) === JSON.stringify(wanted),
      `the page has the phases ${shown}`,
    );

    const { messages } = await one.api('GET', `/games/${id}/messages?after=0`);
    for (const node of nodes) {
      const cookie = (await one.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
      const there = await fetch(`${node.url}/api/games/${id}/messages?after=0`, { headers: { cookie } }).then(
        (answer) => answer.json(),
      );
      check(
        JSON.stringify(there.messages.map(({ text }) => text)) ===
          JSON.stringify(messages.map(({ text }) => text)),
        `${node.url} has other messages`,
      );
    }
    const texts = messages.map(({ text }) => text).sort();
    const mine = texts.filter((text) => text.startsWith('Only '));
    check(mine.length === 2 && mine.every((text) => text.includes(one.power)), `the secrets are ${mine}`);
    check(
      JSON.stringify(texts) === JSON.stringify([...mine, ...sent].sort()),
      `the server has ${texts.length - 2} of ${sent.length} words`,
    );
    const read = await readAll(one);
    check(
      JSON.stringify(read) === JSON.stringify(texts),
      `the page has ${read.length} of ${texts.length} messages`,
    );
  });
}

/** All messages in all conversations of a page. */
async function readAll(one) {
  const { page, t } = one;
  const back = page.getByRole('button', { name: t('talk.back') });
  await page.locator('#tab-talk').click();
  if ((await back.count()) > 0) await back.click();
  const read = [];
  const conversations = page.locator('.conversation');
  await conversations.first().waitFor();
  const count = await conversations.count();
  check(count === 3, `${count} conversations`);
  for (let i = 0; i < count; i++) {
    await conversations.nth(i).click();
    await page.locator('.message').first().waitFor();
    read.push(...(await page.locator('.message > p').allInnerTexts()));
    await back.click();
  }
  return read.sort();
}

/** Checks that a page never showed an error and that no request failed; returns what it received. */
async function checkNoErrors(one) {
  const report = await one.watched.report();
  check(report.seen.length === 0, `${one.power} saw: ${report.seen.join(' / ')}`);
  check(report.errors === 0, `${one.power}: a stream was cut ${report.errors} times`);
  check(report.loads === 1, `${one.power}'s page was loaded ${report.loads} times`);
  const pageErrors = [...one.pageErrors, ...one.watched.failures];
  check(pageErrors.length === 0, `${one.power}: ${pageErrors.join('\n')}`);
  return report;
}

/** Checks that nothing failed and that everybody received the last change; returns how changes arrived. */
async function checkNothingFailed(players, id, balancer, nodes) {
  for (const node of nodes) check(!node.log.includes('panicked'), node.log);
  const { version } = await players[0].api('GET', `/games/${id}`);
  const all = [];
  for (const one of players) {
    await one.page
      .waitForFunction((version) => window.watched.changes.at(-1)?.[0] === version, version, {
        timeout: 20_000,
      })
      .catch(() => {
        throw new Error(`${one.power} did not receive version ${version}`);
      });
    const report = await checkNoErrors(one);
    // Every node was restarted, so every page must have moved to another node at least once.
    check(report.moved > 0, `${one.power} was never sent to another node`);
    all.push(report);
  }
  check(balancer.stats.failures.length === 0, `at the balancer:\n${balancer.stats.failures.join('\n')}`);
  const sum = (count) => all.reduce((sum, report) => sum + count(report), 0);
  return {
    version,
    moved: sum((report) => report.moved),
    changes: sum((report) => report.changes.length),
    ...arrivalDelays(all, version),
  };
}

/**
 * How long after the first page the last page received a version or a later one, in milliseconds. Counts only
 * versions that most pages received: few pages receive a draft or a private message.
 */
function arrivalDelays(all, last) {
  const since = Math.max(...all.map((report) => report.changes[0][0]));
  const delays = [];
  for (let version = since + 1; version <= last; version++) {
    if (
      all.filter((report) => report.changes.some(([received]) => received === version)).length <=
      all.length / 2
    )
      continue;
    const times = all.map((report) => report.changes.find(([received]) => received >= version)[1]);
    delays.push(Math.max(...times) - Math.min(...times));
  }
  delays.sort((a, b) => a - b);
  return { common: delays.length, median: delays[delays.length >> 1], max: delays.at(-1) };
}

/** Checks the watch itself: a page that loses its network shows it, and the watch records it. */
async function checkWatch(one) {
  await one.context.setOffline(true);
  await one.page.locator('.offline').waitFor();
  const { seen } = await one.watched.report();
  check(
    seen.includes(one.t('link.offline')) && seen.includes(one.t('offline.notice')),
    `the watch saw only: ${seen}`,
  );
  await one.context.setOffline(false);
}

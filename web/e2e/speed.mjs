// The speed on a cheap phone: `node e2e/speed.mjs`. The browser simulates a processor that is four times
// slower and a slow 4G network. Prints medians; docs/benchmarks.md lists them. Wall-clock times vary if other
// programs run; the processor time of the page's main thread, without the simulated processor, hardly does.

import { countDownloads } from './downloads.mjs';
import { person, PHONE, soloGame, startBrowser, startProgram } from './harness.mjs';

const RUNS = Number(process.env.DETENTE_RUNS ?? 5);
const SLOWER = Number(process.env.DETENTE_SLOWER ?? 4);
/** 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const part = (list, share) =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))];

const program = await startProgram();
const browser = await startBrowser();

async function phone(slower = SLOWER) {
  const one = await person(browser, program.url, PHONE);
  one.page.setDefaultTimeout(120_000);
  const count = await countDownloads(one.page);
  await count.devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await count.devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await count.devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  return { ...one, devtools: count.devtools };
}

/** From the address to a usable button; from the button to a board that takes orders. */
async function start() {
  const { page, context } = await phone();
  const begun = Date.now();
  await page.goto(program.url, { waitUntil: 'commit' });
  const bots = page.getByRole('button', { name: /Play against bots/ });
  await bots.waitFor();
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  const front = Date.now() - begun;
  const pressed = Date.now();
  await bots.click();
  await page.locator('.order-hint').waitFor();
  await page.waitForSelector('[data-ready=true] .layer svg');
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  const seat = Date.now() - pressed;
  await context.close();
  return { front, seat };
}

/** The page of a game by its link, with an empty cache; then again with a full one. */
async function link() {
  const one = await phone();
  const id = await soloGame(one, 'Ada', 'en', 'austria');
  const open = async () => {
    const begun = Date.now();
    await one.page.goto(`${program.url}/g/${id}`, { waitUntil: 'commit' });
    await one.page.locator('.order-hint').waitFor();
    await one.page.waitForSelector('[data-ready=true] .layer svg');
    await one.page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    return Date.now() - begun;
  };
  const first = await open();
  await one.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined)).catch(() => undefined);
  const again = await open();
  const frames = await pan(one);
  await one.context.close();
  return { first, again, frames };
}

/** Processor time of the main thread in milliseconds: until orders can be given, and per frame of panning. */
async function cost() {
  const one = await phone(1);
  const spent = async () =>
    (await one.devtools.send('Performance.getMetrics')).metrics.find(
      (metric) => metric.name === 'TaskDuration',
    ).value * 1000;
  const id = await soloGame(one, 'Ada', 'en', 'austria');
  await one.page.goto(`${program.url}/g/${id}`, { waitUntil: 'commit' });
  await one.page.locator('.order-hint').waitFor();
  await one.page.waitForSelector('[data-ready=true] .layer svg');
  await one.page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  const open = await spent();
  const frames = await pan(one);
  const each = ((await spent()) - open) / Math.max(1, frames.length);
  await one.context.close();
  return { open, each };
}

/** The times between frames while a finger moves the map for three seconds. */
async function pan({ page, devtools }) {
  await page.getByRole('button', { name: 'Zoom in' }).tap();
  await page.evaluate(() => {
    globalThis.frames = [];
    let last = performance.now();
    const frame = (now) => {
      globalThis.frames.push(now - last);
      last = now;
      globalThis.counting = requestAnimationFrame(frame);
    };
    globalThis.counting = requestAnimationFrame(frame);
  });
  const send = (type, touchPoints) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [{ x: 200, y: 400 }]);
  const begun = Date.now();
  for (let i = 0; Date.now() - begun < 3000; i++)
    await send('touchMove', [{ x: 200 + Math.sin(i / 10) * 120, y: 400 + Math.cos(i / 7) * 60 }]);
  await send('touchEnd', []);
  return page.evaluate(() => {
    cancelAnimationFrame(globalThis.counting);
    return globalThis.frames.slice(1);
  });
}

try {
  const [starts, links, costs] = [[], [], []];
  for (let i = 0; i < RUNS; i++) {
    costs.push(await cost());
    starts.push(await start());
    links.push(await link());
  }
  const frames = links.flatMap((one) => one.frames);
  const say = (what, list) =>
    console.log(`${what}: ${median(list)} ms (${Math.min(...list)}–${Math.max(...list)})`);
  console.log(`processor ${SLOWER} times slower, slow 4G, ${RUNS} runs: medians`);
  say(
    'the front page answers',
    starts.map((one) => one.front),
  );
  say(
    'from "Play against bots" to a board that takes orders',
    starts.map((one) => one.seat),
  );
  say(
    'a game by its link, first visit',
    links.map((one) => one.first),
  );
  say(
    'a game by its link, again',
    links.map((one) => one.again),
  );
  console.log(
    `panning, ${frames.length} frames: median ${median(frames).toFixed(1)} ms, 95 % within ${part(frames, 0.95).toFixed(1)} ms, longest ${Math.max(...frames).toFixed(0)} ms`,
  );
  console.log(
    `processor time of the main thread, not slowed down: ${median(costs.map((one) => one.open)).toFixed(0)} ms until orders can be given, ${median(costs.map((one) => one.each)).toFixed(1)} ms for a frame of panning`,
  );
} finally {
  await browser.close();
  await program.stop();
}

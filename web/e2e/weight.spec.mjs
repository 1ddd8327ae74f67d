// How many bytes are downloaded from the front page to the first order of a game against bots, and from where;
// and whether the page rests when nothing happens.

import { countDownloads } from './downloads.mjs';
import { check, person, PHONE } from './harness.mjs';
import { translator } from './texts.mjs';

export const title = 'small downloads on a phone';

// German has the longest texts.
const MAX_SCRIPT_BYTES = 104_600;
const MAX_TOTAL_BYTES = 256_000;
/** Timers that a page at rest may start in three seconds. Endless work would start one after the other. */
const MAX_TIMERS_AT_REST = 3;

export async function run({ browser, url }) {
  const results = [];
  for (const language of ['en', 'de']) {
    // Without the service worker, whose downloads are not counted.
    const one = await person(browser, url, { ...PHONE, locale: language, serviceWorkers: 'block' });
    const { page } = one;
    const t = translator(language);
    const count = await countDownloads(page);
    await page.addInitScript(countTimers);
    await page.addInitScript(noteReady);
    await page.goto(url);
    await page.getByRole('button', { name: new RegExp(t('front.bots')) }).click();
    await page.waitForURL(/\/g\//);
    await page.waitForSelector('[data-ready=true] .layer svg');
    await page.locator('.order-hint').waitFor();
    const readyAt = await page.evaluate(() => globalThis.readyAt);
    check(readyAt > 0, 'the page did not note when orders could be given');
    const { all, scripts, loaded } = await count.stop(readyAt);
    const list = () =>
      loaded
        .sort((a, b) => b.bytes - a.bytes)
        .map((entry) => `${entry.bytes} ${entry.url.replace(url, '')}`)
        .join('\n');
    check(loaded.length > 5, `only ${loaded.length} files were counted`);
    check(scripts < MAX_SCRIPT_BYTES, `${scripts} bytes of script:\n${list()}`);
    check(all < MAX_TOTAL_BYTES, `${all} bytes in all:\n${list()}`);
    const outside = loaded.filter((entry) => !entry.url.startsWith(url));
    check(
      outside.length === 0 && one.pageErrors.length === 0,
      [...outside.map((entry) => entry.url), ...one.pageErrors].join('\n'),
    );
    await page.waitForTimeout(3000);
    const before = await page.evaluate(() => globalThis.startedTimers);
    await page.waitForTimeout(3000);
    const timers = (await page.evaluate(() => globalThis.startedTimers)) - before;
    // Bold and italic come after the first order can be given, and only once.
    const lateFaces = (list) => list.filter((entry) => /(bold|italic|inter)\S*\.woff2/i.test(entry.url));
    check(lateFaces(loaded).length === 0, `faces before the first order:\n${list()}`);
    const faces = await page.evaluate(() =>
      [...document.fonts].map((face) => `${face.family} ${face.weight} ${face.style} ${face.status}`),
    );
    check(
      faces.some((face) => /700 normal loaded/.test(face)) &&
        faces.some((face) => /italic loaded/.test(face)),
      `faces at rest: ${faces.join(', ')}`,
    );
    check(timers <= MAX_TIMERS_AT_REST, `${timers} timers were started while nothing happened`);
    if (process.env.DETENTE_LIST) console.log(list());
    results.push(
      `${language}: ${(scripts / 1000).toFixed(0)} kB of script, ${(all / 1000).toFixed(0)} kB in all`,
    );
    await one.context.close();
  }
  return results.join('; ');
}

/** In the page: notes when the first order can be given. */
function noteReady() {
  const observer = new MutationObserver(() => {
    const isReady =
      document.querySelector('[data-ready=true] .layer svg') && document.querySelector('.order-hint');
    if (!isReady) return;
    globalThis.readyAt = Date.now();
    observer.disconnect();
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
}

/** In the page: counts the timers that it starts. */
function countTimers() {
  const start = globalThis.setTimeout;
  globalThis.startedTimers = 0;
  globalThis.setTimeout = (...given) => {
    globalThis.startedTimers += 1;
    return start(...given);
  };
}

// How many bytes are downloaded from the front page to the first order of a game against bots, and from
// where.

import { countDownloads } from './downloads.mjs';
import { check, person, PHONE } from './harness.mjs';
import { translator } from './texts.mjs';

export const title = 'small downloads on a phone';

// German has the longest texts.
const MAX_SCRIPT_BYTES = 104_600;
const MAX_TOTAL_BYTES = 256_000;

export async function run({ browser, url }) {
  const results = [];
  for (const language of ['en', 'de']) {
    // Without the service worker, whose downloads are not counted.
    const one = await person(browser, url, { ...PHONE, locale: language, serviceWorkers: 'block' });
    const { page } = one;
    const t = translator(language);
    const count = await countDownloads(page);
    await page.goto(url);
    await page.getByRole('button', { name: new RegExp(t('front.bots')) }).click();
    await page.waitForURL(/\/g\//);
    await page.waitForSelector('[data-ready=true] .layer svg');
    await page.locator('.order-hint').waitFor();
    const { all, scripts, loaded } = await count.stop();
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
    if (process.env.DETENTE_LIST) console.log(list());
    results.push(
      `${language}: ${(scripts / 1000).toFixed(0)} kB of script, ${(all / 1000).toFixed(0)} kB in all`,
    );
    await one.context.close();
  }
  return results.join('; ');
}

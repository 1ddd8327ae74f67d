// Runs all stories of this folder, or those named, against the real program. Screenshots of a failed story
// are stored in a temporary folder.

import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startBrowser, startProgram } from './harness.mjs';

/** Short stories about the worst errors: lost or doubled orders, no talk, too large pages. */
const CORE = ['network', 'tabs', 'talk', 'weight'];

const named = process.argv.slice(2);
const wanted = named.includes('core') ? [...named.filter((part) => part !== 'core'), ...CORE] : named;
const files = readdirSync(new URL('.', import.meta.url)).filter(
  (name) => name.endsWith('.spec.mjs') && (wanted.length === 0 || wanted.some((part) => name.includes(part))),
);
if (files.length === 0) {
  console.error(`no story is called ${wanted.join(', ')}`);
  process.exit(1);
}
const program = await startProgram();
const browser = await startBrowser();
let [failed, leftOut] = [0, 0];
try {
  for (const file of files) {
    const { title, run, skipReason } = await import(new URL(file, import.meta.url));
    const missing = skipReason?.() ?? null;
    if (missing !== null) {
      leftOut += 1;
      console.log(`LEFT OUT  ${title}: ${missing}`);
      continue;
    }
    const start = Date.now();
    try {
      const result = await run({ browser, url: program.url, program });
      console.log(`ok      ${title} (${((Date.now() - start) / 1000).toFixed(0)} s): ${result}`);
    } catch (error) {
      failed += 1;
      console.error(`FAILED  ${title}: ${error.stack ?? error}`);
      console.error(`        screenshots: ${await saveScreenshots()}`);
    }
    // Pages that a failed story left open would disturb the next one.
    await Promise.all(browser.contexts().map((context) => context.close()));
  }
} finally {
  await browser.close();
  await program.stop();
}
const stories = `${files.length - leftOut} stories`;
console.log(
  (failed === 0 ? `all ${stories} passed` : `${failed} of ${stories} failed`) +
    (leftOut === 0 ? '' : `, ${leftOut} left out`),
);
// A run in which every story was skipped is no success.
process.exit(failed === 0 && leftOut < files.length ? 0 : 1);

async function saveScreenshots() {
  const folder = mkdtempSync(join(tmpdir(), 'detente-failed-'));
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [n, page] of pages.entries())
    await page.screenshot({ path: join(folder, `${n}.png`), timeout: 10_000 }).catch(() => undefined);
  return folder;
}

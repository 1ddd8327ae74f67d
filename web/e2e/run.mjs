// Runs every check in this folder, or those named, against the real program.

import { readdirSync } from 'node:fs';

import { startBrowser, startProgram } from './lib.mjs';

const wanted = process.argv.slice(2);
const files = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.spec.mjs') && (wanted.length === 0 || wanted.some((part) => name.includes(part))));
const program = await startProgram();
const browser = await startBrowser();
let failed = 0;
try {
  for (const file of files) {
    const { title, run } = await import(new URL(file, import.meta.url));
    const start = Date.now();
    try {
      const said = await run({ browser, url: program.url, program });
      console.log(`ok      ${title} (${((Date.now() - start) / 1000).toFixed(0)} s): ${said}`);
    } catch (error) {
      failed += 1;
      console.error(`FAILED  ${title}: ${error.stack ?? error}`);
    }
  }
} finally {
  await browser.close();
  await program.stop();
}
process.exit(failed === 0 ? 0 : 1);

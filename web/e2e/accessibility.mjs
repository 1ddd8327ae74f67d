// Accessibility of what is on the page, and that nothing is too small or too wide for a phone.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { check } from './harness.mjs';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function checkAccessibility(page, what) {
  // Through the protocol, not as a script of the page: the page's policy forbids those.
  await page.evaluate(source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  const told = violations.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.target} ${node.failureSummary}`).join('; ')}`);
  check(violations.length === 0, `${what}: ${told.join('\n')}`);
}

/** No sideways scrolling, and controls of 44 pixels. */
export async function checkFitsPhone(page, what) {
  const found = await page.evaluate(() => {
    const small = [...document.querySelectorAll('button, select, input:not([type=checkbox], [type=radio]), textarea, summary, a.button')]
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ one, box }) => !one.matches('.visually-hidden') && box.width > 0 && box.height > 0 && (box.height < 43.5 || box.width < 43.5))
      .map(({ one, box }) => `${one.outerHTML.slice(0, 80)} ${box.width.toFixed(0)}×${box.height.toFixed(0)}`);
    return { small, wide: document.documentElement.scrollWidth - innerWidth };
  });
  check(found.wide <= 0, `${what}: ${found.wide} pixels too wide`);
  check(found.small.length === 0, `${what}: too small: ${found.small.join('; ')}`);
}

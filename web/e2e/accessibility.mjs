// Checks the accessibility of a page with axe, and that nothing is too small or too wide for a phone.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { check } from './harness.mjs';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function checkAccessibility(page, what) {
  // By the debugging protocol, because the content security policy forbids scripts from elsewhere.
  await page.evaluate(source);
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ['violations'] }),
  );
  const details = violations.map(
    (violation) =>
      `${violation.id}: ${violation.nodes.map((node) => `${node.target} ${node.failureSummary}`).join('; ')}`,
  );
  check(violations.length === 0, `${what}: ${details.join('\n')}`);
}

/** No sideways scrolling, and controls of at least 44 pixels. */
export async function checkFitsPhone(page, what) {
  const found = await page.evaluate(() => {
    const small = [
      ...document.querySelectorAll(
        'button, select, input:not([type=checkbox], [type=radio]), textarea, summary, a.button',
      ),
    ]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(
        ({ element, box }) =>
          !element.matches('.visually-hidden') &&
          box.width > 0 &&
          box.height > 0 &&
          (box.height < 43.5 || box.width < 43.5),
      )
      .map(
        ({ element, box }) =>
          `${element.outerHTML.slice(0, 80)} ${box.width.toFixed(0)}×${box.height.toFixed(0)}`,
      );
    return { small, excess: document.documentElement.scrollWidth - innerWidth };
  });
  check(found.excess <= 0, `${what}: ${found.excess} pixels too wide`);
  check(found.small.length === 0, `${what}: too small: ${found.small.join('; ')}`);
}

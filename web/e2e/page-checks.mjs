// What every part of a page must pass: axe, in light and dark, and on a phone its widths and sizes. With
// `DETENTE_SHOTS` screenshots are stored in that folder.

import { checkAccessibility, checkFitsPhone } from './accessibility.mjs';

/** The narrowest phone that we support. */
export const NARROW_PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

const MAX_FADE_MS = 10_000;

/**
 * Until the browser has drawn the page in its new colours, and what fades has faded. It looks again at each
 * frame: the promise `finished` of a transition that ends at once may never settle in Chromium.
 */
async function waitForFrames(page) {
  await page.evaluate(async (limit) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const fades = () =>
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await frame();
    await frame();
    const start = performance.now();
    while (fades().length > 0) {
      if (performance.now() - start > limit) throw new Error(`${fades().length} animations do not end`);
      await frame();
    }
  }, MAX_FADE_MS);
}

export async function checkPage(page, name) {
  const isPhone = page.viewportSize().width < 900;
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await waitForFrames(page);
    await checkAccessibility(page, `${name}, ${colorScheme}`);
    if (process.env.DETENTE_SHOTS)
      await page.screenshot({
        path: `${process.env.DETENTE_SHOTS}/${name.replaceAll(' ', '-')}-${isPhone ? 'phone' : 'desk'}-${colorScheme}.png`,
      });
  }
  await page.emulateMedia({ colorScheme: null });
  if (isPhone) await checkFitsPhone(page, name);
}

/** Opens a game and waits until its map is drawn. */
export async function openGame(page, url, id) {
  await page.goto(`${url}/g/${id}`);
  await page.waitForSelector('[data-ready=true] .layer svg');
}

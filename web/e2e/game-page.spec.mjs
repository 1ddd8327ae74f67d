// Every part of the game page, light and dark, desktop and phone, in each language: axe, widths, sizes of
// controls.

import { checkAccessibility, checkFitsPhone } from './accessibility.mjs';
import { check, DESKTOP, person, PHONE, soloGame } from './harness.mjs';
import { randomNumbers, randomOrders } from './play-solo.mjs';

export const title = 'the game page is accessible and fits a phone';

const LANGUAGES = ['en', 'nl', 'fr', 'es', 'de'];

export async function run({ browser, url }) {
  const maker = await person(browser, url);
  const id = await soloGame(maker, 'Ada', 'en', 'russia');
  for (let i = 0; i < 3; i++) {
    const before = await maker.api('GET', `/games/${id}`);
    const options = await maker.api('GET', `/games/${id}/options`);
    await maker.api('POST', `/games/${id}/orders`, {
      deeds: randomOrders(options, randomNumbers(i)),
      draft: false,
      stance: 'ready',
      all_or_nothing: true,
    });
    for (let k = 0; k < 100 && (await maker.api('GET', `/games/${id}`)).records === before.records; k++)
      await maker.page.waitForTimeout(100);
  }
  const open = await maker.api('POST', '/games', {
    preset: 'evening',
    listed: false,
    bots: ['novice'],
    join: true,
  });
  const storageState = await maker.context.storageState();
  let checks = 0;
  for (const [n, language] of LANGUAGES.entries()) {
    for (const screen of [DESKTOP, PHONE]) {
      const shade = (n + (screen === PHONE ? 1 : 0)) % 2 === 0 ? 'light' : 'dark';
      const someone = await person(browser, url, {
        ...screen,
        storageState,
        locale: language,
        colorScheme: shade,
      });
      const { page } = someone;
      const checkPage = async (what) => {
        const where = `${what} ${language} ${shade} ${screen === PHONE ? 'phone' : 'desk'}`;
        await checkAccessibility(page, where);
        if (screen === PHONE) await checkFitsPhone(page, where);
        if (process.env.DETENTE_SHOTS)
          await page.screenshot({ path: `${process.env.DETENTE_SHOTS}/${where.replaceAll(' ', '-')}.png` });
        checks += 1;
      };
      await page.goto(`${url}/g/${id}`);
      await page.waitForSelector('[data-ready=true] .layer svg');
      await checkPage('map');
      for (const tab of ['orders', 'talk', 'history', 'table']) {
        await page.locator(`#tab-${tab}`).click();
        await checkPage(tab);
      }
      await page.keyboard.press('[');
      await page.waitForSelector('.reveal, .replay-controls', { state: 'attached' });
      if (screen === PHONE) await page.locator('#tab-map').click();
      else await page.locator('#tab-orders').click();
      // The last phase may be one of builds, which have no reasons to open.
      await page.locator('.reveal :is(.order, .adjusted)').first().click();
      await checkPage('record');
      await page.goto(`${url}/g/${open.id}`);
      await page.waitForSelector('.members');
      await checkPage('gathering');
      check(someone.pageErrors.length === 0, someone.pageErrors.join('\n'));
      await someone.context.close();
    }
  }
  await maker.context.close();
  return `${checks} checks`;
}

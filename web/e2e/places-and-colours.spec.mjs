// The table of places, abbreviations and letters in five languages (E6, E7): searched, printed, in Dutch and
// French. And the colours of the rulebooks on the map (A1).

import { check, person, soloGame, waitUntil } from './harness.mjs';
import { checkPage, NARROW_PHONE, openGame } from './page-checks.mjs';
import { translator } from './texts.mjs';

export const title = 'the table of places, and the colours of the map';

export async function run({ browser, url }) {
  const ada = await person(browser, url, { locale: 'nl' });
  const bob = await person(browser, url, { ...NARROW_PHONE, locale: 'fr' });
  await places(ada.page, url, 'nl');
  await places(bob.page, url, 'fr');
  await printed(ada.page);
  await colours(ada, url, 'nl');
  await colours(bob, url, 'fr');
  for (const one of [ada, bob]) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return 'searched, printed, coloured';
}

async function places(page, url, language) {
  const t = translator(language);
  await page.goto(`${url}/learn`);
  await page.getByRole('link', { name: t('places.title') }).click();
  await page.waitForURL(/\/learn\/places/);
  const rows = page.locator('table').first().locator('tbody tr');
  await rows.first().waitFor();
  check((await rows.count()) === 75, `there are ${await rows.count()} places`);
  await checkPage(page, `places ${language}`);
  // Abbreviations of any language find the place; accents do not matter.
  const search = page.getByRole('searchbox');
  for (const [words, expected] of [
    ['munchen', 'München'],
    ['Mty', 'MTy'],
    ['galicie', 'Galicie'],
    ['Nrd', 'Nrd'],
  ]) {
    await search.fill(words);
    await waitUntil(page, `${words} is found`, async () => {
      const text = await page.locator('table').first().locator('tbody').innerText();
      return text.includes(expected) && (await rows.count()) < 10;
    });
  }
  await search.fill('Narnia');
  await page.getByText(t('places.found', { n: 0 }), { exact: true }).waitFor();
  await search.fill('');
  // The letters: Spanish armies are E, its support is A and its convoy T.
  const letters = page.locator('table.letters');
  const column = await letters.locator('thead th').allInnerTexts();
  const spanish = column.findIndex((name) => /^Español$/i.test(name));
  const cell = (key) =>
    letters
      .locator('tbody tr', { has: page.locator(`th:text-is("${t(key)}")`) })
      .locator('td')
      .nth(spanish - 1)
      .locator('strong')
      .innerText();
  check((await cell('sign.army')) === 'E', 'the Spanish army');
  check((await cell('sign.support')) === 'A', 'the Spanish support');
  check((await cell('sign.convoy')) === 'T', 'the Spanish convoy');
  await letters.scrollIntoViewIfNeeded();
  await checkPage(page, `letters ${language}`);
}

/** On paper there is no search and nothing is cut off at the side. */
async function printed(page) {
  await page.emulateMedia({ media: 'print' });
  check(!(await page.getByRole('searchbox').isVisible()), 'the search is printed');
  const excess = await page.evaluate(() => {
    const table = document.querySelector('table');
    return table.scrollWidth - table.parentElement.clientWidth;
  });
  check(excess <= 1, `the table is ${excess} pixels too wide for the paper`);
  if (process.env.DETENTE_SHOTS)
    await page.pdf({ path: `${process.env.DETENTE_SHOTS}/places.pdf`, format: 'A4' });
  await page.emulateMedia({ media: null });
}

/** The colours of the land follow the choice, in light and dark, and the choice is kept. */
async function colours(someone, url, language) {
  const { page } = someone;
  const t = translator(language);
  const id = await soloGame(someone, `Colours ${language}`, language);
  await openGame(page, url, id);
  await page.locator('#tab-table').click();
  await page.getByText(t('palette.title'), { exact: true }).click();
  /** The fills of the land on the map. */
  const colour = () =>
    page.evaluate(() => {
      const land = document.querySelectorAll('.map .layer svg path[class]');
      return [...new Set([...land].map((element) => getComputedStyle(element).fill))].sort().join(';');
    });
  const own = await colour();
  const seen = new Set([own]);
  for (const key of ['dutch', 'french', 'german']) {
    await page.getByLabel(t('palette.label')).selectOption(key);
    await waitUntil(page, `the colours of ${key}`, async () => {
      const now = await colour();
      return !seen.has(now) && seen.add(now);
    });
  }
  check(seen.size === 4, 'two palettes are alike');
  const german = await colour();
  await page.getByLabel(t('palette.label')).scrollIntoViewIfNeeded();
  await checkPage(page, `colours ${language}`);
  await page.reload();
  await page.waitForSelector('[data-ready=true] .layer svg');
  await waitUntil(page, 'the choice is kept', async () => (await colour()) === german);
  // The account page has the same choice.
  await page.goto(`${url}/me`);
  check((await page.getByLabel(t('palette.label')).inputValue()) === 'german', 'the choice is not kept');
  await page.getByLabel(t('palette.label')).selectOption('clear');
}

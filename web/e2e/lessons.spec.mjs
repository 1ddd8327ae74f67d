// The lessons (F25, F25a, H6): the clarifications, the German examples with the sample turn, and the worked
// builds, each with map, orders and reasons. In German on a desktop, in French on a phone.

import { check, person, waitUntil } from './harness.mjs';
import { checkPage, NARROW_PHONE } from './page-checks.mjs';
import { translator } from './texts.mjs';

export const title = 'lessons with the examples of the rulebooks';

/** How many examples a lesson has, and what one of them says in German and French. */
const LESSONS = {
  orders: [
    9,
    'Triest und Böhmen haben keine gemeinsame Grenze',
    'Trieste et la Bohême n’ont pas de frontière',
  ],
  reach: [11, 'von der Nordküste von St. Petersburg', 'de la côte nord de Saint-Pétersbourg'],
  support: [11, 'Zwei gegen eins: Moskau fällt', 'Deux contre un : Moscou tombe'],
  standoffs: [9, 'Drei Armeen dürfen im Kreis weiterrücken', 'Trois armées peuvent tourner en cercle'],
  convoys: [10, 'Eine Kette aus zwei Flotten', 'Une chaîne de deux flottes'],
  retreats: [6, 'dorthin, woher der Angreifer kam', 'vers la province d’où venait l’assaillant'],
  builds: [8, 'Sieben Zentren, fünf Einheiten', 'Sept centres, cinq unités'],
  'sample-turn': [4, 'Rumänien fällt', 'La Roumanie tombe'],
};

export async function run({ browser, url }) {
  const ada = await person(browser, url, { locale: 'de' });
  const bob = await person(browser, url, { ...NARROW_PHONE, locale: 'fr' });
  await lessons(ada.page, url, 'de');
  await lessons(bob.page, url, 'fr');
  await sampleTurn(ada.page, url);
  await builds(bob.page, url);
  for (const one of [ada, bob]) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return `${Object.values(LESSONS).reduce((sum, [count]) => sum + count, 0)} examples in two languages`;
}

const plain = (text) => text.replaceAll('’', "'").replaceAll('\u00a0', ' ');

/** From the overview through all lessons, one after the other. */
async function lessons(page, url, language) {
  const t = translator(language);
  await page.goto(`${url}/learn`);
  await page.getByRole('heading', { name: t('learn.lessons') }).scrollIntoViewIfNeeded();
  await page.locator('.lessons a').first().waitFor();
  await checkPage(page, 'overview of the lessons');
  await page.locator('.lessons a').first().click();
  for (const [i, [key, [count, german, french]]] of Object.entries(LESSONS).entries()) {
    await page.waitForURL(`${url}/learn/lessons/${key}`);
    const examples = page.locator('section.card');
    await waitUntil(page, `${count} examples of ${key}`, async () => (await examples.count()) === count);
    const wanted = language === 'de' ? german : french;
    const headings = (await examples.locator('h2').allInnerTexts()).map(plain);
    check(
      headings.some((heading) => heading.includes(plain(wanted))),
      `${key}: no “${wanted}” among ${headings}`,
    );
    // Every example gives a reason for every order.
    const reasons = await examples.locator('li .reason').allInnerTexts();
    check(
      reasons.length >= count && reasons.every((text) => text.trim() !== ''),
      `${key}: ${reasons.length}`,
    );
    await page.locator('.board-crop .board svg').first().waitFor();
    await checkPage(page, `lesson ${key} ${language}`);
    if (i + 1 < Object.keys(LESSONS).length) await page.locator('.links a[rel=next]').click();
  }
  check((await page.locator('.links a[rel=next]').count()) === 0, 'the last lesson has a next one');
}

/** The sample turn with its retreat and its builds (F25a). */
async function sampleTurn(page, url) {
  await page.goto(`${url}/learn/lessons/sample-turn`);
  const example = page.locator('section.card').first();
  const views = example.locator('.views button');
  await views.first().waitFor();
  check((await views.count()) === 4, 'moves, retreats, builds, and what becomes of it');
  await example
    .getByText(/Rumänien.*vertrieben/)
    .first()
    .waitFor();
  await views.nth(1).click();
  await example
    .getByText(/Sewastopol/)
    .first()
    .waitFor();
  await views.nth(2).click();
  await example
    .getByText(/baut.*Smyrna.*auf/)
    .first()
    .waitFor();
  await checkPage(page, 'sample turn builds');
}

/** The worked builds (H6): why there is one build only. */
async function builds(page, url) {
  await page.goto(`${url}/learn/lessons/builds`);
  const french = page.locator('section.card', { hasText: 'Brest est occupée' });
  await french.getByText(/ne peut pas construire à Brest/).waitFor();
  await french.getByText(/ne peut pas construire à Marseille/).waitFor();
  await french.getByText(/centres 5, unités 2, peut construire 1/).waitFor();
  const english = page.locator('section.card', { hasText: 'Sept centres' });
  await english.getByText(/construit une flotte à Édimbourg/).waitFor();
  await english.scrollIntoViewIfNeeded();
  await checkPage(page, 'worked builds');
}

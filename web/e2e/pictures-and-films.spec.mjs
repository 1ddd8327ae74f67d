// Pictures of past phases, dark and light, the game as GIF, APNG and as a page to step through, from the page;
// and the documentation of the API. In Spanish on a desktop and in German on a phone.

import { check, person, soloGame, waitUntil } from './harness.mjs';
import { checkPage, NARROW_PHONE, openGame } from './page-checks.mjs';
import { translator } from './texts.mjs';

export const title = 'pictures of past phases, and films of the game';

export async function run({ browser, url }) {
  for (const [language, options] of [
    ['es', { locale: 'es' }],
    ['de', { ...NARROW_PHONE, locale: 'de' }],
  ]) {
    const someone = await person(browser, url, options);
    await story(someone, url, language);
    check(someone.pageErrors.length === 0, someone.pageErrors.join('\n'));
    await someone.context.close();
  }
  return 'PNG, SVG, GIF, APNG, page, API';
}

async function story(someone, url, language) {
  const { page, context } = someone;
  const t = translator(language);
  const id = await soloGame(someone, `Films ${language}`, language);
  await someone.api('POST', `/games/${id}/orders`, { deeds: [], stance: 'ready' });
  await waitUntil(
    page,
    'a phase is resolved',
    async () => (await someone.api('GET', `/games/${id}`)).records > 0,
  );
  await openGame(page, url, id);
  await page.locator('#tab-table').click();
  await page.getByText(t('files.title'), { exact: true }).click();
  const link = (key) => page.getByRole('link', { name: t(key), exact: true });
  const fetched = async (key) => {
    const response = await context.request.get(new URL(await link(key).getAttribute('href'), url).href);
    check(response.ok(), `${key}: ${response.status()}`);
    return { type: response.headers()['content-type'], body: await response.body() };
  };
  await link('table.png').scrollIntoViewIfNeeded();
  await checkPage(page, `files ${language}`);

  // The past phase differs from now, dark differs from light.
  const now = await fetched('table.png');
  check(now.type === 'image/png', now.type);
  await page.getByLabel(t('files.phase')).selectOption('0');
  const past = await fetched('table.png');
  check(!past.body.equals(now.body), 'the past phase is the position of now');
  await page.getByLabel(t('files.shade')).selectOption('dark');
  const dark = await fetched('table.svg');
  await page.getByLabel(t('files.shade')).selectOption('light');
  const light = await fetched('table.svg');
  check(dark.type === 'image/svg+xml' && !dark.body.equals(light.body), 'dark is not dark');

  const gif = await fetched('files.gif');
  check(gif.type === 'image/gif' && gif.body.subarray(0, 6).toString() === 'GIF89a', gif.type);
  const apng = await fetched('files.apng');
  check(apng.type === 'image/apng' && apng.body.includes('acTL'), apng.type);

  // The page to step through works by itself.
  const film = await context.newPage();
  const errors = [];
  film.on('pageerror', (error) => errors.push(error.message));
  await film.goto(new URL(await link('files.page').getAttribute('href'), url).href);
  await film.locator('svg').first().waitFor();
  const heading = () => film.locator('#title').innerText();
  const first = await heading();
  await film.locator('#next').click();
  await waitUntil(film, 'the next phase', async () => (await heading()) !== first);
  check(errors.length === 0, errors.join('\n'));
  if (process.env.DETENTE_SHOTS)
    await film.screenshot({ path: `${process.env.DETENTE_SHOTS}/film-${language}.png` });
  await film.close();

  const api = await context.newPage();
  await api.goto(new URL(await link('files.api').getAttribute('href'), url).href);
  await api.getByRole('heading', { name: /API/ }).waitFor();
  await api.close();
}

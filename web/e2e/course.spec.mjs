// The course (L1): all lessons from the overview to the end, in German on a desktop by map and lists,
// in French on a narrow phone by lists alone, as keyboards and screen readers use them.

import { countDownloads } from './downloads.mjs';
import { check, person, waitUntil } from './harness.mjs';
import { tapMap } from './order-entry.mjs';
import { checkPage, NARROW_PHONE } from './page-checks.mjs';
import { translator } from './texts.mjs';

export const title = 'the course';

/** What a lesson may add to what the overview has loaded. */
const MAX_LESSON_BYTES = 60_000;
/** Lessons whose steps are all checked with axe: one of each kind of task. */
const CHECKED = new Set(['aim', 'units', 'support', 'retreats', 'builds', 'clock']);

export async function run({ browser, url }) {
  const ada = await person(browser, url, { locale: 'de' });
  const bob = await person(browser, url, { ...NARROW_PHONE, locale: 'fr' });
  const largest = await weighLesson(browser, url);
  const steps = await course(ada, url, 'de', 'map');
  await course(bob, url, 'fr', 'list');
  await mistakes(ada.page, url);
  await byTouch(bob, url);
  await gameForTwo(ada, bob, url);
  await onAnotherDevice(browser, ada, url);
  for (const one of [ada, bob]) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return `${steps} steps in two languages; a lesson adds ${(largest / 1000).toFixed(0)} kB`;
}

/** From the overview through all lessons: every step is answered rightly. */
async function course({ page, api }, url, language, how) {
  const t = translator(language);
  const lessons = await api('GET', `/learn/course?language=${language}`);
  const board = await api('GET', `/board?language=${language}`);
  check(lessons.length >= 15 && lessons.length <= 20, `${lessons.length} lessons`);
  await page.goto(`${url}/learn`);
  await page.getByRole('link', { name: t('course.start') }).waitFor();
  await checkPage(page, `course overview ${language}`);
  await page.getByRole('link', { name: t('course.start') }).click();
  let count = 0;
  for (const [i, { key }] of lessons.entries()) {
    const lesson = await api('GET', `/learn/course/${key}?language=${language}`);
    await page.waitForURL(`${url}/learn/course/${key}`);
    for (const [n, step] of lesson.steps.entries()) {
      await page.getByText(step.text, { exact: true }).waitFor();
      if (step.position) await page.waitForSelector('[data-ready=true] .layer svg');
      await answer(page, board, t, step, how);
      const done = page.locator('.result .verdict');
      await done.getByText(t('course.right')).waitFor();
      if (step.done) await page.getByText(step.done, { exact: true }).waitFor();
      // The judge gives the reason for every order.
      if (step.task.kind === 'order' || step.task.kind === 'predict')
        await page.locator('.why li').first().waitFor();
      if (CHECKED.has(key)) await checkPage(page, `course ${key} ${n + 1} ${language}`);
      count += 1;
      const isLast = n + 1 === lesson.steps.length;
      const next = lessons[i + 1];
      const name = !isLast
        ? t('course.next_step')
        : next
          ? t('course.next_lesson', { title: next.title })
          : t('course.to_overview');
      if (isLast && !next) {
        const link = page.getByRole('link', { name: t('course.game_for_two') });
        check((await link.getAttribute('href')) === '/new?players=2', 'no way to the game for two');
      }
      await page.getByRole('button', { name, exact: true }).click();
    }
  }
  await page.waitForURL(`${url}/learn`);
  await page.getByText(t('course.all_done')).waitFor();
  return count;
}

async function answer(page, board, t, { task }, how) {
  const press = (name) => page.getByRole('button', { name, exact: true }).click();
  switch (task.kind) {
    case 'touch':
      for (const province of task.provinces)
        if (how === 'map') await tapMap(page, board, province);
        else await page.locator('.add select').selectOption(province);
      await waitUntil(
        page,
        'all provinces are touched',
        async () => (await page.locator('.touched .chip').count()) === task.provinces.length,
      );
      return press(t('course.check'));
    case 'quiz':
      await page.getByRole('radio').nth(task.right).check();
      return press(t('course.check'));
    case 'order':
      await write(page, board, task, how);
      break;
    case 'predict':
      break;
    default:
      throw new Error(task.kind);
  }
  for (const one of task.predictions)
    await page.locator(`input[name="fate-${one.at}"][value="${one.fate}"]`).check();
  await press(t('course.resolve'));
}

/** Moves by two taps on the map, everything else from the list. */
async function write(page, board, task, how) {
  const rows = task.options.units.map((unit) => unit.at);
  for (const deed of task.solution) {
    const isStep =
      deed.order === 'move' &&
      !deed.to.includes('/') &&
      task.options.units.find((unit) => unit.at === deed.at)?.moves.includes(deed.to);
    const isOwnThere = rows.includes(deed.to);
    if (how === 'map' && isStep && !isOwnThere) {
      await tapMap(page, board, deed.at);
      await tapMap(page, board, deed.to);
      await page.keyboard.press('Escape');
    } else if (deed.order === 'build' || deed.order === 'remove') {
      const all = task.options.adjustments.flatMap((one) => [
        ...one.armies.map((at) => `army ${at}`),
        ...one.fleets.map((at) => `fleet ${at}`),
        ...one.removals.map((at) => `remove ${at}`),
      ]);
      const wanted = deed.order === 'build' ? `${deed.kind} ${deed.at}` : `remove ${deed.at}`;
      await page.getByRole('checkbox').nth(all.indexOf(wanted)).check();
    } else {
      const select = page.locator('.panel select').nth(rows.indexOf(deed.at));
      const { by_convoy: _, ...wanted } = deed;
      const values = await select.locator('option').evaluateAll((all) => all.map((one) => one.value));
      const value = values.find((text) => {
        if (text === '') return false;
        const { by_convoy: _, ...entry } = Object.fromEntries(JSON.parse(text));
        return JSON.stringify(Object.entries(entry).sort()) === JSON.stringify(Object.entries(wanted).sort());
      });
      check(value, `the list has ${JSON.stringify(deed)}: ${values.join(' ')}`);
      await select.selectOption(value);
    }
  }
}

/** A wrong answer is explained and can be mended; "show me" gives the right one. */
async function mistakes(page, url) {
  const t = translator('de');
  const press = (name) => page.getByRole('button', { name, exact: true }).click();
  await page.goto(`${url}/learn/course/support`);
  await page.locator('.panel select').first().waitFor();
  // A move without support does not take Burgundy: the reason is shown.
  const select = page.locator('.panel select').nth(1);
  const values = await select.locator('option').evaluateAll((all) => all.map((one) => one.value));
  await select.selectOption(values.find((text) => text.includes('"move"') && text.includes('"bur"')));
  await press(t('course.resolve'));
  await page.getByText(t('course.not_yet')).waitFor();
  await page.locator('.why .reason').first().waitFor();
  await checkPage(page, 'course not yet de');
  await press(t('course.show_me'));
  await press(t('course.resolve'));
  await page.getByText(t('course.right')).waitFor();
  await page.goto(`${url}/learn/course/units`);
  await page.locator('.add select').selectOption('mar');
  await press(t('course.check'));
  await page.getByText(t('course.wrong_provinces', { n: 1 })).waitFor();
}

/** Support and convoy by touch on the narrowest phone, as the text says: the map shows what it is about. */
async function byTouch({ page, api }, url) {
  const t = translator('fr');
  const board = await api('GET', '/board?language=fr');
  const tap = (place) => tapMap(page, board, place, 'touch');
  const pick = (text) => page.locator('.order-menu button', { hasText: text }).first().click();
  const open = async (key) => {
    await page.goto(`${url}/learn/course/${key}`);
    await page.waitForSelector('[data-ready=true] .layer svg');
    await waitUntil(
      page,
      'the map is near what the step is about',
      async () =>
        (await page.locator('.layer svg').first().boundingBox()).width > 1.5 * NARROW_PHONE.viewport.width,
    );
  };
  const resolve = async () => {
    await page.getByRole('button', { name: t('course.resolve'), exact: true }).click();
    await page.locator('.result .verdict').getByText(t('course.right')).waitFor();
  };
  await open('support');
  await tap('gas');
  await checkPage(page, 'course menu by touch fr');
  await pick(t('order.support'));
  await page.getByText(t('bar.support_whom')).waitFor();
  await tap('mar');
  await tap('bur');
  await tap('mar');
  await tap('bur');
  await page.locator('.order-menu button').first().click();
  await resolve();
  await open('convoys');
  await tap('lon');
  await tap('nwy');
  await tap('nth');
  await pick(t('order.convoy'));
  await tap('lon');
  await tap('nwy');
  const rows = await page.locator('.panel select').evaluateAll((all) => all.map((one) => one.value));
  check(!rows.includes(''), `the list shows what was touched: ${rows.join(' | ')}`);
  await resolve();
}

/** The game for two as a first game for two newcomers (K5a): one starts it after the course, the other joins. */
async function gameForTwo(ada, bob, url) {
  const [de, fr] = [translator('de'), translator('fr')];
  await ada.page.goto(`${url}/new?players=2`);
  const players = ada.page.getByLabel(de('new.players'), { exact: true }).first();
  await waitUntil(ada.page, 'the form is for two players', async () => (await players.inputValue()) === '2');
  await checkPage(ada.page, 'a new game for two');
  await ada.page.getByRole('button', { name: de('new.make') }).click();
  await ada.page.waitForURL(/\/g\//);
  await bob.page.goto(ada.page.url());
  await bob.page.getByLabel(fr('shell.your_name')).fill('Bob');
  await bob.page.getByRole('button', { name: fr('gather.join') }).click();
  for (const { page } of [ada, bob]) await page.waitForSelector('[data-ready=true] .layer svg');
  const game = await ada.api('GET', `/games/${ada.page.url().split('/').at(-1)}`);
  check(game.state.phase.includes('1914'), `it begins in ${game.state.phase}`);
  const shares = game.table.map((powers) => powers.length).sort();
  check(shares.length === 2 && shares[0] === 3 && shares[1] === 3, `powers of the players: ${shares}`);
}

/** Who has a name finds the progress on another device. */
async function onAnotherDevice(browser, ada, url) {
  const t = translator('de');
  const sent = ada.page.waitForResponse((response) => response.url().includes('/api/me/course'));
  await ada.page.goto(`${url}/learn`);
  check((await sent).ok(), 'the progress was not taken');
  const cookies = await ada.context.cookies();
  const other = await person(browser, url, { locale: 'de', storageState: { cookies, origins: [] } });
  await other.page.goto(`${url}/learn`);
  await other.page.getByText(t('course.all_done')).waitFor();
  check(other.pageErrors.length === 0, other.pageErrors.join('\n'));
  await other.context.close();
}

/** How many bytes a lesson adds to the overview: the largest of three. */
async function weighLesson(browser, url) {
  const one = await person(browser, url, { locale: 'de', serviceWorkers: 'block' });
  let largest = 0;
  await one.page.goto(`${url}/learn`);
  await one.page.locator('.sample').first().waitFor();
  const t = translator('de');
  for (const key of ['aim', 'year', 'seas']) {
    await one.page.goto(`${url}/learn`);
    await one.page.getByRole('heading', { name: t('course.title') }).waitFor();
    await one.page.waitForLoadState('networkidle');
    const count = await countDownloads(one.page);
    await one.page.locator(`a[href="/learn/course/${key}"]`).last().click();
    await one.page.waitForSelector('[data-ready=true] .layer svg');
    const { loaded } = await count.stop();
    // The map of the board is the same as in a game, and comes from the cache after the first lesson.
    const own = loaded.filter((entry) => !/\/api\/board|\.woff2/.test(entry.url));
    const bytes = own.reduce((sum, entry) => sum + entry.bytes, 0);
    largest = Math.max(largest, bytes);
    check(
      bytes < MAX_LESSON_BYTES,
      `lesson ${key}: ${bytes}\n${own.map((entry) => `${entry.bytes} ${entry.url}`).join('\n')}`,
    );
  }
  await one.context.close();
  return largest;
}

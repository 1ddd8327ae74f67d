// Practice puzzles: by touch, by the list and by keys; wrong and right answers with reasons; hints; the puzzle of the
// day; the run against the clock; the record. In English on a desktop, in German on the narrowest phone.

import { check, person, waitUntil } from './harness.mjs';
import { orderByMap, provinceOf } from './order-entry.mjs';
import { checkPage, NARROW_PHONE } from './page-checks.mjs';
import { translator } from './texts.mjs';

export const title = 'practice puzzles';

const KINDS = ['take', 'save', 'cut', 'fear', 'retreat', 'hold'];

export async function run({ browser, url }) {
  const ada = await person(browser, url, { locale: 'en' });
  const bob = await person(browser, url, { ...NARROW_PHONE, locale: 'de' });
  const board = await (await fetch(`${url}/api/board?variant=standard&language=en`)).json();
  await fromLearn(ada.page, url, 'en');
  for (const kind of KINDS) await solveFromList(ada.page, url, kind, 'en');
  await solveOnMap(ada.page, url, board);
  await runAgainstClock(ada.page, url, 'en');
  await fromLearn(bob.page, url, 'de');
  for (const kind of ['take', 'cut', 'retreat']) await solveFromList(bob.page, url, kind, 'de');
  await daily(ada.page, bob.page, url);
  for (const one of [ada, bob]) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return `${KINDS.length} kinds, by list and by map, in two languages`;
}

async function fromLearn(page, url, language) {
  const t = translator(language);
  await page.goto(`${url}/learn`);
  await page.getByRole('link', { name: t('learn.practice') }).click();
  await page.waitForURL(`${url}/learn/practice`);
  await mapReady(page);
  await checkPage(page, `practice ${language}`);
}

const mapReady = (page) => page.waitForSelector('.play-board [data-ready=true] .layer svg');

/** Chooses a kind and waits for its puzzle. */
async function open(page, kind, t) {
  const list = page.getByRole('combobox', { name: t('practice.kind'), exact: true });
  // A kind that is chosen already gives no new puzzle.
  if ((await list.inputValue()) === kind) await chooseKind(page, list, 'all', '/practice/');
  const response = await chooseKind(page, list, kind, `/practice/${kind}/`);
  const puzzle = await response.json();
  await page.locator('.side h2').first().waitFor();
  return puzzle;
}

/** Chooses from the list, and returns the answer with the puzzle. */
async function chooseKind(page, list, kind, address) {
  const [response] = await Promise.all([
    page.waitForResponse((response) => response.url().includes(address)),
    list.selectOption(kind),
  ]);
  await response.finished();
  return response;
}

/** What the server says of a wrong answer: the orders or places that were right. */
async function solution(url, puzzle) {
  const answer = await fetch(`${url}/api/learn/practice/${puzzle.kind}/${puzzle.number}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ deeds: [], places: [] }),
  });
  check(answer.ok, `answer: ${answer.status}`);
  return answer.json();
}

const keyOf = (deed) => JSON.stringify(Object.entries(deed).sort());

/** First nothing right, with reasons and a hint; then the solution, all from the lists. */
async function solveFromList(page, url, kind, language) {
  const t = translator(language);
  const puzzle = await open(page, kind, t);
  const right = await solution(url, puzzle);
  await page.getByRole('button', { name: t('practice.hint'), exact: true }).click();
  await page.locator('.hint').first().waitFor();
  const lists = page.locator('.side .card select');
  const boxes = page.locator('.side .card input[type=checkbox]');
  const answer = page.getByRole('button', { name: t('practice.answer'), exact: true });
  check(await answer.isDisabled(), `${kind}: an empty answer can be sent`);
  // Wrong: the first unit holds or disbands, or the places that are not right are chosen.
  if (puzzle.places.length > 0) {
    for (const [i, place] of puzzle.places.entries())
      if (!right.places.includes(place)) await boxes.nth(i).check();
  } else
    await lists
      .first()
      .selectOption({ index: kind === 'retreat' ? puzzle.options.units[0].retreats.length + 1 : 1 });
  await answer.click();
  await page.getByText(t('practice.wrong'), { exact: true }).waitFor();
  await checkPage(page, `practice wrong ${kind} ${language}`);
  await page.getByRole('button', { name: t('practice.show_solution') }).click();
  await page.getByRole('heading', { name: t('practice.why') }).waitFor();
  await page.getByRole('button', { name: t('practice.again') }).click();
  // Right.
  if (puzzle.places.length > 0) {
    for (const [i, place] of puzzle.places.entries())
      await boxes.nth(i).setChecked(right.places.includes(place));
  } else if (kind === 'retreat') {
    const at = puzzle.options.units[0].retreats.indexOf(right.places[0]);
    await lists.first().selectOption({ index: at + 1 });
  } else {
    for (const [i, unit] of puzzle.options.units.entries()) {
      const line = right.key.find((line) => line.deed.at === unit.at);
      const values = await lists
        .nth(i)
        .locator('option')
        .evaluateAll((all) => all.map((one) => one.value));
      const wanted = line ? values.find((value) => value !== '' && sameOrder(value, line.deed)) : '';
      check(wanted !== undefined, `${kind}: the list of ${unit.at} has no ${JSON.stringify(line)}`);
      await lists.nth(i).selectOption(wanted);
    }
  }
  await answer.click();
  await page.getByText(t('practice.solved'), { exact: true }).waitFor();
  check((await page.locator('.side .card .reason').count()) > 0, `${kind}: no reasons`);
  await checkPage(page, `practice solved ${kind} ${language}`);
  await page.getByRole('button', { name: t('practice.next') }).click();
  await answer.waitFor();
}

/** The value of an option is the order as text; a move may say "by convoy" or not. */
function sameOrder(value, deed) {
  const plain = (order) => keyOf({ ...order, by_convoy: undefined });
  return plain(Object.fromEntries(JSON.parse(value))) === plain(deed);
}

/** A puzzle solved by touching the map. */
async function solveOnMap(page, url, board) {
  const t = translator('en');
  const puzzle = await open(page, 'hold', t);
  const right = await solution(url, puzzle);
  await mapReady(page);
  for (const { deed } of right.key)
    await orderByMap(
      page,
      board,
      { ...deed, at: provinceOf(deed.at) },
      { ...puzzle.options, places: {} },
      'mouse',
    );
  await page.getByRole('button', { name: t('practice.answer'), exact: true }).click();
  await page.getByText(t('practice.solved'), { exact: true }).waitFor();
}

/** Three wrong answers end a run; the record counts. */
async function runAgainstClock(page, url, language) {
  const t = translator(language);
  await page.getByRole('button', { name: t('practice.mode_run') }).click();
  await page.getByRole('button', { name: t('practice.run_start') }).click();
  await page.getByRole('timer').waitFor();
  for (let wrong = 0; wrong < 3; wrong++) {
    const answer = page.getByRole('button', { name: t('practice.answer'), exact: true });
    await answer.waitFor();
    const boxes = page.locator('.side .card input[type=checkbox]');
    // Everything is never right; a unit that holds or disbands never is either.
    if ((await boxes.count()) > 0) for (const box of await boxes.all()) await box.check();
    else {
      const list = page.locator('.side .card select').first();
      const values = await list.locator('option').evaluateAll((all) => all.map((one) => one.value));
      const idle = values.find((value) => value.includes('hold') && !value.includes('support'));
      await list.selectOption(idle ?? values.at(-1));
    }
    await answer.click();
    await page.getByText(t('practice.wrong'), { exact: true }).waitFor();
    if (wrong < 2) await page.getByRole('button', { name: t('practice.next') }).click();
  }
  await page.getByText(t('practice.run_over', { n: 0 })).waitFor();
  await checkPage(page, 'practice run over');
  const tried = await page.evaluate(() => JSON.parse(localStorage.getItem('detente:practice')).tried);
  check(tried >= 10, `the record counts ${tried} puzzles`);
  await page.reload();
  await mapReady(page);
  await waitUntil(page, 'the record after a reload', async () =>
    (await page.locator('.record dd').first().innerText()).endsWith(`/ ${tried}`),
  );
}

/** Both see the same puzzle of the day. */
async function daily(one, other, url) {
  const puzzles = [];
  for (const [page, language] of [
    [one, 'en'],
    [other, 'de'],
  ]) {
    const t = translator(language);
    await page.goto(`${url}/learn/practice`);
    await mapReady(page);
    const loaded = page.waitForResponse((response) => response.url().includes('/learn/daily/'));
    await page.getByRole('button', { name: t('practice.mode_daily') }).click();
    puzzles.push(await (await loaded).json());
    await mapReady(page);
    await checkPage(page, `practice daily ${language}`);
  }
  check(
    JSON.stringify(puzzles[0].position) === JSON.stringify(puzzles[1].position),
    'two puzzles of one day',
  );
}

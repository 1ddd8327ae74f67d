// A first game with the coach, from the greeting to the builds of 1902, with hints; then the reference, the pages to
// print, and guessing the sample game. In English on a desktop, in Spanish on a narrow phone.

import { check, person, waitUntil } from './harness.mjs';
import { pointOf } from './order-entry.mjs';
import { checkPage, NARROW_PHONE } from './page-checks.mjs';
import { translator } from './texts.mjs';

export const title = 'the first game with a coach, and the reference';

export async function run({ browser, url }) {
  const ada = await person(browser, url, { locale: 'en-GB' });
  const bob = await person(browser, url, { ...NARROW_PHONE, locale: 'es' });
  const year = await firstGame(ada, url, 'en', 1902);
  await firstGame(bob, url, 'es', 1901);
  await reference(ada.page, url, 'en', 'stand-off');
  await reference(bob.page, url, 'es', 'enfrentamiento');
  await summary(ada.page, url, 'en');
  await summary(bob.page, url, 'es');
  await guess(ada.page, url, 'en');
  await guess(bob.page, url, 'es');
  for (const one of [ada, bob]) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return `a first game to ${year}`;
}

/** Plays by hints alone to the builds of a year: the coach says what comes next, and the hint says an order. */
async function firstGame({ page, api }, url, language, lastYear) {
  const t = translator(language);
  await page.goto(url);
  await page.getByRole('button', { name: new RegExp(t('front.bots')) }).click();
  await page.waitForURL(/\/g\//);
  const id = page.url().split('/').at(-1);
  const game = await api('GET', `/games/${id}`);
  check(['england', 'france', 'turkey'].includes(game.viewer.powers[0]), `seat ${game.viewer.powers}`);
  const coach = page.locator('.coach');
  await coach.waitFor();
  check((await coach.getAttribute('data-step')) === 'welcome', 'the coach greets');
  await checkPage(page, `coach welcome ${language}`);
  const board = await api('GET', `/board?language=${language}`);
  await coversNoUnit(page, game, board, 'the greeting');
  // It can be turned off and on again.
  await coach.getByRole('button', { name: t('coach.off') }).click();
  await waitUntil(page, 'the coach is gone', async () => (await coach.count()) === 0);
  await page.getByRole('button', { name: t('coach.on'), exact: true }).click();
  await coach.waitFor();
  const seen = new Set();
  let phase = '';
  for (let turn = 0; turn < 12; turn++) {
    const now = await api('GET', `/games/${id}`);
    phase = now.state.phase;
    if (now.state.state !== 'underway' || Number(phase.slice(1, 5)) > lastYear) break;
    await buttonsStandApart(page, phase);
    await playPhase(page, t, language, seen, turn, () => coversNoUnit(page, game, board, 'a hint'));
    await waitUntil(page, `the phase after ${phase}`, async () => {
      const next = await api('GET', `/games/${id}`);
      return next.state.phase !== phase || next.state.state !== 'underway';
    });
    await toPresent(page, t, seen);
    if (turn === 0) await coversNoUnit(page, await api('GET', `/games/${id}`), board, 'Fall');
  }
  check(Number(phase.slice(1, 5)) > lastYear, `the game stopped at ${phase}`);
  const wanted = ['welcome', 'submit', 'results', 'fall', ...(lastYear > 1901 ? ['support'] : [])];
  for (const step of wanted) check(seen.has(step), `the coach said ${[...seen].join(', ')}`);
  return phase;
}

/** Nothing of the guide, the bar and the buttons of the map lies over a unit of the player. */
async function coversNoUnit(page, game, board, what) {
  const own = game.position.units.filter((unit) => game.viewer.powers.includes(unit.power));
  await waitUntil(page, `${what}: no unit is covered`, async () => {
    const points = await Promise.all(own.map((unit) => pointOf(page, board, unit.at)));
    return page.evaluate(
      (all) =>
        all.every(({ x, y }) => {
          const top = document.elementFromPoint(x, y);
          return top?.closest('.board') != null && top.closest('[data-over]') === null;
        }),
      points,
    );
  });
}

/** No button beneath the map of a phone lies over another one. */
async function buttonsStandApart(page, what) {
  const boxes = await page
    .locator('.bar button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const overlaps = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  for (const [i, one] of boxes.entries())
    check(!boxes.slice(i + 1).some((other) => overlaps(one, other)), `${what}: buttons overlap`);
}

/** Notes what the coach says now. */
async function note(page, seen) {
  const step = await page
    .locator('.coach')
    .getAttribute('data-step', { timeout: 1500 })
    .catch(() => null);
  if (step) seen.add(step);
}

async function playPhase(page, t, language, seen, turn, covers) {
  await note(page, seen);
  const hint = page.getByRole('button', { name: t('hint.name'), exact: true });
  await hint.waitFor();
  await hint.click();
  const card = page.locator('.hint-card');
  const write = card.getByRole('button', { name: t('hint.write') });
  await write
    .or(card.getByText(t('hint.nothing')))
    .first()
    .waitFor();
  if (turn === 0) {
    await checkPage(page, `hint ${language}`);
    await covers();
  }
  for (let i = 0; i < 20 && (await card.count()) > 0; i++) {
    const order = card.locator('.order');
    if ((await order.count()) === 0) break;
    check((await card.locator('p').nth(1).innerText()).trim().length > 10, 'a hint has a reason');
    await write.click();
    await page.waitForTimeout(60);
  }
  if ((await card.count()) > 0) await card.getByRole('button', { name: t('hint.close') }).click();
  await note(page, seen);
  await page.locator('.hand-in .button.main').first().click();
}

/** Looks at the results and goes on. */
async function toPresent(page, t, seen) {
  // On a busy machine they come late.
  await page
    .locator('.reveal')
    .first()
    .waitFor({ timeout: 5000 })
    .catch(() => undefined);
  await note(page, seen);
  await waitUntil(page, 'the present', async () => {
    if ((await page.locator('.order-hint, .status-line').count()) > 0) return true;
    await page.keyboard.press('Escape');
    return false;
  });
}

/** A search, an answer, and its example with other orders. */
async function reference(page, url, language, word) {
  const t = translator(language);
  await page.goto(`${url}/learn`);
  await page.getByRole('link', { name: new RegExp(t('reference.title')) }).click();
  await page.waitForURL(`${url}/learn/reference`);
  await page.getByRole('searchbox').fill(word);
  const answers = page.locator('li', { has: page.getByRole('button', { name: t('reference.try') }) });
  await answers.first().waitFor();
  check((await answers.count()) >= 5, `${await answers.count()} answers for ${word}`);
  await answers
    .first()
    .getByRole('button', { name: t('reference.try') })
    .click();
  await page.waitForSelector('[data-ready=true] .layer svg');
  await page.getByRole('button', { name: t('course.resolve'), exact: true }).click();
  await page.locator('.player .reason').first().waitFor();
  await checkPage(page, `reference ${language}`);
  // Every reason of a game leads to a rule, and its diagrams can be played with.
  await page.goto(`${url}/learn/rules/13`);
  await page
    .getByRole('button', { name: t('course.try_it') })
    .first()
    .click();
  await page.locator('.player select').first().waitFor();
  await checkPage(page, `rule to try ${language}`);
}

/** Two pages of paper. */
async function summary(page, url, language) {
  await page.goto(`${url}/learn/summary`);
  await page.locator('.second li').first().waitFor();
  await checkPage(page, `summary ${language}`);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)?.length ?? 0;
  check(pages === 2, `${language}: the summary has ${pages} pages`);
}

/** The sample game from Spring 1901 to the end, with the first answer everywhere; then the German sample turn. */
async function guess(page, url, language) {
  const t = translator(language);
  await page.goto(`${url}/learn/guess`);
  for (const source of ['sample', 'turn']) {
    if (source === 'turn') await page.getByRole('button', { name: t('guess.turn') }).click();
    for (let phase = 0; phase < 10; phase++) {
      await page.waitForSelector('[data-ready=true] .layer svg');
      const show = page.getByRole('button', { name: t('guess.show') });
      await show.waitFor();
      const questions = page.locator('fieldset');
      for (let i = 0; i < (await questions.count()); i++)
        await questions.nth(i).getByRole('radio').first().check();
      await show.click();
      if (phase === 0) {
        await page.locator('.score').waitFor();
        await checkPage(page, `guess ${source} ${language}`);
      }
      const next = page.getByRole('button', { name: t('sample.next') });
      if ((await next.count()) === 0) break;
      await next.click();
    }
    await page
      .getByText(t('guess.total', { right: 0, of: 0 }).split(/[\d ]/)[0])
      .first()
      .waitFor();
  }
}

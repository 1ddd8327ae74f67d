// Everything that can go wrong for a person is explained, with what to do, in the person's language.

import { check, person, soloGame, waitUntil } from './harness.mjs';
import { translator } from './texts.mjs';

export const title = 'errors are explained in the reader’s language';

const LANGUAGES = ['en', 'nl', 'fr', 'es', 'de'];

/** The refusals of the server, the newest last. */
function recordRefusals(page) {
  const refusals = [];
  page.on('response', async (response) => {
    if (response.status() < 400 || !response.url().includes('/api/')) return;
    const problem = await response.json().catch(() => null);
    if (problem?.message) refusals.push(problem);
  });
  return refusals;
}

/** Waits until the message of the refusal with this id is on the page, word for word. */
async function waitForRefusal(one, refusals, id) {
  const problem = await waitUntil(one.page, `the server refuses: ${id}`, () =>
    refusals.find((problem) => problem.id === id),
  );
  await one.page.getByRole('alert').filter({ hasText: problem.message, visible: true }).first().waitFor();
  return problem.message;
}

const stories = {
  /** Somebody else took the last seat, and the page does not know it yet. */
  async 'the game is full'({ newPerson, url, language, t }) {
    const maker = await newPerson();
    await maker.api('POST', '/me', { name: 'Ada' });
    const { presets } = await maker.api('GET', '/presets');
    const settings = {
      ...presets.find((preset) => preset.key === 'daily').settings,
      title: 'Full',
      players: 7,
      check_in: 3600,
    };
    const { id } = await maker.api('POST', '/games', {
      preset: 'daily',
      settings,
      listed: false,
      bots: Array(5).fill('novice'),
      join: true,
    });
    const late = await newPerson({ locale: language });
    const refusals = recordRefusals(late.page);
    await late.page.goto(`${url}/g/${id}`);
    const join = late.page.getByRole('button', { name: t('gather.join'), exact: true });
    await late.page.getByLabel(t('shell.your_name')).fill('Late');
    await join.waitFor();
    await late.page.route(`**/api/games/${id}?**`, (route) => route.abort());
    const quick = await newPerson();
    await quick.api('POST', '/me', { name: 'Quick' });
    await quick.api('POST', `/games/${id}/commands`, { do: 'join' });
    await join.click();
    const message = await waitForRefusal(late, refusals, 'full');
    await late.page.unroute(`**/api/games/${id}?**`);
    await late.page.reload();
    await late.page.getByText(t('gather.full')).waitFor();
    return message;
  },

  /** The phase ends while orders are sent: they are not taken and not lost, and the page says so. */
  async 'the deadline has just passed'({ newPerson, url, language, t }) {
    const one = await newPerson({ locale: language });
    const { page, api } = one;
    const refusals = recordRefusals(page);
    const id = await soloGame(one, 'Ada', language, 'france');
    await page.goto(`${url}/g/${id}`);
    await page.locator('#tab-orders').click();
    await page.getByRole('button', { name: t('orders.by_text'), exact: true }).click();
    await page.getByLabel(t('typing.label')).fill('A PAR - BUR\nA MAR H\nF BRE H');
    await page.waitForFunction(() => document.querySelectorAll('.sentences li').length === 3);
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route('**/orders?**', async (route) => {
      await held;
      await route.continue();
    });
    await page
      .getByRole('button', { name: t('sheet.hand_in'), exact: true })
      .filter({ visible: true })
      .first()
      .click();
    // The same person hands in other orders on another device; the bots were waiting for them.
    await api('POST', `/games/${id}/orders`, {
      text: 'A PAR - PIC\nA MAR H\nF BRE H',
      draft: false,
      stance: 'ready',
      all_or_nothing: true,
    });
    await waitUntil(page, 'the phase ends', async () => (await api('GET', `/games/${id}`)).records === 1);
    release();
    const message = await waitForRefusal(one, refusals, 'wrong_paper');
    await page.locator('.lost-orders li', { hasText: 'A PAR - BUR' }).waitFor();
    const record = await api('GET', `/games/${id}/records/0`);
    const orders = record.ruled.filter((ruled) => ruled.power === 'france').map((ruled) => ruled.short);
    check(orders.length === 3 && orders.some((order) => /Pic/i.test(order)), `the record has ${orders}`);
    check(
      ((await api('GET', `/games/${id}`)).desk?.draft ?? []).length === 0,
      'old orders are in the new phase',
    );
    return message;
  },

  async 'the network is gone'({ newPerson, url, language, t }) {
    const one = await newPerson({ locale: language });
    const { page, context, api } = one;
    const id = await soloGame(one, 'Ada', language, 'italy');
    await page.goto(`${url}/g/${id}`);
    await page.waitForSelector('[data-ready=true] .layer svg');
    await page.locator('#tab-orders').click();
    await page.getByRole('button', { name: t('orders.by_text'), exact: true }).click();
    await context.setOffline(true);
    await page.getByText(t('link.offline')).first().waitFor();
    await page.getByText(t('offline.notice')).waitFor();
    await page.getByLabel(t('typing.label')).fill('A VEN H');
    await page
      .getByRole('button', { name: t('sheet.hand_in'), exact: true })
      .filter({ visible: true })
      .last()
      .click();
    await page
      .getByRole('alert')
      .filter({ hasText: t('error.offline'), visible: true })
      .first()
      .waitFor();
    await context.setOffline(false);
    await page.getByText(t('offline.notice')).waitFor({ state: 'detached' });
    await waitUntil(
      page,
      'what was typed is sent',
      async () => ((await api('GET', `/games/${id}`)).desk?.draft ?? []).length === 1,
    );
    return t('error.offline');
  },

  /** Signed out in another tab: this tab still shows the orders. */
  async 'it is not your seat'({ newPerson, url, language, t }) {
    const one = await newPerson({ locale: language });
    const refusals = recordRefusals(one.page);
    const id = await soloGame(one, 'Ada', language, 'turkey');
    await one.page.goto(`${url}/g/${id}`);
    await one.page.waitForSelector('[data-ready=true] .layer svg');
    await one.context.clearCookies();
    await one.api('POST', '/me', { name: 'Somebody else', language });
    await one.page.locator('#tab-orders').click();
    await one.page
      .getByRole('button', { name: t('sheet.hand_in'), exact: true })
      .filter({ visible: true })
      .first()
      .click();
    const message = await waitForRefusal(one, refusals, 'not_seated');
    await one.page.getByText(t('bar.watching')).first().waitFor();
    return message;
  },

  async 'an order is not legal'({ newPerson, url, language, t }) {
    const one = await newPerson({ locale: language });
    const { page } = one;
    const id = await soloGame(one, 'Ada', language, 'france');
    await page.goto(`${url}/g/${id}`);
    await page.locator('#tab-orders').click();
    await page.getByRole('button', { name: t('orders.by_text'), exact: true }).click();
    await page.getByLabel(t('typing.label')).fill('A MAR - SPA\nA PAR - LON\nF BRE - PAR');
    const problems = page.locator('.problems li');
    await problems.nth(1).waitFor();
    const texts = await problems.allInnerTexts();
    check(texts.length === 2, `${texts.length} problems: ${texts}`);
    check((await page.locator('.underlines u').count()) === 2, 'the errors are not underlined');
    check((await problems.first().getByRole('button').count()) > 0, 'nothing is suggested');
    await problems.first().getByRole('button').first().click();
    await waitUntil(page, 'the suggestion is taken', async () => (await problems.count()) === 1);
    return texts[0].split('\n')[1];
  },

  async 'the game does not exist'({ newPerson, url, language }) {
    const one = await newPerson({ locale: language });
    const refusals = recordRefusals(one.page);
    await one.page.goto(`${url}/g/nosuchgame`);
    return waitForRefusal(one, refusals, 'no_such_game');
  },
};

/** The program stops and starts again while somebody writes. */
async function restarted({ newPerson, url, program, language, t }) {
  const one = await newPerson({ locale: language });
  const { page, api } = one;
  const id = await soloGame(one, 'Ada', language, 'england');
  await page.goto(`${url}/g/${id}`);
  await page.waitForSelector('[data-ready=true] .layer svg');
  await page.locator('#tab-orders').click();
  await page.getByRole('button', { name: t('orders.by_text'), exact: true }).click();
  await program.restart.end();
  await page.getByText(t('link.offline')).first().waitFor();
  await page.getByLabel(t('typing.label')).fill('F LON - ENG\nF EDI - NTH\nA LVP H');
  await page.getByText(t('offline.server')).waitFor();
  await program.restart.start();
  await waitUntil(
    page,
    'the orders are sent',
    async () => ((await api('GET', `/games/${id}`)).desk?.draft ?? []).length === 3,
  );
  await page.getByText(t('offline.server')).waitFor({ state: 'detached' });
  check((await page.getByText(t('link.offline')).count()) === 0, 'the page still says that it is offline');
  return t('link.offline');
}

export async function run({ browser, url, program }) {
  const wanted = process.env.DETENTE_STORY ?? '';
  const all = program.restart ? { ...stories, 'the server was restarted': restarted } : stories;
  const failed = [];
  let passed = 0;
  for (const [name, story] of Object.entries(all).filter(([name]) => name.includes(wanted))) {
    const messages = new Map();
    // A restart affects everybody: two languages are enough.
    for (const language of name.includes('restarted') ? ['fr', 'de'] : LANGUAGES) {
      const people = [];
      const newPerson = async (options) => {
        const one = await person(browser, url, options);
        people.push(one);
        return one;
      };
      try {
        messages.set(language, await story({ newPerson, url, program, language, t: translator(language) }));
        const pageErrors = people.flatMap((one) => one.pageErrors);
        check(pageErrors.length === 0, pageErrors.join('; '));
        passed += 1;
      } catch (error) {
        failed.push(`${name}, ${language}: ${error.message}`);
        if (process.env.DETENTE_SHOTS)
          for (const [n, one] of people.entries())
            await one.page
              .screenshot({
                path: `${process.env.DETENTE_SHOTS}/${name.replaceAll(' ', '-')}-${language}-${n}.png`,
              })
              .catch(() => undefined);
      }
      await Promise.all(people.map((one) => one.context.close()));
    }
    const different = new Set(messages.values());
    if (different.size !== messages.size)
      failed.push(
        `${name}: the same words in two languages: ${[...messages].map((one) => one.join(': ')).join('; ')}`,
      );
  }
  check(failed.length === 0, failed.join('\n'));
  return `${passed} times`;
}

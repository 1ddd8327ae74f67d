// Two tabs of one player, a tab that slept for an hour, a phase that ends during an incomplete order: nothing
// is lost or counted twice.

import { check, person, soloGame, waitUntil } from './harness.mjs';
import { tapMap } from './order-entry.mjs';

export const title = 'two tabs, a sleeping tab, a phase that ends';

const summary = (lines) =>
  (lines ?? [])
    .map(({ deed }) => (deed?.to ? `${deed.at}-${deed.to}` : `${deed?.at} ${deed?.order}`))
    .sort()
    .join('; ');
const draft = async (one, id) => {
  const { desk } = await one.api('GET', `/games/${id}`);
  return summary(desk?.draft ?? desk?.sheet);
};
const open = async (page, url, id) => {
  await page.goto(`${url}/g/${id}`);
  await page.waitForSelector('[data-ready=true] .layer svg');
};
const goOn = (page) =>
  page
    .getByRole('button', { name: /^(Continue|Current phase)$/ })
    .filter({ visible: true })
    .first();
const ordersOf = async (one, id, number, power) => {
  const record = await one.api('GET', `/games/${id}/records/${number}?language=en`);
  return record.ruled.filter((ruled) => ruled.power === power);
};

/** Hands in on another device of the same person; the bots are waiting for it. */
async function handInElsewhere(one, id, text) {
  const before = (await one.api('GET', `/games/${id}`)).records;
  await one.api('POST', `/games/${id}/orders`, { text, draft: false, stance: 'ready', all_or_nothing: true });
  await waitUntil(
    one.page,
    'the phase ends',
    async () => (await one.api('GET', `/games/${id}`)).records > before,
  );
}

const stories = {
  async 'two tabs write one sheet and both hand it in'({ one, url }) {
    const { page, context } = one;
    const board = await one.api('GET', '/board?language=en');
    const id = await soloGame(one, 'Ada', 'en', 'france');
    const other = await context.newPage();
    other.setDefaultTimeout(30_000);
    await open(page, url, id);
    await open(other, url, id);
    await tapMap(page, board, 'par');
    await tapMap(page, board, 'bur');
    await waitUntil(other, 'the other tab shows it', async () =>
      (
        await other
          .locator('[data-order-of="par"]')
          .getByRole('combobox')
          .nth(1)
          .evaluate((select) => select.selectedOptions[0].textContent)
          .catch(() => '')
      ).includes('Burgundy'),
    );
    // The other tab continues with text, the first with the map. No order is lost.
    await other.locator('#tab-orders').click();
    await other.getByRole('button', { name: 'Text', exact: true }).click();
    await other.getByLabel(/Orders, one per line/).fill('A Par - Bur\nA Mar - Spa');
    await waitUntil(page, 'the draft has both', async () => (await draft(one, id)) === 'mar-spa; par-bur');
    await waitUntil(page, 'the first tab shows both', async () =>
      (
        await page
          .locator('.order-hint')
          .innerText()
          .catch(() => '')
      ).includes('1 has no order'),
    );
    await tapMap(page, board, 'bre');
    await tapMap(page, board, 'mao');
    await waitUntil(
      page,
      'the draft has all',
      async () => (await draft(one, id)) === 'bre-mao; mar-spa; par-bur',
    );
    await waitUntil(
      other,
      'the typing tab shows all',
      async () => (await other.getByLabel(/Orders, one per line/).inputValue()).split('\n').length === 3,
    );
    // Both press at once.
    const press = (tab) =>
      tab
        .getByRole('button', { name: 'Submit orders', exact: true })
        .filter({ visible: true })
        .first()
        .click();
    await Promise.allSettled([press(page), press(other)]);
    await waitUntil(page, 'the phase ends', async () => (await one.api('GET', `/games/${id}`)).records === 1);
    const ruled = await ordersOf(one, id, 0, 'france');
    check(summary(ruled) === 'bre-mao; mar-spa; par-bur', `the record has ${summary(ruled)}`);
    for (const tab of [page, other]) {
      await goOn(tab).click();
      await tab.locator('.phase', { hasText: 'Fall 1901' }).first().waitFor();
      check(
        (await tab.locator('.lost-orders').count()) === 0,
        'a tab says that orders were lost, and they counted',
      );
    }
    check((await draft(one, id)) === '', 'an order is in the next phase');
    check((await one.api('GET', `/games/${id}`)).records === 1, 'the phase counted twice');
  },

  async 'a tab sleeps for an hour'({ one, url }) {
    const { page, context } = one;
    const id = await soloGame(one, 'Ada', 'en', 'italy');
    await page.clock.install();
    await open(page, url, id);
    await page.locator('#tab-orders').click();
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await page.getByLabel(/Orders, one per line/).fill('A Ven - Tyr\nA Rom - Ven');
    await page.clock.runFor(1000);
    await waitUntil(page, 'the draft is saved', async () => (await draft(one, id)) === 'rom-ven; ven-tyr');
    // Asleep: no network, no script, the clock is stopped.
    const devtools = await context.newCDPSession(page);
    await context.setOffline(true);
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    await handInElsewhere(one, id, 'A Ven H\nA Rom - Apu\nF Nap - Ion');
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await context.setOffline(false);
    await page.clock.fastForward('01:00:00');
    await page.clock.resume();
    // It catches up without a reload, says what did not count, and starts with an empty sheet.
    await page.locator('.phase', { hasText: 'Fall 1901' }).first().waitFor();
    const lost = await page.locator('.lost-orders').innerText();
    check(lost.includes('A Ven - Tyr') && lost.includes('Spring 1901'), `it says: ${lost}`);
    check((await draft(one, id)) === '', 'an old order is in the next phase');
    check(
      summary(await ordersOf(one, id, 0, 'italy')) === 'nap-ion; rom-apu; ven hold',
      'the record has other orders',
    );
    await page.locator('.lost-orders').getByRole('button', { name: 'Close' }).click();
    await page.locator('.lost-orders').waitFor({ state: 'detached' });
    // The game continues.
    await goOn(page).click();
    await page.getByLabel(/Orders, one per line/).fill('F Ion C A Apu - Tun\nA Apu - Tun\nA Ven H');
    await waitUntil(
      page,
      'the new draft is saved',
      async () => (await draft(one, id)).split('; ').length === 3,
    );
  },

  async 'the phase ends while an order is incomplete'({ one, url }) {
    const { page } = one;
    const board = await one.api('GET', '/board?language=en');
    const id = await soloGame(one, 'Ada', 'en', 'turkey');
    await open(page, url, id);
    // On the map: a unit and the kind of order are chosen, but not the supported unit.
    await tapMap(page, board, 'con');
    await page.locator('.order-menu').getByRole('button', { name: 'Support …' }).click();
    await handInElsewhere(one, id, 'A Con - Bul\nA Smy - Con\nF Ank H');
    await goOn(page).click();
    await page.locator('.order-hint', { hasText: 'Choose a unit' }).waitFor();
    // A tap on a former target gives no order now.
    await tapMap(page, board, 'rum');
    await page.waitForTimeout(600);
    check((await draft(one, id)) === '', 'an incomplete order became one');
    check((await page.locator('.lost-orders').count()) === 0, 'nothing had been written');

    // In the list: a verb is chosen, its destination is not.
    await page.locator('#tab-orders').click();
    await page.getByRole('button', { name: 'List', exact: true }).click();
    const row = page.locator('[data-order-of="bul"]');
    await row.getByRole('combobox').first().selectOption('move');
    await row.getByRole('combobox').nth(1).waitFor();
    await handInElsewhere(one, id, 'A Bul H\nA Con H\nF Ank H');
    await goOn(page).click();
    await waitUntil(
      page,
      'the list is gone or empty',
      async () =>
        (await page.locator('[data-order-of="bul"]').count()) === 0 ||
        (await row.getByRole('combobox').nth(1).count()) === 0,
    );
    check((await draft(one, id)) === '', 'an incomplete order became one');
  },
};

export async function run({ browser, url }) {
  const selected = Object.entries(stories).filter(([name]) => name.includes(process.env.DETENTE_STORY ?? ''));
  for (const [name, story] of selected) {
    const one = await person(browser, url);
    await story({ one, url }).catch((error) => {
      throw new Error(`${name}: ${error.message}`);
    });
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return `${selected.length} stories`;
}

// Broken networks, two tabs, and a phase that ends while somebody writes: nothing is lost or counted twice.

import { check, person, soloGame, waitUntil } from './harness.mjs';

export const title = 'nothing typed is lost';

const sheetText = (view) =>
  (view.desk?.draft ?? view.desk?.sheet ?? [])
    .map((line) => line.short)
    .sort()
    .join('; ');

export async function run({ browser, url }) {
  const someone = await person(browser, url);
  const { page, context, api } = someone;
  const id = await soloGame(someone, 'Ada', 'en', 'france');
  const open = async (tab) => {
    await tab.goto(`${url}/g/${id}`);
    await tab.waitForSelector('[data-ready=true] .layer svg');
    await tab.getByRole('button', { name: 'Text', exact: true }).click();
  };
  await open(page);
  const text = (tab) => tab.getByLabel(/Orders, one per line/);

  // A draft reaches the server and the other tab.
  const other = await context.newPage();
  await open(other);
  await text(page).fill('A Par - Bur');
  await waitUntil(
    page,
    'the draft is saved',
    async () => sheetText(await api('GET', `/games/${id}`)) === 'A Par-Bur',
  );
  await waitUntil(other, 'the other tab shows it', async () =>
    (
      await other
        .locator('.sentences')
        .innerText()
        .catch(() => '')
    ).includes('Paris moves to Burgundy'),
  );

  // Offline: the page says so, the text survives a closed tab, and is sent when the network is back.
  await context.setOffline(true);
  await page.waitForSelector('.offline');
  await text(page).fill('A Par - Bur\nA Mar - Spa');
  await page.waitForTimeout(600);
  await context.setOffline(false);
  await page.reload();
  await page.waitForSelector('[data-ready=true] .layer svg');
  await waitUntil(
    page,
    'what was typed offline is sent',
    async () => sheetText(await api('GET', `/games/${id}`)) === 'A Mar-Spa; A Par-Bur',
  );

  // A unit without an order is named before handing in, which it does not stop. It counts once.
  await page.getByRole('status', { name: 'Before you submit' }).getByText('Brest').first().waitFor();
  const before = await api('GET', `/games/${id}`);
  await page.getByRole('button', { name: 'Submit orders', exact: true }).last().click();
  await waitUntil(
    page,
    'the phase is resolved',
    async () => (await api('GET', `/games/${id}`)).records === before.records + 1,
  );
  const record = await api(
    'GET',
    `/games/${id}/records/${(await api('GET', `/games/${id}/records`)).records[0].number}?language=en`,
  );
  const orders = record.ruled
    .filter((one) => one.power === 'france' && one.deed)
    .map((one) => one.short)
    .sort();
  check(orders.join('; ') === 'A Mar-Spa; A Par-Bur', `the record has: ${orders.join('; ')}`);

  // Both tabs show the new phase without a reload, and old text does not become new orders.
  await waitUntil(other, 'the other tab goes on', async () =>
    (await other.locator('.phase').first().innerText()).includes('Fall 1901'),
  );
  check(sheetText(await api('GET', `/games/${id}`)) === '', 'the new phase begins with an empty sheet');

  // A line that cannot be read is reported, and the other lines count.
  await page
    .getByRole('button', { name: /Continue|Current phase/ })
    .filter({ visible: true })
    .first()
    .click();
  const fall = page.getByLabel(/Orders, one per line/);
  await fall.fill('F Bre H\nsomething else');
  await page.locator('.problems li').first().waitFor();
  await waitUntil(page, 'the good line is saved', async () =>
    sheetText(await api('GET', `/games/${id}`)).startsWith('F Bre'),
  );

  check(someone.pageErrors.length === 0, someone.pageErrors.join('\n'));
  await context.close();
  return 'two tabs, offline, confirmation, counted once';
}

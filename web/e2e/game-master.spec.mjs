// The game master (D4): gives more time, enters a sheet for somebody, talks privately with single players, and
// previews the results. The game master writes French on a desktop, the players Spanish on a phone and English.

import { check, person, waitUntil } from './harness.mjs';
import { checkPage, NARROW_PHONE, openGame } from './page-checks.mjs';
import { translator } from './texts.mjs';

export const title = 'the game master enters a sheet, talks and previews';

export async function run({ browser, url }) {
  const master = await person(browser, url, { locale: 'fr' });
  const ada = await person(browser, url, { ...NARROW_PHONE, locale: 'es' });
  const bob = await person(browser, url);
  for (const [one, name] of [
    [master, 'Max'],
    [ada, 'Ada'],
    [bob, 'Bob'],
  ])
    await one.api('POST', '/me', { name });
  const { presets } = await master.api('GET', '/presets');
  const settings = {
    ...presets.find((preset) => preset.key === 'daily').settings,
    title: 'Table of two',
    players: 2,
    press: 'none',
    goal: { centres: 24, of: 'one_player' },
    allocation: 'chosen',
    master: { sight: 'sees_orders' },
  };
  const { id } = await master.api('POST', '/games', {
    preset: 'daily',
    settings,
    listed: false,
    bots: [],
    join: false,
  });
  await ada.api('POST', `/games/${id}/commands`, { do: 'join', wish: { this: 0 } });
  await bob.api('POST', `/games/${id}/commands`, { do: 'join', wish: { this: 1 } });
  const [fr, es] = [translator('fr'), translator('es')];
  for (const one of [master, ada, bob]) await openGame(one.page, url, id);

  await extendInMinutes(master, id, fr);
  await enterSheet(master, ada, bob, id, fr, es);
  await preview(master, ada, id, fr);
  await talk(master, ada, bob, id, fr, es);
  for (const one of [master, ada, bob]) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return 'entered, previewed, talked';
}

/** The game master gives 15 minutes more. */
async function extendInMinutes(master, id, fr) {
  const { page } = master;
  const due = async () => (await master.api('GET', `/games/${id}`)).state.due;
  const before = await due();
  await page.locator('#tab-table').click();
  await page.getByLabel(fr('new.unit', { setting: fr('votes.length') })).selectOption('minute');
  await page.getByLabel(fr('votes.length'), { exact: true }).fill('15');
  await page.getByRole('button', { name: fr('votes.extend'), exact: true }).click();
  await waitUntil(page, 'the deadline is 15 minutes later', async () => (await due()) === before + 900);
}

async function enterSheet(master, ada, bob, id, fr, es) {
  const { page } = master;
  await page.getByText(fr('master.enter'), { exact: true }).click();
  const box = page.locator('form', { hasText: fr('master.enter_about') });
  await box.getByRole('combobox').selectOption('0');
  // What cannot be read is said while it is typed, and is not taken.
  await box.getByLabel(fr('typing.label')).fill('A Lvp - Yor\nA Paris - Atlantide');
  await box.getByText(/^✗/).first().waitFor();
  check(
    await box.getByRole('button', { name: fr('master.enter_do') }).isDisabled(),
    'a bad sheet can be entered',
  );
  await box.getByLabel(fr('typing.label')).fill('A Paris – Bourgogne');
  await box.getByText(/^✓/).waitFor();
  await waitUntil(page, 'the sheet can be entered', () =>
    box.getByRole('button', { name: fr('master.enter_do') }).isEnabled(),
  );
  await checkPage(page, 'master enters a sheet');
  await box.getByRole('button', { name: fr('master.enter_do') }).click();
  const board = await master.api('GET', '/board?language=fr');
  const { table } = await master.api('GET', `/games/${id}`);
  const names = new Intl.ListFormat('fr').format(table[0].map((power) => board.powers[power].name));
  await page.getByText(fr('master.entered', { who: names })).waitFor();

  // Ada sees it, and everybody sees in the log that it happened. Bob learns nothing of the orders.
  const own = await ada.api('GET', `/games/${id}`);
  check(own.desk.submitted_by === 'master' && own.desk.sheet.length === 1, JSON.stringify(own.desk));
  await ada.page.locator('#tab-orders').tap();
  await ada.page.getByText(es('sheet.by_master')).waitFor();
  await checkPage(ada.page, 'orders by the master');
  const seen = await bob.api('GET', `/games/${id}`);
  check(
    seen.log.some((entry) => entry.notice === 'sheet_entered' && entry.seat === 0),
    'the log does not say it',
  );
  check(!JSON.stringify(seen).includes('"bur"') && seen.sheets.length === 0, 'Bob sees the orders');
  const refused = await bob.api('POST', `/games/${id}/orders`, { text: 'A PAR H', seat: 0 }).catch(String);
  check(/not_the_master/.test(refused), `only the master: ${refused}`);
}

async function preview(master, ada, id, fr) {
  const { page } = master;
  const section = page.locator('.preview');
  await section.getByRole('button', { name: fr('master.preview_do') }).click();
  await section
    .getByText(/Par.*Bou|Paris/)
    .first()
    .waitFor();
  await checkPage(page, 'preview of the results');
  // A player gets none.
  const refused = await ada.api('GET', `/games/${id}/preview`).catch(String);
  check(/not_the_master/.test(refused), refused);
  check((await master.api('GET', `/games/${id}`)).records === 0, 'a preview changes nothing');
}

async function talk(master, ada, bob, id, fr, es) {
  // Nobody talks in this game, but a player can always write to the game master.
  await ada.page.locator('#tab-talk').tap();
  await ada.page.locator('.conversation', { hasText: es('talk.master') }).tap();
  await ada.page.getByRole('textbox').fill('Se me ha roto el ratón');
  await ada.page.getByRole('button', { name: es('talk.send'), exact: true }).tap();
  await ada.page.locator('.message', { hasText: 'ratón' }).waitFor();
  await checkPage(ada.page, 'a player and the master');

  await master.page.locator('#tab-talk').click();
  await master.page.locator('.conversation', { hasText: 'ratón' }).click();
  await master.page.locator('.message', { hasText: 'ratón' }).waitFor();
  await master.page.getByRole('textbox').fill('Je m’en occupe');
  await master.page.getByRole('button', { name: fr('talk.send'), exact: true }).click();
  await ada.page.locator('.message', { hasText: 'occupe' }).waitFor();
  await checkPage(master.page, 'the master and a player');

  // Bob sees nothing of it; the master can begin a conversation with him too.
  const messages = async (one) => (await one.api('GET', `/games/${id}/messages`)).messages;
  check((await messages(bob)).length === 0, 'Bob reads what is not for him');
  await master.page.getByRole('button', { name: fr('talk.back') }).click();
  await master.page.locator('.conversation').nth(2).click();
  await master.page.getByRole('textbox').fill('Et vous ?');
  await master.page.getByRole('button', { name: fr('talk.send'), exact: true }).click();
  await waitUntil(bob.page, 'Bob is asked', async () => (await messages(bob)).length === 1);
  check((await messages(ada)).length === 2, 'Ada reads what is for Bob');
}

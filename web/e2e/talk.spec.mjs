// Two people meet by a link, in two languages: they join, talk, and show each other a plan.

import { checkAccessibility } from './accessibility.mjs';
import { check, person, PHONE } from './harness.mjs';
import { tapMap } from './order-entry.mjs';
import { checkPage } from './page-checks.mjs';
import { translator } from './texts.mjs';

export const title = 'two people join by a link and talk';

export async function run({ browser, url }) {
  const ada = await person(browser, url);
  const bob = await person(browser, url, { ...PHONE, locale: 'fr' });
  await ada.api('POST', '/me', { name: 'Ada', language: 'en' });
  const game = await ada.api('POST', '/games', {
    preset: 'evening',
    listed: false,
    bots: Array(5).fill('random'),
    join: true,
  });

  // Bob has only the link.
  await ada.page.goto(`${url}/g/${game.id}`);
  await bob.page.goto(`${url}/g/${game.id}`);
  await bob.page.getByLabel('Votre nom').fill('Bob');
  await bob.page.getByRole('button', { name: 'Rejoindre' }).click();

  // The last seat is taken: both see the board without a reload.
  await ada.page.waitForSelector('[data-ready=true] .layer svg');
  await bob.page.waitForSelector('[data-ready=true] .layer svg');
  const [seen, board] = [
    await ada.api('GET', `/games/${game.id}`),
    await ada.api('GET', '/board?language=en'),
  ];
  const seat = (await bob.api('GET', `/games/${game.id}`)).viewer.seat;
  const name = board.powers[seen.table[seat][0]].name;

  await ada.page.locator('#tab-talk').click();
  await ada.page.getByRole('button', { name: 'New conversation' }).click();
  await ada.page.getByRole('checkbox', { name }).check();
  await ada.page.getByRole('button', { name: 'Start' }).click();
  await ada.page.getByRole('button', { name: 'Draw a plan' }).click();
  await tapMap(ada.page, board, 'mun');
  await tapMap(ada.page, board, 'bur');
  await ada.page.getByRole('button', { name: 'Done', exact: true }).click();
  await ada.page.getByLabel(/^Message /).fill('Shall we?');
  await ada.page.getByRole('button', { name: 'Send' }).click();
  await ada.page.locator('.message', { hasText: 'Shall we?' }).waitFor();

  // Bob sees the unread mark, reads the message, and views the plan.
  await bob.page.locator('#tab-talk .count').waitFor();
  await bob.page.locator('#tab-talk').click();
  await bob.page.locator('.conversation', { hasText: 'Shall we?' }).click();
  await checkAccessibility(bob.page, 'a conversation');
  await bob.page.getByRole('button', { name: 'Voir le plan' }).click();
  await bob.page.waitForSelector('.marks path');
  await bob.page.getByRole('button', { name: 'Retour à la partie' }).click();
  await bob.page.getByLabel(/^Message à/).fill('Bien sûr.');
  await bob.page.getByRole('button', { name: 'Envoyer' }).click();
  await ada.page.locator('.message', { hasText: 'Bien sûr.' }).waitFor();

  await enterSends(ada.page);
  await fromPowerToTalk(ada.page, name);
  await searchPinsAndNotes(ada.page, translator('en'), 'Shall we');
  await searchPinsAndNotes(bob.page, translator('fr'), 'shall');
  await unreadPerConversation(ada, bob, game.id, seat);

  // A stranger with the link watches, and may not read private messages.
  const eve = await person(browser, url);
  await eve.page.goto(`${url}/g/${game.id}`);
  await eve.page.waitForSelector('[data-ready=true] .layer svg');
  await eve.page.locator('#tab-talk').click();
  check(
    !(await eve.page.locator('body').innerText()).includes('Shall we?'),
    'a spectator read a private message',
  );

  for (const one of [ada, bob, eve]) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return 'joined, talked, showed a plan, searched, pinned, took notes';
}

/** Enter sends; Shift+Enter breaks the line. */
async function enterSends(page) {
  const field = page.getByLabel(/^Message /);
  await field.fill('First');
  await field.press('Shift+Enter');
  await field.pressSequentially('second');
  await field.press('Enter');
  await page.locator('.message', { hasText: /First\nsecond/ }).waitFor();
  check((await field.inputValue()) === '', 'the text stays after it was sent');
}

/** From a power above the map, and from a unit on it, to the talk with it. */
async function fromPowerToTalk(page, name) {
  const t = translator('en');
  await page.getByRole('button', { name: t('talk.back') }).click();
  const bots = page.locator('.conversation', { hasText: t('talk.bot') });
  check((await bots.count()) === 5, `${await bots.count()} of 5 bots are marked`);
  await page.locator('#tab-orders').click();
  await page.locator('.strip button', { hasText: name }).click();
  await page
    .locator('.talk-chip')
    .getByRole('button', { name: t('talk.write', { to: name }) })
    .click();
  await page.locator('.message', { hasText: 'Shall we?' }).waitFor();
}

/** Finds a message, pins it, and keeps notes; all of it is there after a reload. */
async function searchPinsAndNotes(page, t, query) {
  await page.getByRole('button', { name: t('talk.back') }).click();
  await page.getByRole('searchbox', { name: t('message.search') }).fill(query);
  await page.getByText(t('message.found', { n: 1 }), { exact: true }).waitFor();
  await page.locator('.conversation', { hasText: 'Shall we?' }).click();
  await page
    .locator('.message.target')
    .getByRole('button', { name: t('message.pin') })
    .click();
  await page.getByRole('button', { name: t('talk.back') }).click();
  await page.getByText(t('message.notes'), { exact: true }).click();
  await page.getByLabel(t('message.notes_about')).fill('Trust nobody.');
  await checkPage(page, `talk list ${t('tab.all')}`);
  await page.reload();
  await page.waitForSelector('[data-ready=true] .layer svg');
  await page.locator('#tab-talk').click();
  await page.getByRole('heading', { name: t('message.pinned') }).waitFor();
  check((await page.getByLabel(t('message.notes_about')).inputValue()) === 'Trust nobody.', 'the notes');
  await page.locator('.conversation', { hasText: 'Shall we?' }).first().click();
  await checkPage(page, `talk open ${t('tab.all')}`);
}

/** What is unread is counted for each conversation, and only what was opened counts as read. */
async function unreadPerConversation(ada, bob, game, bobSeat) {
  const fr = translator('fr');
  await bob.page.getByRole('button', { name: fr('talk.back') }).click();
  for (const text of ['One', 'Two'])
    await ada.api('POST', `/games/${game}/commands`, { do: 'whisper', to: [bobSeat], text });
  await ada.api('POST', `/games/${game}/commands`, { do: 'announce', text: 'To all' });
  const row = (text) => bob.page.locator('.threads .conversation', { hasText: text });
  await row('Two').locator('.unread', { hasText: '2' }).waitFor();
  await row('To all').locator('.unread', { hasText: '1' }).waitFor();
  await bob.page.locator('#tab-talk .count', { hasText: '3' }).waitFor();
  await row('Two').click();
  await bob.page.locator('#tab-talk .count', { hasText: '1' }).waitFor();
}

// Two people meet by a link, in two languages: they join, talk, and show each other a plan.

import { checkAccessibility } from './accessibility.mjs';
import { check, person, PHONE } from './harness.mjs';
import { tapMap } from './order-entry.mjs';

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
  await bob.page.getByRole('button', { name: 'Participer' }).click();

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
  await ada.page.getByRole('button', { name: 'Begin' }).click();
  await ada.page.getByRole('button', { name: 'Draw a plan' }).click();
  await tapMap(ada.page, board, 'mun');
  await tapMap(ada.page, board, 'bur');
  await ada.page.getByRole('button', { name: 'Done' }).click();
  await ada.page.getByLabel(/Write to/).fill('Shall we?');
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
  await bob.page.getByLabel(/Écrire à/).fill('Bien sûr.');
  await bob.page.getByRole('button', { name: 'Envoyer' }).click();
  await ada.page.locator('.message', { hasText: 'Bien sûr.' }).waitFor();

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
  return 'joined, talked, showed a plan';
}

// The results in the order in which a person works a turn out (L2): attacked supports first, then stand-offs,
// other failures, what succeeds, and who is dislodged, each with the rule that decides. Power by power is the
// other choice. In French on a desktop and in Spanish on a phone.

import { readFileSync } from 'node:fs';

import { check, person, waitUntil } from './harness.mjs';
import { checkPage, NARROW_PHONE, openGame } from './page-checks.mjs';
import { nameAll, startStagedGame } from './staged-game.mjs';
import { translator } from './texts.mjs';

export const title = 'the results as a turn is worked out, or power by power';

/** The headings of the report in this language. */
function headings(language) {
  const file = readFileSync(new URL(`../../locales/${language}/rulings.toml`, import.meta.url), 'utf8');
  const section = file.split('[headings]')[1].split('\n[')[0];
  return Object.fromEntries([...section.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, key, text]) => [key, text]));
}

export async function run({ browser, url }) {
  const master = await person(browser, url);
  const ada = await person(browser, url, { locale: 'fr' });
  const bob = await person(browser, url, { ...NARROW_PHONE, locale: 'es' });
  const cleo = await person(browser, url);
  await nameAll({ Ada: ada, Bob: bob, Cleo: cleo });
  const { id, phase, arrange, handIn } = await startStagedGame(master, [ada, bob, cleo], {
    title: 'Worked out',
    players: 3,
  });
  await arrange({
    germany: ['A HOL', 'A RUH'],
    austria: ['A TRI'],
    england: ['F NTH'],
    france: ['A PIC', 'A BUR'],
    turkey: ['A CON'],
    italy: ['A VEN', 'A TYR'],
    russia: ['A WAR', 'A MOS'],
  });
  await openGame(ada.page, url, id);
  await openGame(bob.page, url, id);
  // France cuts the support for Belgium, so two armies stand off there; Italy drives Austria out of Trieste.
  await handIn(ada, 'A Hol - Bel\nA Ruh S A Hol - Bel\nA Tri H\nF Nth H');
  await handIn(cleo, 'A Pic - Bel\nA Bur - Ruh\nA Con H');
  await handIn(bob, 'A Ven - Tri\nA Tyr S A Ven - Tri\nA War - Gal\nA Mos - War');
  await waitUntil(master.page, 'the retreat', async () => (await phase()) === 'S1901R');

  await read(ada.page, 'fr', 'Règle 13', 'desk');
  await read(bob.page, 'es', 'Regla 13', 'phone');
  for (const one of [master, ada, bob, cleo]) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return 'in both orders';
}

async function read(page, language, rule, where) {
  const t = translator(language);
  const words = headings(language);
  const reveal = page.locator('.reveal').first();
  await reveal.locator('h2').first().waitFor();
  const titles = async () =>
    (await reveal.locator('h2').allInnerTexts()).map((text) => text.split('\n')[0].trim());
  const worked = await titles();
  const expected = ['cut', 'standoffs', 'failures', 'successes', 'dislodged'].map((key) => words[key]);
  check(worked[0].startsWith(t('reveal.own')), `own results first: ${worked}`);
  check(worked.slice(1).join() === expected.join(), `as worked out: ${worked.slice(1)}`);
  // The first support is the one that was cut; its rule is one tap away.
  const first = reveal
    .locator('h2', { hasText: words.cut })
    .locator('xpath=following-sibling::ul[1]')
    .locator('li');
  check((await first.first().getAttribute('data-at')) === 'ruh', 'the support from the Ruhr is not first');
  await first.first().getByRole('button').click();
  await first.first().locator('summary', { hasText: rule }).click();
  await checkPage(page, `worked out ${where}`);

  const choice = reveal.getByRole('combobox', { name: t('reveal.order') });
  await choice.selectOption({ label: t('reveal.order.powers') });
  await waitUntil(page, 'power by power', async () => !(await titles()).includes(words.cut));
  const powers = (await titles()).slice(1);
  check(powers.length === 7, `seven powers: ${powers}`);
  await checkPage(page, `power by power ${where}`);
  // The choice is kept.
  await page.reload();
  await page.waitForSelector('[data-ready=true] .layer svg');
  check(
    (await page.evaluate(() => localStorage.getItem('detente:reveal'))) === 'powers',
    'the choice is lost',
  );
}

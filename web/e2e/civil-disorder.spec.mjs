// Civil disorder (I1, I2): a player hands in nothing. The page says that the units hold, that nothing is built,
// which unit is removed and why, and that orders end it. In Dutch on a desktop and in German on a phone.

import { check, person, waitUntil } from './harness.mjs';
import { checkPage, NARROW_PHONE, openGame } from './page-checks.mjs';
import { nameAll, startStagedGame } from './staged-game.mjs';
import { translator } from './texts.mjs';

export const title = 'civil disorder: units hold, nothing is built, the farthest unit goes';

export async function run({ browser, url }) {
  const master = await person(browser, url);
  const ada = await person(browser, url, { locale: 'nl' });
  const bob = await person(browser, url, { ...NARROW_PHONE, locale: 'de' });
  const cleo = await person(browser, url);
  await nameAll({ Ada: ada, Bob: bob, Cleo: cleo });
  const { id, view, phase, command, arrange, handIn } = await startStagedGame(master, [ada, bob, cleo], {
    title: 'Without a government',
    players: 3,
    absence: { grace: 0, graces: 0, then: 'disorder' },
  });
  await openGame(ada.page, url, id);
  await openGame(bob.page, url, id);

  // Cleo hands in nothing for France and Turkey.
  await handIn(ada, 'A Ber - Mun');
  await handIn(bob, 'A Ven - Tyr');
  await command({ do: 'force' });
  await waitUntil(master.page, 'Fall begins', async () => (await phase()) === 'F1901M');
  await unitsHold(ada.page, 'heeft geen order en houdt stand', 'desk');
  await unitsHold(bob.page, 'hat keinen Befehl und hält', 'phone');
  await listShowsDisorder(ada.page, translator('nl'), 'Frankrijk', 'desk');
  await listShowsDisorder(bob.page, translator('de'), 'Frankreich', 'phone');

  // In Fall France has a unit too many, the one in the Ruhr farthest from home; Turkey could build.
  await arrange(
    {
      france: ['A BUR', 'A RUH', 'F BRE'],
      turkey: ['A CON', 'A SMY', 'F ANK'],
      italy: ['A VEN', 'F ION', 'A APU'],
    },
    { mar: 'italy', bul: 'turkey' },
  );
  await handIn(ada, '');
  await handIn(bob, '');
  await waitUntil(master.page, 'builds and removals', async () => (await phase()) === 'W1901A');
  // Both leave the results of the moves; those of the builds come next.
  for (const one of [ada, bob]) await one.page.locator('button.now').click();
  await handIn(bob, 'A Rom B');
  await waitUntil(master.page, 'Spring 1902', async () => (await phase()) === 'S1902M');
  for (const [one, where, build, removal] of [
    [
      ada,
      'desk',
      'Turkije: centra 4, eenheden 3, bouwt niets door burgerlijke wanorde',
      /in Frankrijk heerst burgerlijke wanorde en er zijn meer eenheden dan centra, dus wordt .*Ruhrgebied/i,
    ],
    [
      bob,
      'phone',
      'Osmanisches Reich: Zentren 4, Einheiten 3, führungslos und ohne Aufbau',
      /Frankreich ist führungslos und hat mehr Einheiten als Zentren; deshalb wird .*Ruhrgebiet/i,
    ],
  ]) {
    const reveal = one.page.locator('.reveal');
    await reveal.getByText(build).waitFor();
    await reveal.getByText(removal).waitFor();
    await checkPage(one.page, `builds in disorder ${where}`);
  }
  const { units } = (await view()).position;
  check(!units.some((unit) => unit.at === 'ruh'), 'the army in the Ruhr is still there');

  // Orders end it.
  await handIn(cleo, 'A Bur - Par');
  await handIn(ada, '');
  await handIn(bob, '');
  await waitUntil(master.page, 'Fall 1902', async () => (await phase()) === 'F1902M');
  const seats = (await view()).seats;
  check(!seats.some((seat) => seat.in_disorder), 'Cleo governs again');
  await ada.page.locator('#tab-table').click();
  await waitUntil(
    ada.page,
    'the page says so',
    async () => (await ada.page.locator('.disorder').count()) === 0,
  );

  for (const one of [master, ada, bob, cleo]) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return 'units held, nothing built, the farthest removed, governed again';
}

/** The results say of the French army in Paris that it had no order. */
async function unitsHold(page, sentence, where) {
  const order = page.locator('.reveal li[data-at="par"] button').first();
  await order.click();
  await page.locator('.reveal li[data-at="par"]').getByText(sentence).first().waitFor();
  await checkPage(page, `units without orders ${where}`);
}

/** Beside the names of the players, and in the log of the game. */
async function listShowsDisorder(page, t, power, where) {
  await page.locator('#tab-table').click();
  await page.getByText(t('table.disorder'), { exact: true }).waitFor();
  await page.locator('.disorder').getByText(t('table.disorder_about')).scrollIntoViewIfNeeded();
  await checkPage(page, `players in disorder ${where}`);
  await page.getByText(t('table.log'), { exact: true }).click();
  const entry = page.locator('.log li', { hasText: t('log.fell_into_disorder', { who: '' }).trim() });
  check((await entry.first().innerText()).includes(power), `the log does not name ${power}`);
  if (where === 'phone') await page.locator('#tab-map').click();
}

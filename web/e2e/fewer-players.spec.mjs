// Games for six, four and three (K1, K3, K4), and how victory is counted (K6): the page says who has which
// powers, which power nobody plays, and whose centres count. In Spanish, German, French and Dutch.

import { check, person, waitUntil } from './harness.mjs';
import { checkPage, NARROW_PHONE, openGame } from './page-checks.mjs';
import { nameAll, startStagedGame } from './staged-game.mjs';
import { translator } from './texts.mjs';

export const title = 'games for six, four and three';

export async function run({ browser, url }) {
  await six(browser, url);
  await four(browser, url);
  await three(browser, url);
  return 'powers shared, Italy unplayed, centres counted per power and per player';
}

/** The rows "powers, who" and the notes beneath them. */
async function agreed(page) {
  const summary = page.locator('.settings-summary');
  await summary.locator('dl').first().waitFor();
  const rows = await summary
    .locator('dl')
    .first()
    .locator('> div')
    .evaluateAll((all) =>
      all.map((row) => [
        row.querySelector('dt').textContent.trim(),
        row.querySelector('dd').textContent.trim(),
      ]),
    );
  return { rows, text: await summary.innerText() };
}

async function openAgreed(page, t) {
  await page.locator('#tab-table').click();
  await page.getByText(t('gather.agreed'), { exact: true }).click();
}

async function close(people) {
  for (const one of people) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
}

/** Six: nobody plays Italy. Its units hold, anybody may support them, and they are disbanded if dislodged. */
async function six(browser, url) {
  const master = await person(browser, url);
  const ada = await person(browser, url, { locale: 'es' });
  const visitor = await person(browser, url, { ...NARROW_PHONE, locale: 'de' });
  await nameAll({ Ada: ada });
  const { id, view, phase, command, arrange, handIn } = await startStagedGame(master, [], {
    title: 'Six of us',
    players: 6,
  });
  const [es, de] = [translator('es'), translator('de')];
  await visitor.page.goto(`${url}/g/${id}`);
  const before = await agreed(visitor.page);
  check(before.rows.length === 6, `six seats: ${JSON.stringify(before.rows)}`);
  check(before.text.includes(de('agreed.unplayed', { n: 1, powers: 'Italien' })), before.text);
  check(before.text.includes(de('agreed.goal.one_power', { n: 18 })), before.text);
  await checkPage(visitor.page, 'a game for six before it starts');

  const { table } = await view();
  const france = table.findIndex((powers) => powers.includes('france'));
  await ada.api('POST', `/games/${id}/commands`, { do: 'join', wish: { this: france } });
  for (let i = 0; i < 5; i++) await command({ do: 'seat_bot', bot: 'random' });
  await waitUntil(master.page, 'the game starts', async () => (await view()).state.state === 'underway');
  // Far from Piedmont stand all but France and Italy.
  await arrange({
    france: ['A MAR', 'A TYR'],
    italy: ['A PIE', 'A VEN', 'F NAP'],
    austria: ['A BUD'],
    germany: ['A BER'],
  });
  await openGame(ada.page, url, id);
  await openAgreed(ada.page, es);
  check(
    (await agreed(ada.page)).text.includes(es('agreed.unplayed', { n: 1, powers: 'Italia' })),
    'not in the game',
  );
  await checkPage(ada.page, 'a game for six');
  await handIn(ada, 'A Mar - Pie\nA Tyr S A Mar - Pie');
  await waitUntil(master.page, 'Fall', async () => (await phase()) === 'F1901M');
  // The army in Piedmont held without an order; it is gone at once, as nobody plays Italy.
  await ada.page
    .locator('.reveal')
    .first()
    .getByText(/se disuelve.*nadie juega con Italia|nadie juega con Italia/)
    .first()
    .waitFor();
  await checkPage(ada.page, 'a unit that nobody plays');
  check(
    !(await view()).position.units.some((unit) => unit.power === 'italy' && unit.at === 'pie'),
    'it is there',
  );
  await close([master, ada, visitor]);
}

/** Four: England alone, three players with two powers each; the centres of one power count. */
async function four(browser, url) {
  const master = await person(browser, url);
  const ada = await person(browser, url, { locale: 'fr' });
  const bob = await person(browser, url, { ...NARROW_PHONE, locale: 'nl' });
  await nameAll({ Ada: ada, Bob: bob });
  const { id, view, command } = await startStagedGame(master, [ada, bob], {
    title: 'Four of us',
    players: 4,
  });
  const [fr, nl] = [translator('fr'), translator('nl')];
  await ada.page.goto(`${url}/g/${id}`);
  const before = await agreed(ada.page);
  const expected = [
    ['Angleterre', 'Ada'],
    ['Autriche et France', 'Bob'],
    ['Allemagne et Turquie', fr('agreed.not_known')],
    ['Italie et Russie', fr('agreed.not_known')],
  ];
  check(sameRows(before.rows, expected), JSON.stringify(before.rows));
  check(before.text.includes(fr('agreed.goal.one_power', { n: 18 })), before.text);
  await checkPage(ada.page, 'a game for four before it starts');

  for (let i = 0; i < 2; i++) await command({ do: 'seat_bot', bot: 'random' });
  await waitUntil(master.page, 'the game starts', async () => (await view()).state.state === 'underway');
  await openGame(bob.page, url, id);
  // Bob has orders to give for both powers.
  const { units } = await bob.api('GET', `/games/${id}/options`);
  check(units.length === 6, `${units.length} units of Austria and France`);
  await openAgreed(bob.page, nl);
  const underway = await agreed(bob.page);
  check(
    underway.rows.some(([powers, who]) => sameRows([[powers, who]], [['Oostenrijk en Frankrijk', 'Bob']])),
    JSON.stringify(underway.rows),
  );
  await bob.page.locator('.settings-summary').scrollIntoViewIfNeeded();
  await checkPage(bob.page, 'a game for four');
  await close([master, ada, bob]);
}

/** Three: all seven powers, the centres of all powers of a player count together if so agreed. */
async function three(browser, url) {
  const master = await person(browser, url);
  const ada = await person(browser, url, { locale: 'de' });
  const bob = await person(browser, url, { ...NARROW_PHONE, locale: 'es' });
  const cleo = await person(browser, url);
  await nameAll({ Ada: ada, Bob: bob, Cleo: cleo });
  const { id, view, phase, arrange, handIn } = await startStagedGame(master, [ada, bob, cleo], {
    title: 'Three of us',
    players: 3,
    goal: { centres: 18, of: 'one_player' },
  });
  const [de, es] = [translator('de'), translator('es')];
  await openGame(ada.page, url, id);
  await openGame(bob.page, url, id);
  await openAgreed(ada.page, de);
  const rows = [
    ['Großbritannien, Deutsches Reich und Österreich-Ungarn', 'Ada'],
    ['Russland und Italien', 'Bob'],
    ['Frankreich und Osmanisches Reich', 'Cleo'],
  ];
  const shown = await agreed(ada.page);
  check(sameRows(shown.rows, rows), JSON.stringify(shown.rows));
  check(shown.text.includes(de('agreed.goal.one_player', { n: 18 })), shown.text);
  await checkPage(ada.page, 'a game for three');

  // France has seven centres and Turkey eleven: eighteen for Cleo, who wins after Fall and not after Spring.
  const owners = (power, centres) => Object.fromEntries(centres.map((centre) => [centre, power]));
  await arrange(
    {},
    {
      ...owners('france', ['spa', 'por', 'bel', 'hol', 'bre', 'mar', 'par']),
      ...owners('turkey', ['gre', 'ser', 'bul', 'rum', 'ank', 'con', 'smy', 'tun', 'den', 'swe', 'nwy']),
    },
  );
  for (const next of ['F1901M', null]) {
    for (const one of [ada, bob, cleo]) await handIn(one, '');
    await waitUntil(master.page, `after Cleo’s orders ${next}`, async () =>
      next === null ? (await view()).state.state === 'over' : (await phase()) === next,
    );
  }
  await bob.page.locator('#tab-table').click();
  const won = bob.page.getByText(es('ending.won.centres', { who: '' }).trim(), { exact: false }).first();
  await won.waitFor();
  const seat = bob.page.locator('.seats li', { hasText: 'Cleo' });
  check((await seat.innerText()).includes(es('table.centres', { n: 18 })), await seat.innerText());
  await checkPage(bob.page, 'won by one player');
  await close([master, ada, bob, cleo]);
}

/** The same powers and people; the powers of one player in any order. */
function sameRows(rows, expected) {
  const plain = (all) =>
    all
      .map(
        ([powers, who]) =>
          `${powers
            .split(/, | et | en | und | y /)
            .sort()
            .join()}:${who}`,
      )
      .sort()
      .join('; ');
  return plain(rows) === plain(expected);
}

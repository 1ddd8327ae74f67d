// What was agreed is always visible (I3): every setting in words, before joining and during the game. And games
// for fewer (K): who has which powers, which powers nobody plays, and what the coin decides.

import { check, person, waitUntil } from './harness.mjs';
import { checkPage, NARROW_PHONE, openGame } from './page-checks.mjs';
import { translator } from './texts.mjs';

export const title = 'every setting in words, and games for fewer';

const HOUR = 3600;

export async function run({ browser, url }) {
  const maker = await person(browser, url);
  await maker.api('POST', '/me', { name: 'Max' });
  const { presets } = await maker.api('GET', '/presets');
  const daily = presets.find((preset) => preset.key === 'daily').settings;
  const make = async (settings) =>
    (
      await maker.api('POST', '/games', {
        preset: 'daily',
        settings: { ...daily, ...settings },
        listed: false,
        bots: [],
        join: false,
      })
    ).id;

  await everySetting(browser, url, make);
  await two(browser, url, make);
  await five(browser, url, make);
  await maker.context.close();
  return 'settings of a game for seven, two and five';
}

/** A visitor reads all of it before joining, and again during the game. In Dutch, on a narrow phone. */
async function everySetting(browser, url, make) {
  const visitor = await person(browser, url, { ...NARROW_PHONE, locale: 'nl' });
  const { page } = visitor;
  const t = translator('nl');
  const id = await make({
    title: 'All agreed',
    players: 7,
    allocation: 'chosen',
    edition: '2023',
    names: 'hidden',
    watching: 'anybody',
    watching_delay: 2 * HOUR,
    press: 'public_only',
    ballots: 'open',
    draws: 'any_coalition',
    check_in: HOUR,
    delay: 48 * HOUR,
    absence: { grace: 6 * HOUR, graces: 2, then: 'replacement', within: 24 * HOUR },
    limit: { year: 1908, verdict: 'most_centres' },
    master: { sight: 'sees_orders' },
    timetable: {
      first: 48 * HOUR,
      diplomacy: 24 * HOUR,
      writing: 12 * HOUR,
      resolution: HOUR,
      retreats: 6 * HOUR,
      adjustments: 6 * HOUR,
      hours: { zone: 'Europe/Amsterdam', at: '20:30', days: [true, true, true, true, true, false, false] },
    },
  });
  await page.goto(`${url}/g/${id}`);
  const summary = page.locator('.settings-summary');
  await summary.waitFor();
  const expected = [
    [t('new.allocation'), t('new.allocation.chosen')],
    [t('new.edition'), t('new.edition.2023')],
    [t('new.names'), t('new.names.hidden')],
    [t('new.press'), t('press.public_only')],
    [t('new.watching'), '2 uur'],
    [t('new.ballots'), t('new.ballots.open')],
    [t('new.draws'), t('new.draws.any_coalition')],
    [t('new.check_in'), '1 uur'],
    [t('agreed.delay'), '2 dagen'],
    [t('agreed.orders_missing'), '6 uur'],
    [t('new.then'), t('agreed.then.replacement', { wait: '1 dag' })],
    [t('new.limit'), t('agreed.limit_year', { year: '1908', verdict: t('new.verdict.most_centres') })],
    [t('agreed.goal'), '18'],
    [t('agreed.master'), t('agreed.master.sees_orders')],
    [t('agreed.first_talk'), '2 dagen'],
    [t('new.diplomacy_length'), '1 dag'],
    [t('new.writing'), '12 uur'],
    [t('new.resolution_length'), '1 uur'],
    [t('agreed.hours'), '20:30 (Europe/Amsterdam)'],
    [t('agreed.hours'), 'maandag'],
  ];
  const text = () =>
    summary
      .locator('dl > div')
      .evaluateAll((rows) =>
        rows.map((row) => [
          row.querySelector('dt').textContent.trim(),
          row.querySelector('dd').textContent.trim(),
        ]),
      );
  const checkAll = async (where) => {
    const rows = await text();
    for (const [name, part] of expected)
      check(
        rows.some(([label, value]) => label === name && value.includes(part)),
        `${where}: ${name}: ${part} is not among ${JSON.stringify(rows)}`,
      );
  };
  await checkAll('before joining');
  await checkPage(page, 'settings before joining');
  check(visitor.pageErrors.length === 0, visitor.pageErrors.join('\n'));
  await visitor.context.close();
}

/** Two players: both sides, Italy closed, the coin; before and after the start. In German and Dutch. */
async function two(browser, url, make) {
  const ada = await person(browser, url, { locale: 'de' });
  const bob = await person(browser, url, { ...NARROW_PHONE, locale: 'nl' });
  await ada.api('POST', '/me', { name: 'Ada' });
  await bob.api('POST', '/me', { name: 'Bob' });
  const id = await make({
    title: 'Two sides',
    players: 2,
    allocation: 'chosen',
    goal: { centres: 24, of: 'one_player' },
  });
  await ada.api('POST', `/games/${id}/commands`, { do: 'join', wish: { this: 0 } });
  const [de, nl] = [translator('de'), translator('nl')];
  await ada.page.goto(`${url}/g/${id}`);
  const summary = ada.page.locator('.settings-summary');
  const note = (t, power) => t('agreed.neutral', { power, year: '1914', next: '1915' });
  await summary.getByText(note(de, 'Italien')).waitFor();
  const first = (page) => page.locator('.settings-summary dl').first().innerText();
  const sides = await first(ada.page);
  check(/Ada/.test(sides) && sides.includes(de('agreed.not_known')), `who plays what: ${sides}`);
  await checkPage(ada.page, 'a game for two before it starts');

  await bob.api('POST', `/games/${id}/commands`, { do: 'join', wish: { this: 1 } });
  await openGame(bob.page, url, id);
  await bob.page.locator('#tab-table').tap();
  await bob.page.getByText(nl('gather.agreed'), { exact: true }).tap();
  await bob.page.locator('.settings-summary').getByText(note(nl, 'Italië')).waitFor();
  const underway = await first(bob.page);
  check(/Ada/.test(underway) && /Bob/.test(underway), `who plays what: ${underway}`);
  await bob.page.locator('.settings-summary').scrollIntoViewIfNeeded();
  await checkPage(bob.page, 'a game for two underway');

  // After the coin it says for whom it fell.
  for (let i = 0; i < 8; i++) {
    const { state, neutral } = await ada.api('GET', `/games/${id}`);
    if (neutral.winner !== null) break;
    check(state.state === 'underway', 'the game has ended');
    for (const one of [ada, bob])
      await one.api('POST', `/games/${id}/orders`, { deeds: [], stance: 'ready' }).catch(() => undefined);
  }
  // The results are shown on the map; the table is where it was.
  await bob.page.locator('#tab-table').tap();
  await bob.page.getByText(nl('gather.agreed'), { exact: true }).tap();
  await waitUntil(bob.page, 'the page says who won the toss', async () =>
    (await bob.page.locator('.settings-summary').innerText()).includes('De toss ging naar'),
  );
  for (const one of [ada, bob]) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
}

/** Five players: nobody plays Italy and Germany. In French. */
async function five(browser, url, make) {
  const ada = await person(browser, url, { locale: 'fr' });
  const id = await make({ title: 'Five of us', players: 5, allocation: 'lot' });
  await ada.page.goto(`${url}/g/${id}`);
  const t = translator('fr');
  const summary = ada.page.locator('.settings-summary');
  await summary.getByText(t('agreed.unplayed', { n: 2, powers: 'Italie et Allemagne' })).waitFor();
  const sides = await summary.locator('dl').first().innerText();
  check(sides.split(t('agreed.not_known')).length === 6, `five seats by lot: ${sides}`);
  await checkPage(ada.page, 'a game for five before it starts');
  check(ada.pageErrors.length === 0, ada.pageErrors.join('\n'));
  await ada.context.close();
}

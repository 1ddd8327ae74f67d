// Powers by wishes (A2), a game that ends by agreement with the most centres (J2), pauses and more time in
// minutes, and the seasons of the rulebook: Fall, also for builds and removals (C2).

import { check, person, waitUntil } from './harness.mjs';
import { checkPage, NARROW_PHONE, openGame } from './page-checks.mjs';
import { translator } from './texts.mjs';

export const title = 'powers by wishes, and an end with the most centres';

export async function run({ browser, url }) {
  const ada = await person(browser, url, { locale: 'es' });
  const bob = await person(browser, url, { ...NARROW_PHONE, locale: 'de' });
  const cid = await person(browser, url);
  for (const [one, name] of [
    [ada, 'Ada'],
    [bob, 'Bob'],
    [cid, 'Cid'],
  ])
    await one.api('POST', '/me', { name });
  const { presets } = await cid.api('GET', '/presets');
  const settings = {
    ...presets.find((preset) => preset.key === 'daily').settings,
    title: 'Wishes',
    players: 3,
    allocation: 'preference',
    goal: { centres: 18, of: 'one_player' },
  };
  const { id } = await cid.api('POST', '/games', {
    preset: 'daily',
    settings,
    listed: false,
    bots: [],
    join: false,
  });
  const [es, de] = [translator('es'), translator('de')];

  // Ada moves the last side to the top; Bob wants the same one, but Ada's second wish is Bob's last.
  await ada.page.goto(`${url}/g/${id}`);
  const { table } = await ada.api('GET', `/games/${id}`);
  await rank(ada.page, [2, 0, 1], table.length);
  await checkPage(ada.page, 'ranking the powers');
  await ada.page.getByRole('button', { name: es('gather.join'), exact: true }).click();
  await ada.page.getByText(/^Tus preferencias: Francia/).waitFor();
  await bob.page.goto(`${url}/g/${id}`);
  await rank(bob.page, [2, 1, 0], table.length, 'tap');
  await checkPage(bob.page, 'ranking the powers');
  await bob.page.getByRole('button', { name: de('gather.join'), exact: true }).tap();
  await bob.page.getByText(/^Deine Wünsche: Frankreich/).waitFor();
  // A ranking is private.
  const seen = await bob.api('GET', `/games/${id}`);
  check(
    seen.state.members.filter((member) => member.own_ranking.length > 0).length === 1,
    'others’ wishes are shown',
  );
  await cid.api('POST', `/games/${id}/commands`, { do: 'join', wish: { ranked: [0, 1, 2] } });
  const seats = [];
  for (const one of [ada, bob, cid]) seats.push((await one.api('GET', `/games/${id}`)).viewer.seat);
  // The best for all together: Cid 0; of Ada and Bob one gets 2 and Bob the other wish.
  check(seats.join() === '2,1,0', `the seats are ${seats}`);

  await pauseInMinutes(ada, id, url, es);
  await extendInMinutes([ada, bob, cid], id, url, es, de);
  await fall([ada, bob, cid], id);
  await end([ada, bob, cid], id, url, es, de);
  for (const one of [ada, bob, cid]) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return 'ranked, paused, Fall, ended';
}

/** Brings the seats into this order with the buttons. */
async function rank(page, wanted, count, press = 'click') {
  const list = page.locator('fieldset ol').first();
  await list.waitFor();
  let now = Array.from({ length: count }, (_, seat) => seat);
  for (const [place, seat] of wanted.entries()) {
    for (let at = now.indexOf(seat); at > place; at--) {
      await list.locator('li').nth(at).getByRole('button').first()[press]();
      now = now.with(at, now[at - 1]).with(at - 1, seat);
    }
  }
}

/** Somebody proposes a pause of 20 minutes. */
async function pauseInMinutes(ada, id, url, t) {
  const { page } = ada;
  await openGame(page, url, id);
  await page.locator('#tab-table').click();
  await page.getByRole('button', { name: t('votes.new'), exact: true }).click();
  await page.getByLabel(t('votes.what')).selectOption('pause');
  await page.getByLabel(t('new.unit', { setting: t('votes.length') })).selectOption('minute');
  await page.getByLabel(t('votes.length'), { exact: true }).fill('20');
  await checkPage(page, 'a pause in minutes');
  await page.getByRole('button', { name: t('votes.ask'), exact: true }).click();
  await waitUntil(page, 'the pause is proposed', async () => {
    const { questions } = await ada.api('GET', `/games/${id}`);
    return questions.some(
      (question) => question.motion.motion === 'pause' && question.motion.seconds === 1200,
    );
  });
}

/** Ada asks for 25 minutes more, Bob agrees: the deadline is 25 minutes later. */
async function extendInMinutes([ada, bob], id, url, es, de) {
  const { page } = ada;
  const view = () => ada.api('GET', `/games/${id}`);
  const before = (await view()).state.due;
  await page.getByRole('button', { name: es('votes.new'), exact: true }).click();
  await page.getByLabel(es('votes.what')).selectOption('extend');
  await page.getByLabel(es('new.unit', { setting: es('votes.length') })).selectOption('minute');
  await page.getByLabel(es('votes.length'), { exact: true }).fill('25');
  await checkPage(page, 'more time in minutes');
  await page.getByRole('button', { name: es('votes.ask'), exact: true }).click();
  const isExtension = (question) => question.motion.motion === 'extend' && question.motion.seconds === 1500;
  await waitUntil(page, 'more time is proposed', async () => (await view()).questions.some(isExtension));
  await openGame(bob.page, url, id);
  await bob.page.locator('#tab-table').tap();
  const asked = bob.page.locator('li.card', { hasText: /25.* mehr Zeit/ });
  await asked.scrollIntoViewIfNeeded();
  await checkPage(bob.page, 'a vote about more time');
  await asked.getByRole('button', { name: de('proposal.yes'), exact: true }).tap();
  // Two of three are enough.
  await waitUntil(
    page,
    'the deadline is 25 minutes later',
    async () => (await view()).state.due === before + 1500,
  );
}

/** The adjustments of a year belong to its Fall, as in the rulebooks. */
async function fall(people, id) {
  const { page } = people[0];
  for (let i = 0; i < 12; i++) {
    const { state } = await people[0].api('GET', `/games/${id}`);
    if (state.phase === 'W1901A') break;
    for (const [n, one] of people.entries()) {
      const { units } = await one.api('GET', `/games/${id}/options`);
      // One move into a neutral centre, so that somebody builds: whoever can enter one.
      const centres = ['ser', 'bel', 'hol', 'den', 'por', 'spa', 'nwy', 'swe', 'tun', 'bul', 'gre', 'rum'];
      const unit = n === 0 ? units.find((unit) => unit.moves.some((to) => centres.includes(to))) : undefined;
      const deeds = unit
        ? [{ order: 'move', at: unit.at, to: unit.moves.find((to) => centres.includes(to)) }]
        : [];
      await one.api('POST', `/games/${id}/orders`, { deeds, stance: 'ready' }).catch(() => undefined);
    }
  }
  const { state } = await people[0].api('GET', `/games/${id}`);
  check(state.phase === 'W1901A', `the phase is ${state.phase}`);
  const later = page.getByRole('button', { name: translator('es')('reveal.go_on'), exact: true });
  await page.reload();
  await page.waitForSelector('[data-ready=true] .layer svg');
  if (await later.count()) await later.first().click();
  const heading = await page.locator('.top .phase').innerText();
  check(/^Otoño 1901|^Otoño de 1901/.test(heading) && !/Invierno/.test(heading), `the heading is ${heading}`);
}

async function end(people, id, url, es, de) {
  const [ada, bob, cid] = people;
  await ada.page.locator('#tab-table').click();
  await ada.page.getByRole('button', { name: es('votes.new'), exact: true }).click();
  await ada.page.getByLabel(es('votes.what')).selectOption('most_centres');
  await ada.page.getByRole('button', { name: es('votes.ask'), exact: true }).click();
  await ada.page.getByRole('button', { name: es('proposal.sure_yes'), exact: true }).click();
  await ada.page.getByText(es('motion.most_centres'), { exact: true }).first().waitFor();
  await openGame(bob.page, url, id);
  await bob.page.locator('#tab-table').tap();
  const question = bob.page.locator('li.card', { hasText: de('motion.most_centres') });
  await question.waitFor();
  await question.scrollIntoViewIfNeeded();
  await checkPage(bob.page, 'the vote about the most centres');
  await question.getByRole('button', { name: de('proposal.yes'), exact: true }).tap();
  const { questions } = await cid.api('GET', `/games/${id}`);
  const { number } = questions.find((one) => one.motion.motion === 'most_centres');
  await cid.api('POST', `/games/${id}/commands`, { do: 'vote', question: number, ballot: 'yes' });
  const view = await waitUntil(ada.page, 'the game is over', async () => {
    const view = await ada.api('GET', `/games/${id}`);
    return view.state.state === 'over' && view;
  });
  const best = Math.max(...view.seats.map((seat) => seat.score));
  const { ending } = view.state;
  check(
    ending.ending === 'won' && ending.by === 'most_centres' && view.seats[ending.seat].score === best,
    JSON.stringify(ending),
  );
  await bob.page.locator('.ending', { hasText: 'mit den meisten Zentren' }).waitFor();
}

// The powers above the map, a proposal that reaches everybody, and the end of a game: a draw that is asked before
// it counts, a win with its turning points, and the same game once more. In English on a desktop and in German on
// a phone.

import { check, person, waitUntil } from './harness.mjs';
import { checkPage, NARROW_PHONE, openGame } from './page-checks.mjs';
import { nameAll, startStagedGame } from './staged-game.mjs';
import { translator } from './texts.mjs';

export const title = 'the powers above the map, proposals, and the end of a game';

/** Given to Austria, whose own three make a win of them. */
const WON = 'bel hol den swe nwy par bre mar lon lvp edi war mun kie ber'.split(' ');

export async function run({ browser, url }) {
  const master = await person(browser, url);
  const ada = await person(browser, url);
  const bob = await person(browser, url, { ...NARROW_PHONE, locale: 'de' });
  await nameAll({ Ada: ada, Bob: bob });
  await win({ master, ada, bob, url });
  await draw({ master, ada, bob, url });
  return 'strip, proposal, draw, win, play again';
}

async function win({ master, ada, bob, url }) {
  const bots = ['hold', 'hold', 'hold', 'hold', 'hold'];
  const game = await startStagedGame(master, [ada, bob], { title: 'The long war' }, bots);
  const en = translator('en');
  await openGame(ada.page, url, game.id);
  await openGame(bob.page, url, game.id);
  const own = (await ada.api('GET', `/games/${game.id}`)).viewer.powers[0];

  // All seven powers with their centres; one's own is marked; a touch shows one on the map.
  const strip = ada.page.locator('.strip button');
  check((await strip.count()) === 7, 'seven powers');
  check((await ada.page.locator('.strip button.own').count()) === 1, 'one of them is Ada’s');
  const russia = ada.page.getByRole('button', { name: /^Russia, 4 centres of 18/ });
  await russia.click();
  await waitUntil(
    ada.page,
    'Russia is pointed out',
    async () => (await russia.getAttribute('aria-pressed')) === 'true',
  );
  await checkPage(ada.page, 'strip');
  await russia.click();
  await checkPage(bob.page, 'strip');

  await game.handIn(ada, '');
  await ada.page.locator('.strip button.own .in').waitFor();
  await game.handIn(bob, '');
  await waitUntil(master.page, 'Fall', async () => (await game.phase()) === 'F1901M');
  // Ada gets what she needs, and the year ends.
  const away = {
    england: ['F NTH'],
    france: ['A GAS'],
    germany: ['A RUH'],
    russia: ['A MOS', 'F SEV', 'F STP/SC'],
  };
  await game.arrange(away, Object.fromEntries(WON.map((centre) => [centre, own])));
  await game.handIn(ada, '');
  await game.handIn(bob, '');
  await waitUntil(master.page, 'the end', async () => (await game.view()).state.state === 'over');

  // The end reaches those who look at the results of a phase, and those who come later.
  await ada.page.getByRole('button', { name: en('bar.see_end') }).click();
  await ada.page.getByRole('heading', { name: en('end.you_won') }).waitFor();
  await checkPage(ada.page, 'end won');
  await bob.page.goto(`${url}/g/${game.id}`);
  await bob.page.locator('.end h2').waitFor();
  check((await bob.page.locator('.end .standings li').count()) === 7, 'standings of seven');
  await checkPage(bob.page, 'end lost');
  await bob.page.locator('.end .point').first().click();
  await bob.page.getByRole('button', { name: translator('de')('bar.see_end') }).click();
  await bob.page.locator('.end h2').waitFor();

  await ada.page.getByRole('button', { name: en('end.again') }).click();
  await ada.page.waitForURL((to) => to.pathname.startsWith('/g/') && !to.pathname.endsWith(game.id));
}

async function draw({ master, ada, bob, url }) {
  const bots = ['hold', 'hold', 'hold', 'hold', 'hold'];
  const game = await startStagedGame(master, [ada, bob], { title: 'A quiet summer' }, bots);
  const [en, de] = [translator('en'), translator('de')];
  await openGame(ada.page, url, game.id);
  await openGame(bob.page, url, game.id);
  await ada.page.locator('#tab-table').click();
  await ada.page.getByRole('button', { name: en('votes.new') }).click();
  await ada.page.getByRole('button', { name: en('votes.ask') }).click();
  check((await game.view()).questions.length === 0, 'nothing is proposed before it is asked once more');
  await ada.page.getByRole('button', { name: en('proposal.sure_yes') }).click();

  // The five bots vote too. One with more than others does not agree to a draw in 1901, so they leave the board.
  await waitUntil(master.page, 'all bots have voted', async () => {
    const [question] = (await game.view()).questions;
    return question?.needed === 7 && question.missing === 1 && question.yes < 6;
  });
  const people = [ada, bob].map(async (one) => (await one.api('GET', `/games/${game.id}`)).viewer.powers[0]);
  const kept = await Promise.all(people);
  const ofBots = (await game.view()).seats
    .flatMap((seat) => seat.powers)
    .filter((one) => !kept.includes(one));
  await game.arrange(Object.fromEntries(ofBots.map((power) => [power, []])));

  // Bob sees it on the map, and after a reload.
  await bob.page.locator('.proposal').waitFor();
  await openGame(bob.page, url, game.id);
  await bob.page.locator('.proposal').waitFor();
  await checkPage(bob.page, 'proposal');
  check((await ada.page.locator('.proposal').count()) === 0, 'who proposes has voted');
  await bob.page
    .locator('.proposal')
    .getByRole('button', { name: de('proposal.yes') })
    .click();
  await bob.page.getByRole('button', { name: de('proposal.end_it') }).click();
  await waitUntil(master.page, 'a draw', async () => (await game.view()).state.state === 'over');
  await ada.page.getByRole('button', { name: en('bar.see_end') }).click();
  await ada.page.getByRole('heading', { name: en('end.drawn') }).waitFor();
  await checkPage(ada.page, 'end drawn');
}

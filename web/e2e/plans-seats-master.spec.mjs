// Saved plans, a seat that is handed over, and a game master who corrects the position.

import { checkAccessibility, checkFitsPhone } from './accessibility.mjs';
import { check, person, PHONE, waitUntil } from './harness.mjs';
import { tapMap } from './order-entry.mjs';
import { translator } from './texts.mjs';

export const title = 'plans, a seat handed over, a game master';

export async function run({ browser, url }) {
  const master = await person(browser, url, { locale: 'de' });
  const ada = await person(browser, url);
  const bob = await person(browser, url, { locale: 'fr' });
  const eve = await person(browser, url, { ...PHONE, locale: 'nl' });
  for (const [one, name] of [
    [master, 'Max'],
    [ada, 'Ada'],
    [bob, 'Bob'],
    [eve, 'Eve'],
  ])
    await one.api('POST', '/me', { name });
  const { presets } = await master.api('GET', '/presets');
  const settings = {
    ...presets.find((preset) => preset.key === 'daily').settings,
    title: 'Two',
    players: 2,
    goal: { centres: 24, of: 'one_player' },
    master: { sight: 'blind' },
  };
  const { id } = await master.api('POST', '/games', {
    preset: 'daily',
    settings,
    listed: false,
    bots: [],
    join: false,
  });
  await ada.api('POST', `/games/${id}/commands`, { do: 'join' });
  await bob.api('POST', `/games/${id}/commands`, { do: 'join' });
  const board = await ada.api('GET', '/board?language=en');

  await plans(ada, url, id, board);
  await master.page.goto(`${url}/g/${id}`);
  await master.page.waitForSelector('[data-ready=true] .layer svg');
  await correct(master, ada, id);
  await coin(master, [ada, bob], id);
  await handOver(bob, eve, url, id);
  for (const one of [master, ada, bob, eve]) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return 'saved, corrected, tossed, handed over';
}

/** A plan is drawn, saved, found again after a reload, changed and deleted. Nobody else sees it. */
async function plans(ada, url, id, board) {
  const { page } = ada;
  const saved = async () => (await ada.api('GET', `/games/${id}`)).sketches;
  await page.goto(`${url}/g/${id}`);
  await page.waitForSelector('[data-ready=true] .layer svg');
  await page.locator('#tab-talk').click();
  await page.getByRole('button', { name: 'Draw a plan' }).click();
  await tapMap(page, board, 'mun');
  await tapMap(page, board, 'bur');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved in your plans.').waitFor();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  check((await saved()).length === 1, 'one plan is not saved');
  await page.reload();
  await page.waitForSelector('[data-ready=true] .layer svg');
  await page.locator('#tab-talk').click();
  await page.getByText('Plan 1: 1 arrow').waitFor();
  await checkAccessibility(page, 'talk with a plan');
  await page.getByRole('button', { name: /^Edit: plan 1/ }).click();
  await tapMap(page, board, 'par');
  await tapMap(page, board, 'gas');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await page.getByText('Plan 1: 2 arrows').waitFor();
  check(
    (await saved()).length === 1 && (await saved())[0].sketch.arrows.length === 2,
    'the same plan was changed',
  );
  await page.getByRole('button', { name: /^View plan: plan 1/ }).click();
  await page.waitForSelector('.marks path');
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await page.getByRole('button', { name: /^Delete: plan 1/ }).click();
  await page.getByText(/^Plan 1:/).waitFor({ state: 'detached' });
  check((await saved()).length === 0, 'it is gone');
}

async function correct(master, ada, id) {
  const { page } = master;
  const t = translator('de');
  const board = await master.api('GET', '/board?language=de');
  await page.locator('#tab-table').click();
  await page.getByText(t('master.correct'), { exact: true }).click();
  const paper = page.getByLabel(t('master.units_of', { power: board.powers.france.name }));
  check((await paper.inputValue()).includes('A PAR'), `the paper has ${await paper.inputValue()}`);
  await checkAccessibility(page, 'the game master’s panel');
  // Nonsense is rejected with a sentence, and the text stays.
  await paper.fill('A PAR\nA XYZ');
  const press = (name) => page.getByRole('button', { name, exact: true }).last().click();
  await press(t('master.correct_do'));
  await press(t('master.sure'));
  await page.getByRole('alert').first().waitFor();
  check((await paper.inputValue()) === 'A PAR\nA XYZ', 'what was written is gone');
  await paper.fill('A GAS\nF SPA/NC');
  await page.getByLabel(t('master.owner_of', { place: board.provinces.bel.name })).selectOption('france');
  await press(t('master.correct_do'));
  await press(t('master.sure'));
  await waitUntil(page, 'the position is put right', async () => {
    const { position } = await ada.api('GET', `/games/${id}`);
    const french = position.units
      .filter((unit) => unit.power === 'france')
      .map((unit) => unit.at)
      .sort();
    return french.join() === 'gas,spa/nc' && position.owners.bel === 'france';
  });
}

/** The coin of the game for two: only in the first Fall turn, and it counts once. */
async function coin(master, players, id) {
  const { page } = master;
  const t = translator('de');
  check((await page.getByText(t('master.coin'), { exact: true }).count()) === 0, 'no coin in spring');
  for (const one of players)
    await one.api('POST', `/games/${id}/orders`, {
      deeds: [],
      draft: false,
      stance: 'ready',
      all_or_nothing: true,
    });
  // The results are shown; afterwards the panel is where it was.
  await page.getByRole('button', { name: t('reveal.go_on'), exact: true }).click();
  await page.locator('#tab-table').click();
  await page.getByText(t('master.coin'), { exact: true }).waitFor();
  const winners = page.getByRole('button', { name: new RegExp(t('master.coin_for', { who: '.*' })) });
  check((await winners.count()) === 2, 'there are not two buttons');
  await winners.nth(1).click();
  await waitUntil(page, 'the coin is tossed', async () =>
    (await master.api('GET', `/games/${id}`)).log.some(
      (entry) => entry.notice === 'coin_tossed' && entry.winner === 1,
    ),
  );
  await winners.nth(0).click();
  await page.getByRole('alert').first().waitFor();
}

async function handOver(bob, eve, url, id) {
  const t = translator('fr');
  const { page } = bob;
  const seat = (await bob.api('GET', `/games/${id}`)).viewer.seat;
  await page.goto(`${url}/g/${id}`);
  await page.waitForSelector('[data-ready=true] .layer svg');
  await page.locator('#tab-table').click();
  await page.getByRole('button', { name: t('table.offer'), exact: true }).click();
  await page.getByLabel(t('table.offer_handle')).fill('nobody-at-all');
  await page.getByRole('button', { name: t('table.offer_yes'), exact: true }).click();
  await page.getByRole('alert').first().waitFor();
  await page.getByLabel(t('table.offer_handle')).fill((await eve.api('GET', '/me')).handle);
  await page.getByRole('button', { name: t('table.offer_yes'), exact: true }).click();
  await page.getByText(t('table.offered')).waitFor();
  check((await bob.api('GET', `/games/${id}`)).viewer.seat === seat, 'Bob plays on until it is taken');
  await eve.page.goto(`${url}/g/${id}`);
  await eve.page.waitForSelector('[data-ready=true] .layer svg');
  await eve.page.locator('#tab-table').click();
  await checkFitsPhone(eve.page, 'the table');
  await eve.page.getByRole('button', { name: translator('nl')('table.take_over') }).tap();
  await eve.page.locator('#tab-orders').waitFor();
  check((await eve.api('GET', `/games/${id}`)).viewer.seat === seat, 'Eve has no seat');
  await page.locator('.order-hint', { hasText: t('bar.watching') }).waitFor();
}

// Conference maps (D2): units, marks, arrows and a caption; kept, changed without loss, sent, and answered with a
// changed copy. A plan shows the position that it was drawn on, also after the next phase. In English with a
// mouse and in French by touch.

import { check, person, waitUntil } from './harness.mjs';
import { tapMap } from './order-entry.mjs';
import { checkPage, NARROW_PHONE, openGame } from './page-checks.mjs';
import { translator } from './texts.mjs';

export const title = 'conference maps: drawn, kept, sent, answered';

export async function run({ browser, url }) {
  const ada = await person(browser, url);
  const bob = await person(browser, url, { ...NARROW_PHONE, locale: 'fr' });
  await ada.api('POST', '/me', { name: 'Ada' });
  await bob.api('POST', '/me', { name: 'Bob' });
  const { presets } = await ada.api('GET', '/presets');
  const settings = {
    ...presets.find((preset) => preset.key === 'daily').settings,
    title: 'Maps',
    players: 2,
    allocation: 'chosen',
    goal: { centres: 24, of: 'one_player' },
  };
  const { id } = await ada.api('POST', '/games', {
    preset: 'daily',
    settings,
    listed: false,
    bots: [],
    join: false,
  });
  await ada.api('POST', `/games/${id}/commands`, { do: 'join', wish: { this: 0 } });
  await bob.api('POST', `/games/${id}/commands`, { do: 'join', wish: { this: 1 } });
  const board = await ada.api('GET', '/board?language=en');
  const [en, fr] = [translator('en'), translator('fr')];
  await draw(ada, url, id, board, en);
  await changeWithoutLoss(ada, id, board, en);
  await sendAndAnswer(ada, bob, url, id, board, en, fr);
  await remembersItsPosition(ada, bob, id, en);
  for (const one of [ada, bob]) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return 'drawn, kept, changed, sent, answered, remembered';
}

const saved = async (one, id) => (await one.api('GET', `/games/${id}`)).sketches;

async function draw(ada, url, id, board, t) {
  const { page } = ada;
  const tool = (key) => page.getByRole('button', { name: t(key), exact: true });
  await openGame(page, url, id);
  await page.locator('#tab-talk').click();
  await tool('sketch.draw').click();
  await tool('stroke.move').click();
  await tapMap(page, board, 'par');
  await tapMap(page, board, 'bur');
  await tool('stroke.unit').click();
  await page.getByLabel(t('sketch.unit_power')).selectOption('england');
  await tool('unit.fleet').click();
  await tapMap(page, board, 'spa');
  await tool('stroke.mark').click();
  await tapMap(page, board, 'mun');
  await page.getByLabel(t('sketch.caption')).fill('West first');
  await checkPage(page, 'drawing a conference map');
  await tool('sketch.keep').click();
  await page.getByText(t('sketch.kept')).waitFor();
  const [{ sketch }] = await saved(ada, id);
  check(sketch.caption === 'West first' && sketch.arrows.length === 1, JSON.stringify(sketch));
  check(sketch.marks.length === 1 && sketch.marks[0][0] === 'mun', 'the mark is lost');
  check(
    sketch.units.some((unit) => unit.power === 'england' && unit.kind === 'fleet' && /^spa\//.test(unit.at)),
    'the fleet is lost',
  );
  check(
    sketch.drawn_on.phase === 'S1914M' && sketch.drawn_on.owners.par === 'france',
    'its position is lost',
  );
  await tool('sketch.done').click();
}

async function changeWithoutLoss(ada, id, board, t) {
  const { page } = ada;
  await page.reload();
  await page.waitForSelector('[data-ready=true] .layer svg');
  await page.locator('#tab-talk').click();
  await page.getByText('West first', { exact: true }).first().waitFor();
  await page
    .getByRole('button', { name: t('sketch.nth_named', { what: t('sketch.change'), number: 1 }) })
    .click();
  await page.getByRole('button', { name: t('stroke.support'), exact: true }).click();
  await tapMap(page, board, 'mar');
  await tapMap(page, board, 'bur');
  await page.getByRole('button', { name: t('sketch.keep'), exact: true }).click();
  await page.getByText(t('sketch.kept')).waitFor();
  await page.getByRole('button', { name: t('sketch.done'), exact: true }).click();
  const kept = await saved(ada, id);
  const { sketch } = kept[0];
  check(kept.length === 1 && sketch.arrows.length === 2, 'it is not the same plan');
  check(
    sketch.caption === 'West first' && sketch.marks.length === 1 && sketch.units.length === 23,
    'something is lost',
  );
}

async function sendAndAnswer(ada, bob, url, id, board, en, fr) {
  const { page } = ada;
  await page.getByRole('button', { name: en('talk.new'), exact: true }).click();
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: en('talk.begin'), exact: true }).click();
  await page.getByRole('button', { name: en('sketch.attached'), exact: true }).waitFor();
  await page.getByLabel(/^Message /).fill('This?');
  await page.getByRole('button', { name: en('talk.send'), exact: true }).click();
  await page.locator('.message', { hasText: 'This?' }).waitFor();

  const phone = bob.page;
  const button = (key) => phone.getByRole('button', { name: fr(key), exact: true });
  await openGame(phone, url, id);
  await phone.locator('#tab-talk').tap();
  await phone.locator('.conversation', { hasText: 'This?' }).tap();
  await button('sketch.look').tap();
  await phone.locator('.title', { hasText: 'West first' }).waitFor();
  await checkPage(phone, 'looking at a conference map');
  await button('sketch.copy').tap();
  await button('stroke.mark').tap();
  await button('board.whole').tap();
  await tapMap(phone, board, 'vie');
  await checkPage(phone, 'answering a conference map');
  await button('sketch.done').tap();
  await phone.getByLabel(/^Message à/).fill('Plutôt ça.');
  await button('talk.send').tap();
  await page.locator('.message', { hasText: 'Plutôt ça.' }).waitFor();
  const { messages } = await ada.api('GET', `/games/${id}/messages`);
  const [sent, answer] = messages.map((message) => message.sketch);
  check(answer.marks.length === 2 && sent.marks.length === 1, 'the answer has one mark more');
  check(answer.arrows.length === 2 && answer.caption === 'West first', 'the copy has lost something');
}

/** After the next phase the plan still shows Spring 1914 and its units. */
async function remembersItsPosition(ada, bob, id, t) {
  const { page } = ada;
  const move = { order: 'move', at: 'par', to: 'pic' };
  await ada.api('POST', `/games/${id}/orders`, { deeds: [move], stance: 'ready' });
  await bob.api('POST', `/games/${id}/orders`, { deeds: [], stance: 'ready' });
  await waitUntil(
    page,
    'the phase is over',
    async () => (await ada.api('GET', `/games/${id}`)).records === 1,
  );
  await page
    .getByRole('button', { name: t('reveal.go_on'), exact: true })
    .first()
    .click();
  await page.locator('#tab-talk').click();
  // The conversation is still open.
  await page
    .getByRole('button', { name: t('sketch.look'), exact: true })
    .first()
    .click();
  const heading = page.locator('.map .title');
  await heading.waitFor();
  check(/West first · Spring 1914/.test(await heading.innerText()), await heading.innerText());
  const plan = (await ada.api('GET', `/games/${id}`)).sketches[0].sketch;
  check(
    plan.units.some((unit) => unit.at === 'par'),
    'the plan forgets where Paris stood',
  );
  await checkPage(page, 'a plan of an earlier phase');
}

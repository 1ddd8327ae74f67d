// An evening with the rulebook's times (C3): the diplomacy ends when all have talked enough, the reading of the
// orders when all want to continue. Two people and five bots, in German on a desktop and in Dutch on a phone.

import { check, person, waitUntil } from './harness.mjs';
import { checkPage, NARROW_PHONE, openGame } from './page-checks.mjs';
import { translator } from './texts.mjs';

export const title = 'an evening: talked enough, and continue';

export async function run({ browser, url }) {
  const ada = await person(browser, url, { locale: 'de' });
  const bob = await person(browser, url, { ...NARROW_PHONE, locale: 'nl' });
  await ada.api('POST', '/me', { name: 'Ada' });
  await bob.api('POST', '/me', { name: 'Bob' });
  const { id } = await ada.api('POST', '/games', {
    preset: 'evening',
    listed: false,
    bots: Array(5).fill('random'),
    join: true,
  });
  await bob.api('POST', `/games/${id}/commands`, { do: 'join' });
  const stage = async () => (await ada.api('GET', `/games/${id}`)).state.stage;
  const [de, nl] = [translator('de'), translator('nl')];
  await openGame(ada.page, url, id);
  await openGame(bob.page, url, id);

  // Nothing can be handed in before orders are written, but a draft can be prepared.
  const count = (page, t, key, n) => page.getByText(t(key, { n, all: 2 }), { exact: true }).first();
  await count(ada.page, de, 'stage_end.talked_count', 0).waitFor();
  check(
    (await ada.page.getByRole('button', { name: de('sheet.hand_in'), exact: true }).count()) === 0,
    'orders can be handed in during the diplomacy',
  );
  await ada.page.getByRole('button', { name: de('orders.by_text'), exact: true }).click();
  const unit = (await ada.api('GET', `/games/${id}/options`)).units[0];
  const orderText = `${unit.kind === 'army' ? 'A' : 'F'} ${unit.at} XXX`;
  await ada.page.getByLabel(de('typing.label')).fill(orderText);
  await waitUntil(ada.page, 'the draft is saved', async () => {
    const { desk } = await ada.api('GET', `/games/${id}`);
    return desk.draft?.length === 1;
  });
  await checkPage(ada.page, 'evening diplomacy');

  // Bob finds the button beside the talk and beneath the map.
  await bob.page.locator('#tab-talk').tap();
  await bob.page.getByRole('button', { name: nl('stage_end.talked'), exact: true }).waitFor();
  await checkPage(bob.page, 'evening talk');
  await bob.page.locator('#tab-map').tap();
  await checkPage(bob.page, 'evening map');
  await bob.page.getByRole('button', { name: nl('stage_end.talked'), exact: true }).tap();
  await count(ada.page, de, 'stage_end.talked_count', 1).waitFor();
  await count(bob.page, nl, 'stage_end.talked_count', 1).waitFor();

  // Bob may change his mind while Ada still talks.
  await bob.page.getByRole('button', { name: nl('stage_end.talked_back'), exact: true }).tap();
  await count(ada.page, de, 'stage_end.talked_count', 0).waitFor();
  check((await stage()) === 'diplomacy', 'the diplomacy ended too early');
  await bob.page.getByRole('button', { name: nl('stage_end.talked'), exact: true }).tap();
  await ada.page.getByRole('button', { name: de('stage_end.talked'), exact: true }).click();
  await waitUntil(ada.page, 'orders are written', async () => (await stage()) === 'writing');

  // The draft is still there, and can be handed in now.
  await ada.page.getByRole('button', { name: de('sheet.hand_in'), exact: true }).click();
  await waitUntil(ada.page, 'Ada’s orders are in', async () => {
    const { desk } = await ada.api('GET', `/games/${id}`);
    return desk.sheet?.length === 1 && desk.stance === 'ready';
  });
  await bob.api('POST', `/games/${id}/orders`, { deeds: [], stance: 'ready' });
  await waitUntil(ada.page, 'the orders are read', async () => (await stage()) === 'resolution');

  // While the results are shown everybody can continue; nobody can write.
  await ada.page
    .getByRole('button', { name: de('stage_end.go_on'), exact: true })
    .last()
    .waitFor();
  await count(ada.page, de, 'stage_end.go_on_count', 0).waitFor();
  check((await ada.api('GET', `/games/${id}/options`)).units.length === 0, 'there is nothing to write');
  await checkPage(ada.page, 'evening results');
  await checkPage(bob.page, 'evening results');
  await ada.page
    .locator('.stage-end')
    .getByRole('button', { name: de('stage_end.go_on'), exact: true })
    .click();
  await count(bob.page, nl, 'stage_end.go_on_count', 1).waitFor();
  await bob.page
    .locator('.stage-end')
    .getByRole('button', { name: nl('stage_end.go_on'), exact: true })
    .tap();
  await waitUntil(ada.page, 'the game goes on', async () => (await stage()) !== 'resolution');
  const next = await ada.api('GET', `/games/${id}`);
  check(next.state.phase === 'F1901M' || next.state.phase === 'S1901R', next.state.phase);

  for (const one of [ada, bob]) {
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return 'talked, prepared, handed in, read, continued';
}

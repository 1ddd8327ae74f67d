// One person against six bots, with only one way to enter orders.

import { check } from './harness.mjs';
import {
  orderAsWrittenByMap,
  orderByKeys,
  orderByMap,
  orderText,
  provinceOf,
  showWholeMap,
} from './order-entry.mjs';
import { translator } from './texts.mjs';

const kindOf = (phase) => ({ M: 'movement', R: 'retreats', A: 'adjustments' })[phase.at(-1)];

/** Random whole numbers below a limit, the same in every run. */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** One legal order per unit, of all kinds, and builds or removals. */
export function randomOrders(options, random) {
  const pick = (list) => list[random(list.length)];
  const deeds = options.units.map((unit) => {
    if (kindOf(options.phase) === 'retreats')
      return unit.retreats.length > 0
        ? { order: 'retreat', at: unit.at, to: pick(unit.retreats) }
        : { order: 'disband', at: unit.at };
    const helped = Object.keys(unit.supports);
    const convoyable = Object.keys(unit.convoys);
    if (convoyable.length > 0 && random(2) === 0) {
      const from = pick(convoyable);
      return { order: 'convoy', at: unit.at, from, to: pick(unit.convoys[from]) };
    }
    if (helped.length > 0 && random(3) === 0) {
      const from = pick(helped);
      const to = pick(unit.supports[from]);
      return to === from
        ? { order: 'support_hold', at: unit.at, of: from }
        : { order: 'support_move', at: unit.at, from, to };
    }
    if (unit.moves.length > 0 && random(8) > 0)
      return { order: 'move', at: unit.at, to: pick(unit.moves), by_convoy: false };
    return { order: 'hold', at: unit.at };
  });
  for (const one of options.adjustments) {
    const sites = [...new Set([...one.armies, ...one.fleets].map(provinceOf))];
    for (let i = 0; i < one.builds && i < sites.length; i++) {
      const fleets = one.fleets.filter((at) => provinceOf(at) === sites[i]);
      deeds.push(
        fleets.length > 0 && random(2) === 0
          ? { order: 'build', power: one.power, kind: 'fleet', at: pick(fleets) }
          : { order: 'build', power: one.power, kind: 'army', at: sites[i] },
      );
    }
    for (let i = 0; i < -one.owed; i++) deeds.push({ order: 'remove', at: one.removals[i] });
  }
  return deeds;
}

const canonicalText = (deed) => JSON.stringify(Object.entries(deed).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Plays some years with one way to enter orders; returns how many orders were given. `enter` gives one order on
 * the map in its own way.
 */
export async function play(someone, url, id, way, years, seed, how = 'mouse', enter = null) {
  const { page, api } = someone;
  const random = randomNumbers(seed);
  const board = await api('GET', '/board?language=en');
  let orders = 0;
  await page.goto(`${url}/g/${id}`);
  await page.waitForSelector('[data-ready=true] .layer svg');
  for (let phases = 0; phases < years * 6; phases++) {
    const view = await api('GET', `/games/${id}`);
    if (view.state.state !== 'underway' || Number(view.state.phase.slice(1, -1)) >= 1901 + years)
      return { orders, phase: view.state.phase ?? 'over' };
    const options = await api('GET', `/games/${id}/options`);
    options.places = Object.fromEntries(view.position.units.map((unit) => [provinceOf(unit.at), unit.at]));
    const deeds = randomOrders(options, random).map((deed) =>
      way === 'map' ? orderAsWrittenByMap(deed, options) : deed,
    );
    const orderTab = page.getByRole('tab', { name: /Orders/ });
    if (deeds.length > 0) {
      if (way === 'map') {
        const mapTab = page.getByRole('tab', { name: 'Map', exact: true });
        if (await mapTab.isVisible()) await mapTab.click();
        if (how === 'touch') await showWholeMap(page, translator('en'));
        for (const deed of deeds)
          await (enter ? enter(deed, options) : orderByMap(page, board, deed, options, how));
      } else if (way === 'text') {
        await orderTab.click();
        await page.getByRole('button', { name: 'Text', exact: true }).click();
        await page.getByLabel(/Orders, one per line/).fill('');
        await page.keyboard.type(deeds.map(orderText).join('\n'));
        await page.waitForFunction(
          (count) => document.querySelectorAll('.sentences li').length === count,
          deeds.length,
        );
      } else {
        await orderTab.focus();
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'List', exact: true }).focus();
        await page.keyboard.press('Enter');
        for (const deed of deeds) await orderByKeys(page, board, deed);
      }
      orders += deeds.length;
      const wanted = deeds.map(canonicalText).sort().join('\n');
      let found = '';
      for (let i = 0; i < 60 && found !== wanted; i++) {
        const now = await api('GET', `/games/${id}`);
        found = (now.desk?.draft ?? now.desk?.sheet ?? [])
          .map((line) => canonicalText(line.deed))
          .sort()
          .join('\n');
        if (found !== wanted) await page.waitForTimeout(100);
      }
      check(found === wanted, `${way} ${view.state.phase}: wanted\n${wanted}\nfound\n${found}`);
    }
    const handIn = page
      .getByRole('button', { name: 'Submit orders', exact: true })
      .filter({ visible: true })
      .first();
    if (deeds.length > 0) {
      await handIn.focus();
      await page.keyboard.press('Enter');
    }
    await page.waitForFunction(
      ({ id, count }) =>
        fetch(`/api/games/${id}`)
          .then((response) => response.json())
          .then((view) => view.records > count),
      { id, count: view.records },
      { polling: 200 },
    );
    const goOn = page
      .getByRole('button', { name: /Continue|Current phase/ })
      .filter({ visible: true })
      .first();
    await goOn.click();
    const after = await api('GET', `/games/${id}`);
    if (after.state.state === 'underway')
      await page.waitForFunction(
        (phase) => document.querySelector('.phase')?.textContent?.includes(phase),
        after.state.phase.slice(1, -1),
      );
  }
  return { orders, phase: 'many' };
}

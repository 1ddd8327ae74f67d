// One person against six bots, by one way of ordering only.

import { check } from './lib.mjs';

const provinceOf = (place) => place.split('/')[0];
const kindOf = (phase) => ({ M: 'movement', R: 'retreats', A: 'adjustments' })[phase.at(-1)];

/** Whole numbers below `most`, the same in every run. */
export function dice(seed) {
  let state = seed >>> 0;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** One legal order for each unit, some of every kind, and what is built or removed. */
export function plan(options, roll) {
  const pick = (list) => list[roll(list.length)];
  const deeds = options.units.map((unit) => {
    if (kindOf(options.phase) === 'retreats')
      return unit.retreats.length > 0 ? { order: 'retreat', at: unit.at, to: pick(unit.retreats) } : { order: 'disband', at: unit.at };
    const helped = Object.keys(unit.supports);
    const carried = Object.keys(unit.convoys);
    if (carried.length > 0 && roll(2) === 0) {
      const from = pick(carried);
      return { order: 'convoy', at: unit.at, from, to: pick(unit.convoys[from]) };
    }
    if (helped.length > 0 && roll(3) === 0) {
      const from = pick(helped);
      const to = pick(unit.supports[from]);
      return to === from ? { order: 'support_hold', at: unit.at, of: from } : { order: 'support_move', at: unit.at, from, to };
    }
    if (unit.moves.length > 0 && roll(8) > 0) return { order: 'move', at: unit.at, to: pick(unit.moves), by_convoy: false };
    return { order: 'hold', at: unit.at };
  });
  for (const one of options.adjustments) {
    const sites = [...new Set([...one.armies, ...one.fleets].map(provinceOf))];
    for (let i = 0; i < one.builds && i < sites.length; i++) {
      const fleets = one.fleets.filter((at) => provinceOf(at) === sites[i]);
      deeds.push(fleets.length > 0 && roll(2) === 0 ? { order: 'build', power: one.power, kind: 'fleet', at: pick(fleets) } : { order: 'build', power: one.power, kind: 'army', at: sites[i] });
    }
    for (let i = 0; i < -one.owed; i++) deeds.push({ order: 'remove', at: one.removals[i] });
  }
  return deeds;
}

/** Once the page has been painted. */
const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** The spot of a place in the window. */
async function spotOf(page, board, place) {
  const box = await page.locator('.layer svg').first().boundingBox();
  const [province, coast] = place.split('/');
  const entry = board.provinces[province];
  const [x, y] = (coast && entry.coasts?.[coast]) || entry.unit;
  const scale = box.width / board.size[0];
  return { x: box.x + (x / 10) * scale, y: box.y + (y / 10) * scale };
}

export async function touch(page, board, place, how = 'mouse') {
  const at = await spotOf(page, board, place);
  if (how === 'touch') await page.touchscreen.tap(at.x, at.y);
  else await page.mouse.click(at.x, at.y);
  await drawn(page);
}

const bar = (page) => page.locator('.bar');

/** Writes one order with touches on the map and the bar beneath it. */
export async function byMap(page, board, deed, options, how) {
  const press = (name) => bar(page).getByRole('button', { name }).first().click();
  if (deed.order === 'build') {
    await touch(page, board, provinceOf(deed.at), how);
    const name = board.provinces[provinceOf(deed.at)].name;
    const asked = bar(page).getByRole('button', { name: new RegExp(`${name}`) });
    if ((await asked.count()) > 0) {
      const coast = { nc: 'north coast', sc: 'south coast', ec: 'east coast' }[deed.at.split('/')[1]];
      await press(`${deed.kind === 'army' ? 'Army' : 'Fleet'} ${name}${coast ? ` (${coast})` : ''}`);
    }
    return;
  }
  await touch(page, board, deed.order === 'retreat' || deed.order === 'disband' ? deed.at : (options.units.find((unit) => unit.at === deed.at)?.place ?? deed.at), how);
  switch (deed.order) {
    case 'hold':
      return press('Hold');
    case 'disband':
      return press('Disband');
    case 'remove':
      return undefined;
    case 'move':
    case 'retreat': {
      await touch(page, board, deed.to, how);
      // A touch that could mean more, such as a coast or a support, is asked about.
      const name = board.provinces[provinceOf(deed.to)].name;
      const coast = { nc: 'north coast', sc: 'south coast', ec: 'east coast' }[deed.to.split('/')[1]];
      const asked = bar(page).getByRole('button', { name: `${deed.order === 'move' ? 'Move' : 'Retreat'} to ${name}${coast ? ` (${coast})` : ''}`, exact: true });
      if ((await asked.count()) > 0) await asked.click();
      return undefined;
    }
    case 'support_hold':
    case 'support_move': {
      await press('Support …');
      const from = deed.order === 'support_hold' ? deed.of : deed.from;
      await touch(page, board, options.places[from] ?? from, how);
      if ((await bar(page).getByText(/where does the unit/).count()) > 0) await touch(page, board, deed.order === 'support_hold' ? (options.places[from] ?? from) : deed.to, how);
      return undefined;
    }
    case 'convoy': {
      await press('Convoy …');
      await touch(page, board, deed.from, how);
      if ((await bar(page).getByText(/where does the army/).count()) > 0) await touch(page, board, deed.to, how);
      return undefined;
    }
    default:
      throw new Error(deed.order);
  }
}

/** In the international notation, which every language reads. */
export function asText(deed) {
  const place = (key) => key.toUpperCase();
  switch (deed.order) {
    case 'hold':
      return `${place(deed.at)} H`;
    case 'move':
      return `${place(deed.at)} - ${place(deed.to)}`;
    case 'support_hold':
      return `${place(deed.at)} S ${place(deed.of)}`;
    case 'support_move':
      return `${place(deed.at)} S ${place(deed.from)} - ${place(deed.to)}`;
    case 'convoy':
      return `${place(deed.at)} C ${place(deed.from)} - ${place(deed.to)}`;
    case 'retreat':
      return `${place(deed.at)} R ${place(deed.to)}`;
    case 'disband':
      return `${place(deed.at)} D`;
    case 'build':
      return `${deed.kind === 'army' ? 'A' : 'F'} ${place(deed.at)} B`;
    case 'remove':
      return `${place(deed.at)} D`;
    default:
      throw new Error(deed.order);
  }
}

/** Chooses in a native menu with keys alone. */
async function choose(page, menu, value) {
  await menu.focus();
  const at = await menu.evaluate((select, value) => [...select.options].filter((option) => !option.disabled).findIndex((option) => option.value === value), value);
  check(at >= 0, `no such choice: ${value}`);
  await page.keyboard.press('Home');
  // The first entry may be one that cannot be chosen, on which the menu stands at first.
  for (let i = 0; i < 80 && (await menu.inputValue()) !== value; i++) await page.keyboard.press('ArrowDown');
  check((await menu.inputValue()) === value, `the menu stays at ${await menu.inputValue()} instead of ${value}`);
}

export async function byKeys(page, board, deed) {
  if (deed.order === 'build' || deed.order === 'remove') {
    const name = board.provinces[provinceOf(deed.at)].name;
    if (deed.order === 'remove') {
      await page.getByRole('checkbox', { name }).focus();
      await page.keyboard.press('Space');
      return;
    }
    const menu = page.getByLabel(name, { exact: true });
    const value = await menu.evaluate((select, wanted) => [...select.options].find((option) => option.value.includes(`"${wanted.kind}"`) && option.value.includes(`"at","${wanted.at}"`))?.value, deed);
    await choose(page, menu, value);
    return;
  }
  const row = page.locator('fieldset', { has: page.locator('legend', { hasText: board.provinces[deed.at].name }) });
  const menu = (n) => row.getByRole('combobox').nth(n);
  const verb = deed.order.startsWith('support') ? 'support' : deed.order;
  await choose(page, menu(0), verb);
  if (verb === 'move' || verb === 'retreat') await choose(page, menu(1), deed.to);
  if (verb === 'support' || verb === 'convoy') {
    await choose(page, menu(1), deed.of ?? deed.from);
    await choose(page, menu(2), deed.to ?? deed.of);
  }
}

const name = (deed) => JSON.stringify(Object.entries(deed).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Plays until a year is over, by one way; says how many orders were given. */
export async function play(someone, url, id, way, years, seed, how = 'mouse') {
  const { page, api } = someone;
  const roll = dice(seed);
  const board = await api('GET', '/board?language=en');
  let orders = 0;
  await page.goto(`${url}/g/${id}`);
  await page.waitForSelector('[data-ready=true] .layer svg');
  for (let phases = 0; phases < years * 6; phases++) {
    const view = await api('GET', `/games/${id}`);
    if (view.state.state !== 'underway' || Number(view.state.phase.slice(1, -1)) >= 1901 + years) return { orders, phase: view.state.phase ?? 'over' };
    const options = await api('GET', `/games/${id}/options`);
    options.places = Object.fromEntries(view.position.units.map((unit) => [provinceOf(unit.at), unit.at]));
    const deeds = plan(options, roll);
    const orderTab = page.getByRole('tab', { name: /Orders/ });
    if (deeds.length > 0) {
      if (way === 'map') {
        const mapTab = page.getByRole('tab', { name: 'Map', exact: true });
        if (await mapTab.isVisible()) await mapTab.click();
        if (how === 'touch') {
          await page.getByRole('button', { name: 'The whole map' }).click();
          await page.waitForFunction(() => document.querySelector('.layer').getBoundingClientRect().width <= innerWidth + 1);
        }
        for (const deed of deeds) await byMap(page, board, deed, options, how);
      } else if (way === 'text') {
        await orderTab.click();
        await page.getByRole('button', { name: 'Text', exact: true }).click();
        await page.getByLabel(/Orders, one a line/).fill('');
        await page.keyboard.type(deeds.map(asText).join('\n'));
        await page.waitForFunction((count) => document.querySelectorAll('.sentences li').length === count, deeds.length);
      } else {
        await orderTab.focus();
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'List', exact: true }).focus();
        await page.keyboard.press('Enter');
        for (const deed of deeds) await byKeys(page, board, deed);
      }
      orders += deeds.length;
      const wanted = deeds.map(name).sort().join('\n');
      let found = '';
      for (let i = 0; i < 60 && found !== wanted; i++) {
        const now = await api('GET', `/games/${id}`);
        found = (now.desk?.draft ?? now.desk?.sheet ?? []).map((line) => name(line.deed)).sort().join('\n');
        if (found !== wanted) await page.waitForTimeout(100);
      }
      check(found === wanted, `${way} ${view.state.phase}: wanted\n${wanted}\nfound\n${found}`);
    }
    const handIn = page.getByRole('button', { name: 'Hand in', exact: true }).filter({ visible: true }).first();
    if (deeds.length > 0) {
      await handIn.focus();
      await page.keyboard.press('Enter');
    }
    await page.waitForFunction(({ id, count }) => fetch(`/api/games/${id}`).then((answer) => answer.json()).then((view) => view.records > count), { id, count: view.records }, { polling: 200 });
    const goOn = page.getByRole('button', { name: /Go on|To the present/ }).filter({ visible: true }).first();
    await goOn.click();
    const after = await api('GET', `/games/${id}`);
    if (after.state.state === 'underway') await page.waitForFunction((phase) => document.querySelector('.phase')?.textContent?.includes(phase), after.state.phase.slice(1, -1));
  }
  return { orders, phase: 'many' };
}

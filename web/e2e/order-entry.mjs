// The three ways to enter an order, as a person does it: taps on the map, keys alone, text. In any language.

import { check } from './harness.mjs';
import { translator } from './texts.mjs';

export const provinceOf = (place) => place.split('/')[0];

/** Waits until the page has been painted. */
const painted = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** The box of the map once it no longer moves: a bar that appears or disappears may still move it. */
async function settledMapBox(page) {
  const map = page.locator('.layer svg').first();
  let box = await map.boundingBox();
  for (let i = 0; i < 50; i++) {
    await painted(page);
    const now = await map.boundingBox();
    if (now.x === box.x && now.y === box.y && now.width === box.width) return now;
    box = now;
  }
  return box;
}

/** The point of a place in the window. */
export async function pointOf(page, board, place) {
  const box = await settledMapBox(page);
  const [province, coast] = place.split('/');
  const entry = board.provinces[province];
  const [x, y] = (coast && entry.coasts?.[coast]) || entry.unit;
  const scale = box.width / board.size[0];
  return { x: box.x + (x / 10) * scale, y: box.y + (y / 10) * scale };
}

/** Shows the whole map on a phone, and waits until it no longer moves. */
export async function showWholeMap(page, t) {
  await page.getByRole('button', { name: t('board.whole') }).tap();
  for (let i = 0; i < 50 && (await settledMapBox(page)).width > page.viewportSize().width + 1; i++)
    await page.waitForTimeout(100);
}

export async function tapMap(page, board, place, how = 'mouse') {
  const at = await pointOf(page, board, place);
  if (how === 'touch') await page.touchscreen.tap(at.x, at.y);
  else await page.mouse.click(at.x, at.y);
  await painted(page);
}

const menuOf = (page) => page.locator('.order-menu');

/** The name of a place, with its coast if it has one. */
export function placeName(board, place, t) {
  const [province, coast] = place.split('/');
  const name = board.provinces[province].name;
  return coast ? `${name} (${t(`coast.${coast}`)})` : name;
}

/** The order that taps on the map write: a support of a move to either of two coasts names no coast. */
export function orderAsWrittenByMap(deed, options) {
  if (deed.order !== 'support_move') return deed;
  const { supports } = options.units.find((unit) => unit.at === deed.at);
  const coasts = supports[deed.from].filter((to) => provinceOf(to) === provinceOf(deed.to));
  return coasts.length > 1 ? { ...deed, to: provinceOf(deed.to) } : deed;
}

/** Enters one order with taps on the map and its menu, and checks that nothing is left to do. */
export async function orderByMap(page, board, deed, options, how, language = 'en') {
  const t = translator(language);
  await tapOrder(page, board, deed, options, how, t);
  await painted(page);
  const open = page.locator('.order-menu:not([data-done])');
  check(
    (await open.count()) === 0,
    `${JSON.stringify(deed)} is not complete: ${(await open.count()) === 0 ? '' : await open.innerText()}`,
  );
  // The offer of other orders may lie over the next unit.
  if ((await menuOf(page).count()) > 0)
    await menuOf(page)
      .getByRole('button', { name: t('order.cancel') })
      .click();
}

async function tapOrder(page, board, deed, options, how, t) {
  const press = (name) => menuOf(page).getByRole('button', { name, exact: true }).first().click();
  const asks = () => page.locator('.order-menu:not([data-done])').count();
  if (deed.order === 'build') {
    await tapMap(page, board, provinceOf(deed.at), how);
    if ((await asks()) > 0)
      await press(
        t('order.build_here', { unit: t(`unit.${deed.kind}`), place: placeName(board, deed.at, t) }),
      );
    return;
  }
  await tapMap(
    page,
    board,
    deed.order === 'retreat' || deed.order === 'disband'
      ? deed.at
      : (options.units.find((unit) => unit.at === deed.at)?.place ?? deed.at),
    how,
  );
  switch (deed.order) {
    case 'hold':
      return press(t('order.hold'));
    case 'disband':
      return press(t('order.disband'));
    case 'remove':
      return undefined;
    case 'move':
    case 'retreat': {
      await tapMap(page, board, deed.to, how);
      // The menu asks about an own unit there or a coast, and offers a convoy.
      const key =
        deed.order === 'retreat' ? 'order.retreat_to' : deed.by_convoy ? 'order.sail_to' : 'order.move_to';
      const choice = menuOf(page).getByRole('button', {
        name: t(key, { place: placeName(board, deed.to, t) }),
        exact: true,
      });
      if ((await choice.count()) > 0) await choice.first().click();
      return undefined;
    }
    case 'support_hold':
    case 'support_move':
    case 'convoy': {
      await press(t(deed.order === 'convoy' ? 'order.convoy' : 'order.support'));
      const from = deed.order === 'support_hold' ? deed.of : deed.from;
      await tapMap(page, board, options.places[from] ?? from, how);
      const done = page.locator('.order-menu[data-done]');
      // The order of the helped unit was taken as what is meant; another is chosen.
      if ((await done.count()) > 0) {
        const help = deed.order === 'convoy' ? 'menu.convoy_elsewhere' : 'menu.support_elsewhere';
        await press(t(help, { place: placeName(board, from, t) }));
      }
      if ((await asks()) > 0)
        await tapMap(
          page,
          board,
          deed.order === 'support_hold' ? (options.places[from] ?? from) : deed.to,
          how,
        );
      return undefined;
    }
    default:
      throw new Error(deed.order);
  }
}

/** An order in the international notation, which every language reads. */
export function orderText(deed) {
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

/** Chooses in a menu with keys alone. */
async function choose(page, menu, value) {
  await menu.focus();
  const at = await menu.evaluate(
    (select, value) =>
      [...select.options].filter((option) => !option.disabled).findIndex((option) => option.value === value),
    value,
  );
  check(at >= 0, `no such choice: ${value}`);
  await page.keyboard.press('Home');
  // The menu may start on an entry that cannot be chosen.
  for (let i = 0; i < 80 && (await menu.inputValue()) !== value; i++) await page.keyboard.press('ArrowDown');
  check(
    (await menu.inputValue()) === value,
    `the menu stays at ${await menu.inputValue()} instead of ${value}`,
  );
}

export async function orderByKeys(page, board, deed) {
  if (deed.order === 'build' || deed.order === 'remove') {
    const name = board.provinces[provinceOf(deed.at)].name;
    if (deed.order === 'remove') {
      await page.getByRole('checkbox', { name }).focus();
      await page.keyboard.press('Space');
      return;
    }
    const menu = page.getByLabel(name, { exact: true });
    const value = await menu.evaluate(
      (select, wanted) =>
        [...select.options].find(
          (option) =>
            option.value.includes(`"${wanted.kind}"`) && option.value.includes(`"at","${wanted.at}"`),
        )?.value,
      deed,
    );
    await choose(page, menu, value);
    return;
  }
  const row = page.locator(`[data-order-of="${deed.at}"]`);
  const menu = (n) => row.getByRole('combobox').nth(n);
  const verb = deed.order.startsWith('support') ? 'support' : deed.order;
  await choose(page, menu(0), verb);
  if (verb === 'move' || verb === 'retreat') await choose(page, menu(1), deed.to);
  if (verb === 'support' || verb === 'convoy') {
    await choose(page, menu(1), deed.of ?? deed.from);
    await choose(page, menu(2), deed.to ?? deed.of);
  }
}

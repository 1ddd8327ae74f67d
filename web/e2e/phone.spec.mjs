// A phone: orders for the smallest provinces by touch, pinching, swiping, nothing too wide or too small.

import { checkAccessibility, checkFitsPhone } from './accessibility.mjs';
import { check, person, PHONE, soloGame, waitUntil } from './harness.mjs';
import { orderByMap, pointOf, provinceOf, showWholeMap, tapMap } from './order-entry.mjs';
import { randomNumbers } from './play-solo.mjs';
import { translator } from './texts.mjs';

export const title = 'orders and gestures on a phone';

/** Moves from or into the smallest provinces and the most crowded parts of the board. */
const SMALL = {
  germany: [
    ['kie', 'hol'],
    ['kie', 'den'],
    ['kie', 'hel'],
    ['mun', 'ruh'],
    ['mun', 'tyr'],
    ['ber', 'kie'],
  ],
  austria: [
    ['tri', 'alb'],
    ['bud', 'ser'],
    ['vie', 'tyr'],
    ['vie', 'boh'],
    ['bud', 'rum'],
  ],
  turkey: [
    ['con', 'bul'],
    ['smy', 'con'],
    ['ank', 'con'],
    ['con', 'smy'],
  ],
  italy: [
    ['ven', 'pie'],
    ['ven', 'tus'],
    ['rom', 'apu'],
    ['nap', 'apu'],
    ['rom', 'nap'],
  ],
  england: [
    ['edi', 'cly'],
    ['lvp', 'wal'],
    ['lon', 'wal'],
    ['lvp', 'yor'],
  ],
};
/** How far a finger lands from the point that it aims at, in pixels. */
const STRAY_PX = 7;

const painted = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const width = (page) => page.locator('.layer').evaluate((layer) => layer.getBoundingClientRect().width);

async function smallProvinces({ browser, url }) {
  const random = randomNumbers(1901);
  let orders = 0;
  for (const [power, moves] of Object.entries(SMALL)) {
    const one = await person(browser, url, PHONE);
    const { page } = one;
    const board = await one.api('GET', '/board?language=en');
    const id = await soloGame(one, 'Ada', 'en', power);
    await page.goto(`${url}/g/${id}`);
    await page.waitForSelector('[data-ready=true] .layer svg');
    await showWholeMap(page, translator('en'));
    const tapNear = async (place) => {
      const at = await pointOf(page, board, place);
      const [angle, far] = [(random(360) * Math.PI) / 180, random(STRAY_PX + 1)];
      await page.touchscreen.tap(at.x + Math.cos(angle) * far, at.y + Math.sin(angle) * far);
      await painted(page);
    };
    for (const [from, to] of moves) {
      await tapNear(from);
      await tapNear(to);
      // An own unit stands there: the page asks what the tap means.
      const choice = page
        .locator('.order-menu')
        .getByRole('button', { name: `Move to ${board.provinces[to].name}`, exact: true });
      if (await choice.count()) await choice.tap();
      await waitUntil(page, `${from} - ${to}`, async () => {
        const { desk } = await one.api('GET', `/games/${id}`);
        return (desk.draft ?? []).some(
          ({ deed }) => deed.order === 'move' && deed.at === from && deed.to === to,
        );
      });
      orders += 1;
    }
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
  return orders;
}

/** A quick tap on the unit beside the last target is no double tap: the map does not zoom. */
async function quickTaps({ browser, url }) {
  const one = await person(browser, url, PHONE);
  const { page } = one;
  const board = await one.api('GET', '/board?language=en');
  const id = await soloGame(one, 'Ada', 'en', 'england');
  await page.goto(`${url}/g/${id}`);
  await page.waitForSelector('[data-ready=true] .layer svg');
  await showWholeMap(page, translator('en'));
  const before = await width(page);
  const [from, to, next] = [
    await pointOf(page, board, 'lvp'),
    await pointOf(page, board, 'wal'),
    await pointOf(page, board, 'lon'),
  ];
  check(Math.hypot(next.x - to.x, next.y - to.y) < 24, 'the places are not close enough to prove anything');
  for (const at of [from, to, next]) await page.touchscreen.tap(at.x, at.y);
  await painted(page);
  check((await width(page)) === before, `the map changed from ${before} to ${await width(page)}`);
  check(
    (await page.locator('.order-menu .title').innerText()).includes('London'),
    `selected: ${await page.locator('.order-menu .title').innerText()}`,
  );
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  // Where nothing can be ordered, two quick taps are a double tap.
  const at = await pointOf(page, board, 'ion');
  await waitUntil(page, 'nearer', async () => {
    // On a busy machine two taps are not always quick.
    for (let i = 0; i < 2; i++) await page.touchscreen.tap(at.x, at.y);
    return (await width(page)) > before * 1.5;
  });
  check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
  await one.context.close();
}

/** In every language the bar beneath the map shows its whole text and the cancel button. */
async function barTexts({ browser, url }) {
  for (const language of ['en', 'nl', 'fr', 'es', 'de']) {
    const one = await person(browser, url, { ...PHONE, locale: language });
    const { page } = one;
    const t = translator(language);
    const board = await one.api('GET', `/board?language=${language}`);
    const id = await soloGame(one, 'Ada', language, 'england');
    await page.goto(`${url}/g/${id}`);
    await page.waitForSelector('[data-ready=true] .layer svg');
    await showWholeMap(page, t);
    const checkNothingHidden = async (when) => {
      await painted(page);
      const hidden = await page.locator('div.bar').evaluate((part) => part.scrollHeight - part.clientHeight);
      check(
        hidden <= 0,
        `${language}, ${when}: ${hidden} pixels of words are hidden: ${await page.locator('div.bar').innerText()}`,
      );
    };
    await orderByMap(
      page,
      board,
      { order: 'support_hold', at: 'lvp', of: 'edi' },
      { units: [], places: {} },
      'touch',
      language,
    );
    // The sentence comes from the server; until then the bar shows symbols.
    await page.waitForFunction(
      (name) => document.querySelector('.bar .sentence')?.textContent.includes(name),
      board.provinces.lvp.name,
    );
    await checkNothingHidden('an order is written');
    await tapMap(page, board, 'lvp', 'touch');
    await checkNothingHidden('a unit with an order is selected');
    const cancel = await page
      .locator('div.bar')
      .getByRole('button', { name: t('order.cancel'), exact: true })
      .boundingBox();
    check(
      cancel.x >= 0 && cancel.x + cancel.width <= 390,
      `${language}: the cancel button is at ${cancel.x}`,
    );
    await page
      .locator('div.bar')
      .getByRole('button', { name: t('order.cancel'), exact: true })
      .tap();
    const box = await page
      .locator('div.bar')
      .getByRole('button', { name: t('sheet.hand_in'), exact: true })
      .boundingBox();
    check(box.x >= 0 && box.x + box.width <= 390, `${language}: from ${box.x} to ${box.x + box.width}`);
    check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
    await one.context.close();
  }
}

/** Support and convoy to a province with two coasts: helper, mover, target, and no question after them. */
async function coasts({ browser, url }) {
  const one = await person(browser, url, PHONE);
  const { page } = one;
  const board = await one.api('GET', '/board?language=en');
  const id = await soloGame(one, 'Ada', 'en', 'france');
  const step = (at, to) => ({ order: 'move', at, to, by_convoy: false });
  await one.api('POST', `/games/${id}/orders`, {
    deeds: [step('bre', 'mao'), step('par', 'gas')],
    draft: false,
    stance: 'ready',
    all_or_nothing: true,
  });
  await waitUntil(
    page,
    'autumn',
    async () => (await one.api('GET', `/games/${id}`)).state.phase === 'F1901M',
  );
  await page.goto(`${url}/g/${id}`);
  await page.waitForSelector('[data-ready=true] .layer svg');
  await showWholeMap(page, translator('en'));
  const options = await one.api('GET', `/games/${id}/options`);
  const { units } = (await one.api('GET', `/games/${id}`)).position;
  options.places = Object.fromEntries(units.map((unit) => [provinceOf(unit.at), unit.at]));
  const wanted = [
    { order: 'support_move', at: 'mar', from: 'mao', to: 'spa' },
    { order: 'convoy', at: 'mao', from: 'gas', to: 'spa' },
    { order: 'support_move', at: 'gas', from: 'mao', to: 'spa' },
  ];
  for (const deed of wanted) {
    await orderByMap(page, board, deed, options, 'touch');
    await waitUntil(page, JSON.stringify(deed), async () => {
      const { desk } = await one.api('GET', `/games/${id}`);
      return (desk.draft ?? []).some((line) =>
        Object.entries(deed).every(([key, value]) => line.deed[key] === value),
      );
    });
  }
  // The menus of the list show the same support.
  await page.locator('#tab-orders').click();
  const menus = page.locator('[data-order-of="mar"]').getByRole('combobox');
  check((await menus.nth(2).inputValue()) === 'spa', `the list has ${await menus.nth(2).inputValue()}`);
  check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
  await one.context.close();
  return wanted.length;
}

/** Two fingers apart: the map grows, the page does not, and no order is given. */
async function pinch(one, id) {
  const { page, context } = one;
  const devtools = await context.newCDPSession(page);
  const send = (type, points) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
  const before = await width(page);
  await send('touchStart', [
    [180, 400],
    [210, 400],
  ]);
  for (let i = 1; i <= 10; i++)
    await send('touchMove', [
      [180 - i * 8, 400],
      [210 + i * 8, 400],
    ]);
  await send('touchEnd', []);
  await painted(page);
  const near = await width(page);
  check(near > before * 1.8, `pinched from ${before} to ${near}`);
  await send('touchStart', [
    [100, 400],
    [300, 400],
  ]);
  for (let i = 1; i <= 10; i++)
    await send('touchMove', [
      [100 + i * 7, 400],
      [300 - i * 7, 400],
    ]);
  await send('touchEnd', []);
  await painted(page);
  check((await width(page)) < near * 0.7, 'pinched together');
  check((await page.evaluate(() => visualViewport.scale)) === 1, 'the page itself was zoomed');
  check(((await one.api('GET', `/games/${id}`)).desk.draft ?? []).length === 0, 'a pinch gave an order');
}

async function swipe(one, from, to, y) {
  const devtools = await one.context.newCDPSession(one.page);
  const send = (type, points) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  await send('touchStart', [[from, y]]);
  for (let i = 1; i <= 8; i++) await send('touchMove', [[from + ((to - from) * i) / 8, y]]);
  await send('touchEnd', []);
  await painted(one.page);
}

/** Orders, map and talk are side by side. A swipe on the map moves the map. */
async function swipes(one) {
  const { page } = one;
  const tab = () => page.locator('.game-table').getAttribute('data-tab');
  const middle = async (selector) => {
    const box = await page.locator(selector).first().boundingBox();
    return box.y + box.height / 2;
  };
  check((await tab()) === 'map', 'the map is first');
  await swipe(one, 330, 60, await middle('.game-table > .strip'));
  check((await tab()) === 'talk', `from the map to talk: ${await tab()}`);
  await swipe(one, 60, 330, await middle('#panel'));
  check((await tab()) === 'map', `from talk to the map: ${await tab()}`);
  await swipe(one, 60, 330, await middle('.bar .bar-text'));
  check((await tab()) === 'orders', `from the map to the orders: ${await tab()}`);
  await swipe(one, 330, 60, await middle('#panel h2'));
  check((await tab()) === 'map', `from the orders to the map: ${await tab()}`);
  await swipe(one, 330, 60, await middle('.layer'));
  check((await tab()) === 'map', 'a swipe on the map left it');
}

export async function run({ browser, url }) {
  const isSelected = (story) => [undefined, story].includes(process.env.DETENTE_STORY);
  const orders = isSelected('small') ? await smallProvinces({ browser, url }) : 0;
  if (isSelected('quick')) await quickTaps({ browser, url });
  if (isSelected('bar')) await barTexts({ browser, url });
  const helps = isSelected('coasts') ? await coasts({ browser, url }) : 0;
  const one = await person(browser, url, PHONE);
  const id = await soloGame(one, 'Ada', 'en', 'austria');
  await one.page.goto(`${url}/g/${id}`);
  await one.page.waitForSelector('[data-ready=true] .layer svg');
  await swipes(one);
  await pinch(one, id);
  await checkFitsPhone(one.page, 'the map after a pinch');
  await checkAccessibility(one.page, 'the map after a pinch');
  // In landscape nothing is too wide.
  await one.page.setViewportSize({ width: 844, height: 390 });
  await painted(one.page);
  const wide = await one.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  check(wide <= 0, `${wide} pixels too wide when turned`);
  check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
  await one.context.close();
  return `${orders} orders by a finger that is off by ${STRAY_PX} pixels, ${helps} supports and convoys to a province with two coasts; pinched, swiped, turned`;
}

// The board: pieces, names, arrows, the order menu, dragging, rows, warnings, a map that does not jump, results.

import { checkAccessibility } from './accessibility.mjs';
import { check, DESKTOP, person, PHONE, soloGame, waitUntil } from './harness.mjs';
import { pointOf, showWholeMap, tapMap } from './order-entry.mjs';
import { translator } from './texts.mjs';

export const title = 'the board: pieces, names, orders by menu and drag, warnings, results';

const LANGUAGES = ['en', 'nl', 'fr', 'es', 'de'];
const t = translator('en');

async function open(browser, url, { screen = DESKTOP, power = 'france', language = 'en' } = {}) {
  const one = await person(browser, url, { ...screen, locale: language });
  const id = await soloGame(one, 'Ada', language, power);
  const board = await one.api('GET', `/board?language=${language}`);
  await one.page.goto(`${url}/g/${id}`);
  await one.page.waitForSelector('[data-ready=true] .layer svg');
  await one.page.locator('.labels text').first().waitFor();
  return { one, id, board, page: one.page };
}
const close = async ({ one }) => {
  check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
  await one.context.close();
};
const draft = async (one, id) =>
  ((await one.api('GET', `/games/${id}`)).desk.draft ?? []).map(({ deed }) => deed);
const hasOrder = (one, id, wanted) =>
  waitUntil(one.page, JSON.stringify(wanted), async () =>
    (await draft(one, id)).some((deed) =>
      Object.entries(wanted).every(([key, value]) => deed[key] === value),
    ),
  );
const setLayer = async (page, name, value) => {
  const select = page.getByLabel(t(`layers.${name}`), { exact: true });
  if (!(await select.isVisible())) await page.getByRole('button', { name: t('layers.title') }).click();
  await select.selectOption(value);
  await page.keyboard.press('Escape');
};
const mapBox = async (page) => JSON.stringify(await page.locator('.map-panel .board').first().boundingBox());
/** Whether the board fills its frame and no edge of it is outside, once the camera rests. */
async function showsWholeBoard(page) {
  const frame = await page.locator('.map-panel .board').first().boundingBox();
  const map = await page.locator('.map-panel .layer').first().boundingBox();
  const isFull = Math.abs(map.width - frame.width) < 3 || Math.abs(map.height - frame.height) < 3;
  return (
    isFull &&
    map.x >= frame.x - 1 &&
    map.y >= frame.y - 1 &&
    map.x + map.width <= frame.x + frame.width + 1 &&
    map.y + map.height <= frame.y + frame.height + 1
  );
}
const handIn = (one, id, deeds) =>
  one.api('POST', `/games/${id}/orders`, { deeds, draft: false, stance: 'ready', all_or_nothing: true });

const stories = {
  async 'pieces: pictures, blocks and letters, kept for the person'({ browser, url }) {
    const table = await open(browser, url);
    const { page, board } = table;
    check((await page.locator('.units [data-unit]').count()) === 22, 'not 22 pieces');
    const pictures = await page.locator(`.units path[d="${board.pieces.army.mark}"]`).count();
    check(pictures === 13, `${pictures} guns`);
    check((await page.locator('.units text').count()) === 1, 'letters on pieces: only a coast may have some');
    // The rim of Russia differs from that of England, and Germany has none.
    const rims = (province) => page.locator(`.units [data-unit="${province}"] path[pathLength]`);
    check((await rims('ber').count()) === 0 && (await rims('lon').count()) === 1, 'the rims');
    check((await rims('mos').getAttribute('stroke-dasharray')) !== null, 'the rim of Russia has no pattern');
    await setLayer(page, 'pieces', 'letters');
    check((await page.locator('.units [data-unit="par"] text').innerHTML()) === 'A', 'an army is no A');
    await setLayer(page, 'pieces', 'blocks');
    await page.reload();
    await page.waitForSelector('[data-ready=true] .layer svg');
    const blocks = await page.locator(`.units path[d="${board.pieces.army.block[0]}"]`).count();
    check(blocks === 13, `${blocks} blocks after a reload`);
    await checkAccessibility(page, 'blocks');
    await close(table);
  },

  async 'names: whole, never below 11 pixels, and a tooltip'({ browser, url }) {
    const table = await open(browser, url, { language: 'de' });
    const { page, board } = table;
    const names = await page.evaluate(() => {
      const scale =
        document.querySelector('.layer').getBoundingClientRect().width /
        document.querySelector('.layer').offsetWidth;
      const texts = [...document.querySelectorAll('.labels text')];
      return {
        smallest: Math.min(...texts.map((text) => parseFloat(text.getAttribute('font-size')) * scale)),
        whole: texts.filter((text) => /t[12]/.test(text.getAttribute('class'))).length,
      };
    });
    check(names.smallest >= 11, `letters of ${names.smallest} pixels`);
    check(names.whole > 100, `${names.whole} rows of whole names and halos`);
    const at = await pointOf(page, board, 'boh');
    await page.mouse.move(at.x, at.y);
    const tip = page.getByRole('tooltip');
    await tip.filter({ hasText: board.provinces.boh.name }).waitFor();
    check((await tip.innerText()).includes(board.provinces.mun.name), 'no neighbours in the tooltip');
    await close(table);
    // On a phone a long press shows it, and gives no order.
    const phone = await open(browser, url, { screen: PHONE });
    await showWholeMap(phone.page, t);
    const spot = await pointOf(phone.page, phone.board, 'par');
    const touch = await phone.one.context.newCDPSession(phone.page);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [spot] });
    await phone.page.getByRole('tooltip').filter({ hasText: 'Paris' }).waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    check((await phone.page.locator('.order-menu').count()) === 0, 'a long press picked the unit');
    await close(phone);
  },

  async 'nothing is cropped from 320 to 3840 pixels, in five languages'({ browser, url }) {
    let checks = 0;
    for (const language of LANGUAGES) {
      const table = await open(browser, url, { language });
      const { page, board } = table;
      for (const width of [320, 360, 390, 768, 1024, 1280, 1920, 3840]) {
        await page.setViewportSize({ width, height: width < 700 ? 740 : width === 3840 ? 2160 : 800 });
        // The browser changes its window a little later than it says.
        await page.waitForFunction(
          (width) =>
            innerWidth === width &&
            new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))),
          width,
        );
        const where = `${language} ${width}`;
        if (width < 1024)
          await page.getByRole('button', { name: translator(language)('board.whole') }).click();
        await waitUntil(page, `${where}: the whole board is visible`, () => showsWholeBoard(page));
        await tapMap(page, board, 'par');
        await page.locator('.order-menu').waitFor();
        const outside = await page.evaluate(() => {
          const faults = [];
          if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
          for (const element of document.querySelectorAll(
            '.order-menu, .order-menu button, .hand-in-area button, .bar button, .top *, .strip *, [role=tab], ' +
              '.chip, .rows li, .word, .controls button',
          )) {
            const box = element.getBoundingClientRect();
            if (box.width === 0 || box.height === 0) continue;
            const name = `${element.className} ${element.textContent.trim().slice(0, 30)}`;
            if (box.left < -1 || box.right > innerWidth + 1) faults.push(`${name} leaves the window`);
            if (
              element.matches('button, .chip, .phase, .clock, .name, .code') &&
              element.scrollWidth > element.clientWidth + 1
            )
              faults.push(`${name} is cut`);
          }
          return faults;
        });
        check(outside.length === 0, `${where}: ${outside.join('; ')}`);
        await page.keyboard.press('Escape');
        checks += 1;
      }
      await close(table);
    }
    return `${checks} widths`;
  },

  async 'a small desk shows the whole board at once'({ browser, url }) {
    const table = await open(browser, url, { screen: { viewport: { width: 1024, height: 768 } } });
    await waitUntil(table.page, 'the whole board is visible', () => showsWholeBoard(table.page));
    await close(table);
  },

  async 'arrows are shown or hidden'({ browser, url }) {
    const table = await open(browser, url);
    const { page, board } = table;
    await tapMap(page, board, 'par');
    await tapMap(page, board, 'bur');
    const arrows = page.locator('[data-order]');
    await arrows.first().waitFor();
    for (const [choice, count] of [
      ['none', 0],
      ['mine', 1],
      ['results', 0],
      ['germany', 0],
      ['france', 1],
      ['all', 1],
    ]) {
      await setLayer(page, 'arrows', choice);
      check((await arrows.count()) === count, `${choice}: ${await arrows.count()} arrows`);
    }
    await close(table);
  },

  async 'touches: move 2, hold 2, support 3, one step back, undo and redo'({ browser, url }) {
    const table = await open(browser, url);
    const { page, board, one, id } = table;
    const menu = page.locator('.order-menu');
    const entry = (name) => menu.getByRole('button', { name, exact: true });
    await tapMap(page, board, 'mar');
    await tapMap(page, board, 'bur');
    await hasOrder(one, id, { order: 'move', at: 'mar', to: 'bur' });
    await tapMap(page, board, 'bre');
    await entry(t('order.hold')).click();
    await hasOrder(one, id, { order: 'hold', at: 'bre' });
    // The unit, the other own unit, and what it does for it.
    await tapMap(page, board, 'par');
    await tapMap(page, board, 'mar');
    await entry(t('menu.support_move', { from: 'Marseilles', to: 'Burgundy' })).click();
    await hasOrder(one, id, { order: 'support_move', at: 'par', from: 'mar', to: 'bur' });
    await page.keyboard.press('Control+z');
    await waitUntil(page, 'undone', async () => (await draft(one, id)).every((deed) => deed.at !== 'par'));
    await page.keyboard.press('Control+Shift+z');
    await hasOrder(one, id, { order: 'support_move', at: 'par' });
    // Back one step: from the destination to the unit, then to nothing.
    await tapMap(page, board, 'bre');
    await entry(t('order.support')).click();
    await page.keyboard.press('Escape');
    await entry(t('order.hold')).waitFor();
    await tapMap(page, board, 'nwg');
    check((await menu.count()) === 0, 'a touch on the sea does not go back');
    await tapMap(page, board, 'bre');
    await page.goBack();
    await waitUntil(page, 'Back', async () => (await menu.count()) === 0);
    check(page.url().includes(id), 'Back left the game');
    check((await draft(one, id)).length === 3, 'Back changed the orders');
    // Letters.
    await tapMap(page, board, 'mar');
    await page.keyboard.press('h');
    await hasOrder(one, id, { order: 'hold', at: 'mar' });
    await checkAccessibility(page, 'orders by menu');
    // Without an unfinished order Back leaves the game at once: no order leaves an entry behind.
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: t('shell.learn'), exact: true }).click();
    await page.waitForURL(/learn/);
    await page.goBack();
    await page.waitForSelector('[data-ready=true] .layer svg');
    await tapMap(page, board, 'mar');
    await tapMap(page, board, 'bur');
    await page.keyboard.press('Escape');
    await page.goBack();
    await waitUntil(page, 'Back leaves the game', () => !page.url().includes(id));
    await close(table);
  },

  async 'dragging a unit gives the order'({ browser, url }) {
    const table = await open(browser, url);
    const { page, board, one, id } = table;
    const [from, to, wrong] = [
      await pointOf(page, board, 'par'),
      await pointOf(page, board, 'pic'),
      await pointOf(page, board, 'mos'),
    ];
    const dragTo = async (at) => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + at.x) / 2, (from.y + at.y) / 2, { steps: 4 });
      await page.mouse.move(at.x, at.y, { steps: 4 });
    };
    await dragTo(to);
    await page.locator('.flag', { hasText: 'Picardy' }).waitFor();
    check((await page.locator('.targets path').count()) >= 4, 'the goals are not lit');
    await page.mouse.up();
    await hasOrder(one, id, { order: 'move', at: 'par', to: 'pic' });
    await dragTo(wrong);
    await page.locator('.flag', { hasText: t('board.no_goal') }).waitFor();
    await page.mouse.up();
    check((await draft(one, id)).length === 1, 'a drag to nowhere changed the orders');
    await close(table);
  },

  async 'rows: 17 units without scrolling on a desk, by keys'({ browser, url }) {
    const one = await person(browser, url, DESKTOP);
    const id = await soloGame(one, 'Ada', 'en', 'france');
    const { page } = one;
    // A large empire: the server's options for three units, for seventeen.
    await page.route('**/options*', async (route) => {
      const answer = await (await route.fetch()).json();
      const [unit] = answer.units;
      const more = [
        'bur',
        'gas',
        'pic',
        'spa',
        'por',
        'bel',
        'hol',
        'mun',
        'ruh',
        'kie',
        'ber',
        'tyr',
        'pie',
        'ven',
      ];
      answer.units.push(...more.map((at) => ({ ...unit, at, place: at })));
      await route.fulfill({ json: answer });
    });
    await page.goto(`${url}/g/${id}`);
    await page.waitForSelector('[data-order-of]');
    check((await page.locator('[data-order-of]').count()) === 17, 'not 17 rows');
    const hidden = await page.locator('#panel').evaluate((panel) => panel.scrollHeight - panel.clientHeight);
    check(hidden <= 0, `${hidden} pixels of rows are hidden`);
    const row = page.locator('[data-order-of="par"]');
    await row.getByRole('combobox').first().focus();
    await page.keyboard.press('ArrowDown');
    await hasOrder(one, id, { order: 'hold', at: 'par' });
    await one.context.close();
  },

  async 'rows: every word is large enough for a finger'({ browser, url }) {
    const table = await open(browser, url, { screen: PHONE });
    const { page, one, id } = table;
    const deeds = [{ order: 'support_hold', at: 'par', of: 'mar' }];
    await one.api('POST', `/games/${id}/orders`, { deeds, draft: true, all_or_nothing: true });
    await page.reload();
    await page.locator('#tab-orders').click();
    await page.locator('[data-order-of="par"] .word').nth(2).waitFor();
    const heights = await page
      .locator('.word')
      .evaluateAll((words) => words.map((word) => word.getBoundingClientRect().height));
    check(heights.length === 5 && Math.min(...heights) >= 44, `words of ${heights.join(', ')} pixels`);
    await close(table);
  },

  async 'warnings name what contradicts itself and mend it'({ browser, url }) {
    const table = await open(browser, url, { power: 'turkey' });
    const { page, board, one, id } = table;
    const order = async (...places) => {
      for (const place of places) await tapMap(page, board, place);
    };
    await order('ank', 'bla');
    await page.keyboard.press('Escape');
    await order('con', 'bul');
    await page.keyboard.press('Escape');
    const area = page.locator('.hand-in-area');
    await area.getByText(t('warning.open', { n: 1, units: 'Smyrna' })).waitFor();
    await page.locator('[data-order-of="smy"]').getByRole('combobox').first().selectOption('move');
    await page.locator('[data-order-of="smy"]').getByRole('combobox').nth(1).selectOption('con');
    await page.locator('[data-order-of="con"]').getByRole('combobox').first().selectOption('hold');
    await area.getByText(t('warning.own_stays', { unit: 'Smyrna', to: 'Constantinople' })).waitFor();
    await checkAccessibility(page, 'a warning');
    await area.getByRole('button', { name: t('mend.hold'), exact: true }).click();
    await hasOrder(one, id, { order: 'hold', at: 'smy' });
    check((await area.getByRole('status', { name: t('warning.title') }).count()) === 0, 'the warning stays');
    // It never blocks: one press hands in.
    await order('smy');
    await page.keyboard.press('x');
    await area.getByRole('button', { name: t('sheet.hand_in'), exact: true }).click();
    await waitUntil(page, 'handed in', async () => (await one.api('GET', `/games/${id}`)).records > 0);
    await close(table);
  },

  async 'the map keeps its box'({ browser, url }) {
    for (const screen of [DESKTOP, PHONE]) {
      const table = await open(browser, url, { screen });
      const { page, board, one, id } = table;
      if (screen === PHONE) await showWholeMap(page, t);
      const box = await mapBox(page);
      const same = async (when) =>
        check((await mapBox(page)) === box, `${when}: ${await mapBox(page)} instead of ${box}`);
      await tapMap(page, board, 'par');
      await same('a unit is picked');
      await tapMap(page, board, 'bur');
      await same('an order is written');
      if (screen === DESKTOP)
        for (const tab of ['talk', 'history', 'table', 'orders']) {
          await page.locator(`#tab-${tab}`).click();
          await same(tab);
        }
      await handIn(one, id, []);
      await page.locator('.reveal').waitFor();
      await same('results');
      await page.getByRole('button', { name: t('reveal.go_on') }).click();
      await same('the next phase');
      await close(table);
    }
  },

  async 'results: own first, the cause of a failure, one set of controls, nothing missed'({ browser, url }) {
    const table = await open(browser, url, { screen: PHONE });
    const { page, one, id } = table;
    const move = (at, to) => ({ order: 'move', at, to, by_convoy: false });
    await handIn(one, id, [move('par', 'bur'), move('mar', 'bur'), { order: 'hold', at: 'bre' }]);
    const reveal = page.locator('.reveal');
    await reveal.waitFor();
    check(
      (await reveal.locator('h2').first().innerText()).startsWith(t('reveal.own')),
      'own results are not first',
    );
    const first = reveal.locator('[data-step="0"]');
    const record = await one.api('GET', `/games/${id}/records/0`);
    // Two own units to one place: at least one fails, whatever the bots do.
    const failed = record.ruled.find(
      (ruled) => ['par', 'mar'].includes(ruled.at) && ruled.outcome !== 'succeeds',
    );
    await reveal.locator(`[data-at="${failed.at}"]`).first().getByText(failed.sentence).waitFor();
    // The board is fitted above the sheet.
    await waitUntil(page, 'the whole board above the results', async () => {
      const [map, sheet] = [
        await page.locator('.layer').boundingBox(),
        await page.locator('.results').boundingBox(),
      ];
      return map.width <= 391 && map.y + map.height <= sheet.y + 1;
    });
    const width = async () => (await page.locator('.layer').boundingBox()).width;
    const before = await width();
    await page.getByRole('button', { name: t('reveal.next'), exact: true }).click();
    check(await first.evaluate((row) => row.classList.contains('open')), 'the first result is not open');
    await waitUntil(page, 'the map follows', async () => (await width()) > before * 1.2);
    check((await page.locator('.marks .dim').count()) > 0, 'other orders are not pale');
    for (const name of ['reveal.back', 'reveal.next', 'history.play', 'reveal.go_on'])
      check(
        (await page.getByRole('button', { name: t(name), exact: true }).count()) === 1,
        `not one button: ${name}`,
      );
    const sections = await reveal.locator('h2').allInnerTexts();
    check(sections.length === record.sections.length + 1, sections.join());
    await reveal.getByLabel(t('reveal.order')).selectOption('powers');
    await reveal.locator('h2', { hasText: 'Turkey' }).waitFor();
    await checkAccessibility(page, 'results on a phone');
    await page.getByRole('button', { name: t('reveal.go_on'), exact: true }).click();
    check((await page.locator('.missed').count()) === 0, 'a phase that was watched is called missed');
    await page.reload();
    await page.waitForSelector('[data-ready=true] .layer svg');
    check((await page.locator('.missed').count()) === 0, 'after a reload it is called missed');
    await close(table);
  },
};

export async function run({ browser, url }) {
  const selected = Object.entries(stories).filter(([name]) => name.includes(process.env.DETENTE_STORY ?? ''));
  for (const [name, story] of selected)
    await story({ browser, url }).catch((error) => {
      throw new Error(`${name}: ${error.stack ?? error}`);
    });
  return `${selected.length} stories`;
}

// Takes pictures of the big screen (1080p and 4K, light and dark) and of a phone at a table: docs/pictures/web.

import { PHONE, person, startBrowser, startProgram } from './harness.mjs';
import { fillBoard, stand, startFullTable, untilStage } from './table-stage.mjs';
import { pictureFolder, startPictures } from './take-picture.mjs';
import { translator } from './texts.mjs';

const en = translator('en');
const folder = pictureFolder('web');
const program = await startProgram();
const browser = await startBrowser();
const pictures = await startPictures(browser, folder);
const FULL_HD = { viewport: { width: 1920, height: 1080 } };
const SCREENS = [
  ['1080-light', { ...FULL_HD, colorScheme: 'light' }],
  ['1080-dark', { ...FULL_HD, colorScheme: 'dark' }],
  ['4k-light', { viewport: { width: 3840, height: 2160 }, colorScheme: 'light' }],
  ['4k-dark', { viewport: { width: 3840, height: 2160 }, colorScheme: 'dark' }],
  ['800-german', { viewport: { width: 1280, height: 800 }, colorScheme: 'light', locale: 'de-DE' }],
];
/** Of a 4K screen two pictures are enough to see that nothing is blurred. */
const isWanted = (name, what) => !name.startsWith('4k') || what === 'reveal' || what === 'writing';

try {
  const { url } = program;
  const master = await person(browser, url);
  const player = await person(browser, url, { ...PHONE, colorScheme: 'light' });
  const screens = [];
  const shoot = async (what) => {
    for (const [name, screen] of screens) {
      if (!isWanted(name, what)) continue;
      await screen.page.waitForTimeout(900);
      await pictures.save(screen.page, `table-${what}-${name}`);
    }
  };
  // The lobby with people, at an address as a local network has it.
  await master.api('POST', '/me', { name: 'Max' });
  const lobby = await master.api('POST', '/games', { preset: 'table', listed: false, bots: [], join: false });
  for (const name of ['Ada', 'Bram', 'Chloé', 'Diego'])
    await master.api('POST', `/games/${lobby.id}/commands`, { do: 'seat_guest', name });
  for (const [name, options] of SCREENS) {
    const screen = await person(browser, url, options);
    await screen.page.route('**/api/reach?*', (route) =>
      route.fulfill({ json: { urls: ['http://192.168.178.20:1901'], problem: null } }),
    );
    if (isWanted(name, 'lobby')) {
      await screen.page.goto(`${url}/table/${lobby.id}`);
      await screen.page.locator('.lobby .code img, .lobby img').first().waitFor();
      await screen.page.getByText('Diego').waitFor();
    }
    screens.push([name, screen]);
  }
  await shoot('lobby');
  await player.page.goto(`${url}/join`);
  await player.page.getByLabel(en('join.code')).fill(lobby.code);
  await pictures.save(player.page, 'table-join-phone-390-light');
  const id = await startFullTable(master, player);
  for (const [, screen] of screens) await screen.page.goto(`${url}/table/${id}`);
  await screens[0][1].page.locator('.lots').waitFor();
  await shoot('lot');
  for (const [, screen] of screens)
    if ((await screen.page.locator('.lots button').count()) > 0)
      await screen.page.locator('.lots button').click();
  await stand(player, id);
  await untilStage(master, id, 'writing');
  await fillBoard(master, id);
  await shoot('writing');
  await player.page.goto(`${url}/g/${id}`);
  await player.page.waitForSelector('[data-ready=true] .layer svg');
  await pictures.save(player.page, 'table-orders-phone-390-light');
  await player.page.getByRole('button', { name: en('cover.close'), exact: true }).tap();
  await pictures.save(player.page, 'table-cover-phone-390-light');
  await player.page.emulateMedia({ colorScheme: 'dark' });
  await pictures.save(player.page, 'table-cover-phone-390-dark');
  await player.page.emulateMedia({ colorScheme: 'light' });
  await player.api('POST', `/games/${id}/orders`, { text: 'A VIE - BOH\nF TRI - VEN', stance: 'ready' });
  await untilStage(master, id, 'resolution');
  for (const [, screen] of screens) await screen.page.locator('.scene .lines').waitFor();
  await shoot('orders');
  // A failure with its rule.
  for (const [, screen] of screens)
    for (let n = 0; n < 45 && (await screen.page.locator('.why.bad').count()) === 0; n++)
      await screen.page.locator('.controls button').nth(2).click();
  await shoot('reveal');
  const first = screens[0][1].page;
  for (let n = 0; n < 50 && (await first.locator('.changes, .scene').count()) > 0; n++) {
    if ((await first.locator('.changes').count()) > 0) break;
    await first.locator('.controls button').nth(2).click();
  }
  await pictures.save(first, 'table-centres-1080-light');
  await first.getByRole('button', { name: en('screen.menu'), exact: true }).click();
  await pictures.save(first, 'table-menu-1080-light');
  await player.page.getByRole('button', { name: new RegExp(en('cover.open', { who: 'Ada' })) }).tap();
  await player.page.locator('#tab-history').tap();
  await player.page.locator('summary').first().tap();
  await player.page.locator('details li').first().waitFor();
  await pictures.save(player.page, 'table-wooden-phone-390-light');
  console.log(pictures.summary());
} finally {
  await browser.close();
  await program.stop();
}

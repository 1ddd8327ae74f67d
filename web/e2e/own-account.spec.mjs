// One's own account and the moderator's page: tokens, devices, download, reports, deletion. In two languages, on a
// server of its own, because the host's texts and the administrators' address are options of the program.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkAccessibility, checkFitsPhone } from './accessibility.mjs';
import { binary, check, DESKTOP, freePort, person, PHONE } from './harness.mjs';

export const title = 'tokens, devices, download, deletion and moderation, in two languages';

const texts = (language, file) =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}/${file}.json`, import.meta.url), 'utf8'));

async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'detente-account-'));
  writeFileSync(join(folder, 'imprint.txt'), 'Ann Example\nExample Street 1');
  writeFileSync(join(folder, 'privacy.txt'), 'We keep what you write.');
  const [port, adminPort] = [await freePort(), await freePort()];
  const options = ['--listen', `127.0.0.1:${port}`, '--admin-listen', `127.0.0.1:${adminPort}`];
  const files = ['--imprint', join(folder, 'imprint.txt'), '--privacy', join(folder, 'privacy.txt')];
  const child = spawn(
    binary(),
    ['serve', '--data', join(folder, 'data'), '--rate', '1000', ...options, ...files],
    {
      stdio: ['ignore', openSync(join(folder, 'log'), 'a'), openSync(join(folder, 'log'), 'a')],
      env: { ...process.env, DETENTE_LOG: 'debug' },
    },
  );
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; i < 200; i++) {
    const isUp = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const stop = () =>
    new Promise((resolve) => {
      child.once('exit', () => {
        rmSync(folder, { recursive: true, force: true });
        resolve();
      });
      child.kill('SIGTERM');
    });
  return { url, adminUrl: `http://127.0.0.1:${adminPort}`, folder, stop };
}

/** A picture for people who look at it, if they named a folder for it. */
async function takePicture(page, name) {
  const folder = process.env.DETENTE_PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** Everything that the host of the server has: the bytes of the database, the log, and a backup made now. */
function hostFiles(server, name) {
  const data = join(server.folder, 'data');
  const backup = join(server.folder, `backup-${name}.sqlite`);
  const made = spawnSync(binary(), ['store', 'backup', '--data', data, backup]);
  check(made.status === 0, `backup: ${made.stderr}`);
  const list = spawnSync(binary(), ['store', 'list', '--data', data]).stdout;
  const files = readdirSync(data).map((file) => readFileSync(join(data, file)));
  return {
    backup: readFileSync(backup),
    list,
    files: Buffer.concat(files),
    log: readFileSync(join(server.folder, 'log')),
  };
}

async function checkPage(page, where) {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await checkAccessibility(page, where);
  await checkFitsPhone(page, where);
}

async function ownAccount(browser, server, language, device) {
  const t = texts(language, 'web');
  const where = (what) => `${what} ${language} ${device === PHONE ? 'phone' : 'desk'}`;
  const ann = await person(browser, server.url, { ...device, locale: language });
  const name = `Zenobia ${language}`;
  await ann.api('POST', '/me', { name, language });
  const { page } = ann;
  await page.goto(`${server.url}/me`);
  // A token that may only read, for a week.
  await page.getByText(t['me.token'], { exact: true }).click();
  await page.getByLabel(t['me.token_label']).fill('my reader');
  await page.getByLabel(t['me.token_scope']).selectOption('read');
  await page.getByLabel(t['me.token_days']).selectOption('7');
  await page.getByRole('button', { name: t['me.token_make'] }).click();
  const token = await page.locator('.token code').innerText();
  const asProgram = (method, path, body) =>
    fetch(`${server.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
  check((await (await asProgram('GET', '/me')).json()).name === name, 'the token reads');
  check((await asProgram('POST', '/games', '{"preset":"bots"}')).status === 403, 'the token does not play');
  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: 'my reader' });
  await row.filter({ hasText: t['me.scope.read'] }).waitFor();
  await page.getByText(t['me.this_device'], { exact: true }).waitFor();
  await checkPage(page, where('/me'));
  await takePicture(page, `me-with-token-${language}`);
  await row.getByRole('button').click();
  await row.waitFor({ state: 'detached' });
  check((await (await asProgram('GET', '/me')).json()) === null, 'an ended token is nobody');
  // A link asks before it signs somebody in.
  const { url: link } = await ann.api('POST', '/me/link', {});
  const phone = await person(browser, server.url, { ...device, locale: language });
  await phone.page.goto(link);
  await phone.page.getByText(t['in.ask']).waitFor();
  check((await phone.api('GET', '/me')) === null, 'nobody is signed in yet');
  await checkPage(phone.page, where('/in'));
  await takePicture(phone.page, `in-${language}`);
  await phone.page.getByRole('button', { name: t['in.enter'] }).click();
  await phone.page.waitForURL(`${server.url}/`);
  check((await phone.api('GET', '/me')).name === name, 'now the other device is signed in');
  // The own data as one file.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: t['me.data_download'] }).click(),
  ]);
  const data = JSON.parse(readFileSync(await download.path(), 'utf8'));
  check(data.account.name === name, 'the file has the account');
  // Signing out everywhere also ends the other device.
  await page.getByRole('button', { name: t['me.sign_out_everywhere'] }).click();
  await page.getByRole('dialog').getByRole('button', { name: t['me.do.sign_out_everywhere'] }).click();
  await page.waitForURL(`${server.url}/`);
  check((await phone.api('GET', '/me')) === null, 'the other device is signed out');
  check([...ann.pageErrors, ...phone.pageErrors].length === 0, 'no errors on the pages');
}

async function deletion(browser, server, language, device) {
  const t = texts(language, 'web');
  const ann = await person(browser, server.url, { ...device, locale: language });
  const other = await person(browser, server.url, { ...DESKTOP, locale: language });
  const names = [`Quintilla ${language}`, `Zephyrine ${language}`];
  await ann.api('POST', '/me', { name: names[0], language });
  await other.api('POST', '/me', { name: `Otto ${language}`, language });
  const own = await ann.api('POST', '/games', { preset: 'daily', join: true, listed: true });
  await ann.api('POST', '/me', { name: names[1], language });
  // A running game with a message, a sketch, orders and a report; one that is left before it starts.
  const bots = Array(5).fill('hold');
  const played = await other.api('POST', '/games', { preset: 'daily', join: true, listed: true, bots });
  const left = await other.api('POST', '/games', { preset: 'daily', join: true, listed: true });
  const order = (game, body) => ann.api('POST', `/games/${game.id}/commands`, body);
  await order(played, { do: 'join' });
  await order(played, { do: 'announce', text: 'some words' });
  await order(played, { do: 'keep_sketch', slot: 0, sketch: { caption: 'plan' } });
  await ann.api('POST', `/games/${played.id}/orders`, { deeds: [], stance: 'waiting' });
  await ann.api('POST', `/games/${played.id}/reports`, { text: 'An odd game.' });
  await order(left, { do: 'join' });
  await order(left, { do: 'leave' });
  await ann.api('PUT', '/me/passphrase', { passphrase: 'correct horse battery' });
  await ann.api('POST', '/me/tokens', { label: 'my program' });
  const everything = async () => {
    const parts = {
      ...hostFiles(server, `${language}-${Math.random()}`),
      games: Buffer.from(JSON.stringify(await other.api('GET', '/games'))),
    };
    for (const game of [own, played, left])
      for (const path of [
        '',
        '/messages',
        '/records',
        '/export/log',
        '/export/python',
        '/film.html?width=200',
        '/picture.svg',
      ]) {
        const answer = await fetch(`${server.url}/api/games/${game.id}${path}`);
        parts[`${game.id}${path}`] = Buffer.from(await answer.arrayBuffer());
      }
    return parts;
  };
  const before = await everything();
  for (const part of ['backup', 'files', 'list', 'games'])
    check(
      names.some((name) => before[part].includes(name)),
      `the search of ${part} works`,
    );
  await ann.page.goto(`${server.url}/me`);
  await ann.page.getByRole('button', { name: t['me.delete'] }).click();
  await ann.page.getByRole('dialog').waitFor();
  await checkAccessibility(ann.page, `the question before deletion ${language}`);
  await takePicture(ann.page, `delete-${language}`);
  await ann.page.getByRole('dialog').getByRole('button', { name: t['me.do.delete'] }).click();
  await ann.page.waitForURL(`${server.url}/`);
  check((await ann.api('GET', '/me')) === null, 'the account is gone');
  for (const [part, bytes] of Object.entries(await everything()))
    for (const name of names) check(!bytes.includes(name), `${name} is still in ${part}`);
}

async function moderation(browser, server, language, device) {
  const [t, game] = [texts(language, 'web'), texts(language, 'web-game')];
  const where = (what) => `${what} ${language} ${device === PHONE ? 'phone' : 'desk'}`;
  const rude = await person(browser, server.url, { ...device, locale: language });
  const ann = await person(browser, server.url, { ...DESKTOP, locale: language });
  const rudeMe = await rude.api('POST', '/me', { name: `Rudolf ${language}`, language });
  await ann.api('POST', '/me', { name: `Anna ${language}`, language });
  const made = await rude.api('POST', '/games', { preset: 'daily', join: true, bots: Array(5).fill('hold') });
  await ann.api('POST', `/games/${made.id}/commands`, { do: 'join' });
  await rude.api('POST', `/games/${made.id}/commands`, { do: 'announce', text: 'very rude words' });
  // Ann reports the player on the page of the game, and the message by the API.
  await ann.api('POST', `/games/${made.id}/reports`, { message: 1, text: 'Please look.' });
  // The host makes an administrator.
  const guard = await person(browser, server.url, { ...device, locale: language });
  const guardMe = await guard.api('POST', '/me', { name: `Guardian ${language}`, language });
  const granted = await fetch(`${server.adminUrl}/api/admin/actions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: { do: 'grant', handle: guardMe.handle } }),
  });
  check(granted.ok, `grant: ${granted.status}`);
  const { page } = guard;
  await page.goto(`${server.url}/me`);
  await page.getByRole('link', { name: t['moderation.title'] }).click();
  const report = page.getByRole('listitem').filter({ hasText: 'Please look.' }).first();
  await report.filter({ hasText: 'very rude words' }).waitFor();
  await checkPage(page, where('/moderation'));
  await takePicture(page, `moderation-${language}`);
  await report.getByRole('button', { name: t['moderation.do.remove_message'] }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t['moderation.reason']).fill('Be kind.');
  await checkAccessibility(page, where('the dialog'));
  await takePicture(page, `moderation-dialog-${language}`);
  await dialog.getByRole('button', { name: t['moderation.do.remove_message'] }).click();
  await page.getByText(t['moderation.done.remove_message']).waitFor();
  await report.getByRole('button', { name: t['moderation.do.close_report'] }).click();
  await dialog.getByRole('button', { name: t['moderation.do.close_report'] }).click();
  await page.getByText(t['moderation.done.close_report']).waitFor();
  const { messages } = await ann.api('GET', `/games/${made.id}/messages`);
  check(messages[0].removed && messages[0].text === '', 'the words are gone');
  // Who wrote them is said in the own language.
  await rude.page.goto(`${server.url}/me`);
  await rude.page.getByRole('heading', { name: t['me.notices'] }).waitFor();
  await rude.page.getByText('Be kind.').waitFor();
  await takePicture(rude.page, `me-${language}`);
  await rude.page.getByRole('button', { name: t['me.notice_read'] }).click();
  await rude.page.getByRole('heading', { name: t['me.notices'] }).waitFor({ state: 'detached' });
  // The page of the game shows that words were removed, and offers to block and to report.
  await ann.page.goto(`${server.url}/g/${made.id}`);
  await ann.page.getByRole('tab', { name: game['tab.table'] }).click();
  const more = ann.page.locator('details').filter({ hasText: game['table.block'] }).first();
  await more.locator('summary').click();
  await more.getByRole('button', { name: game['table.report'], exact: true }).click();
  await more.getByLabel(game['table.report_text']).fill(`And again, ${language}.`);
  await more.getByRole('button', { name: game['table.report_send'] }).click();
  await ann.page.getByText(game['table.reported']).waitFor();
  await more.getByRole('button', { name: game['table.block'], exact: true }).click();
  await ann.page.getByText(game['table.blocked']).waitFor();
  // The same page at the address of the host needs no account.
  const host = await person(browser, server.adminUrl, { ...DESKTOP, locale: language });
  await host.page.goto(`${server.adminUrl}/moderation`);
  await host.page.getByText(`And again, ${language}.`).waitFor();
  check(rudeMe.handle !== guardMe.handle, 'two people');
}

async function hostTexts(browser, server, language) {
  const t = texts(language, 'web');
  const { page } = await person(browser, server.url, { ...PHONE, locale: language });
  await page.goto(server.url);
  await page.getByRole('link', { name: t['host.imprint'] }).click();
  await page.getByText('Example Street 1').waitFor();
  await checkPage(page, `/imprint ${language}`);
  await page.getByRole('link', { name: t['host.privacy'] }).click();
  await page.getByText('We keep what you write.').waitFor();
}

export async function run({ browser }) {
  const server = await startServer();
  try {
    for (const [language, device] of [
      ['en', DESKTOP],
      ['nl', PHONE],
    ]) {
      await ownAccount(browser, server, language, device);
      await moderation(browser, server, language, device);
      await deletion(browser, server, language, device);
      await hostTexts(browser, server, language);
    }
  } finally {
    await server.stop();
  }
  return 'own account, moderation and the texts of the host in English and Dutch';
}

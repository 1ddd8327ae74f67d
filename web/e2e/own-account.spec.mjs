// One's own account and the moderator's page: tokens, devices, download, reports, deletion. In two languages, on a
// server of its own, because the host's texts and the administrators' address are options of the program.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
      stdio: 'ignore',
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
  return { url, adminUrl: `http://127.0.0.1:${adminPort}`, stop };
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

async function deletion(browser, server, language) {
  const t = texts(language, 'web');
  const ann = await person(browser, server.url, { ...DESKTOP, locale: language });
  const name = `Quintilla ${language}`;
  await ann.api('POST', '/me', { name, language });
  await ann.api('POST', '/games', { preset: 'daily', join: true, listed: true });
  const listed = async () => JSON.stringify(await ann.api('GET', '/games'));
  check((await listed()).includes(name), 'the title has the name');
  await ann.page.goto(`${server.url}/me`);
  await ann.page.getByRole('button', { name: t['me.delete'] }).click();
  await ann.page.getByRole('dialog').getByRole('button', { name: t['me.do.delete'] }).click();
  await ann.page.waitForURL(`${server.url}/`);
  check((await ann.api('GET', '/me')) === null, 'the account is gone');
  check(!(await listed()).includes(name), 'no list has the name');
}

async function moderation(browser, server, language, device) {
  const [t, game] = [texts(language, 'web'), texts(language, 'web-game')];
  const where = (what) => `${what} ${language} ${device === PHONE ? 'phone' : 'desk'}`;
  const rude = await person(browser, server.url, { ...DESKTOP, locale: language });
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
  if (process.env.DETENTE_PICTURES)
    await page.screenshot({
      path: join(process.env.DETENTE_PICTURES, `moderation-${language}.png`),
      fullPage: true,
    });
  await report.getByRole('button', { name: t['moderation.do.remove_message'] }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t['moderation.reason']).fill('Be kind.');
  await checkAccessibility(page, where('the dialog'));
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
  if (process.env.DETENTE_PICTURES)
    await rude.page.screenshot({
      path: join(process.env.DETENTE_PICTURES, `me-${language}.png`),
      fullPage: true,
    });
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
      await deletion(browser, server, language);
      await hostTexts(browser, server, language);
    }
  } finally {
    await server.stop();
  }
  return 'own account, moderation and the texts of the host in English and Dutch';
}

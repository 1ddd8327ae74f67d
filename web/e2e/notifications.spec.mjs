// People are notified of what happens in their games: push with the page closed, mails with quiet hours, digest
// and links to confirm and to stop, calendar and feed. Permission is asked after a touch and never on load. Needs
// a program with all channels; `../e2e` builds it.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { binary, check, DESKTOP, freePort, person, PHONE, waitUntil } from './harness.mjs';
import { checkPage } from './page-checks.mjs';
import { startPageProxy } from './page-proxy.mjs';
import { startMailServer, startPushService } from './receivers.mjs';
import { translator } from './texts.mjs';

export const title =
  'push with the page closed, mails, quiet hours, digest, links to stop, calendar and feed';

const SECRET = 'Burgundy is yours';

export async function run({ browser }) {
  const mail = await startMailServer();
  const plain = await startServer([]);
  const withMail = await startServer(
    ['--smtp-url', mail.url, '--mail-from', 'Detente <games@detente.test>'],
    true,
  );
  try {
    for (const [language, device] of [
      ['en', DESKTOP],
      ['de', PHONE],
    ]) {
      await push(browser, plain.url, language, device);
      await mails(browser, withMail, mail, language, device);
      await otherChannels(browser, plain.url, language, device);
    }
    await withoutHttps(browser, withMail.url);
  } finally {
    mail.stop();
    await plain.stop();
    await withMail.stop();
  }
  return 'push, mail, webhook, calendar and feed in English and German';
}

/** A server of its own: how mail is sent is an option. */
async function startServer(options, hasPublicUrl = false) {
  const data = mkdtempSync(join(tmpdir(), 'detente-notifications-'));
  const port = await freePort();
  const own = `http://127.0.0.1:${port}`;
  const all = [
    'serve',
    '--listen',
    `127.0.0.1:${port}`,
    '--data',
    data,
    '--rate',
    '1000',
    '--private-receivers',
  ];
  const child = spawn(binary(), [...all, ...options, ...(hasPublicUrl ? ['--public-url', own] : [])], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DETENTE_LOG: 'error' },
  });
  for (let i = 0; ; i++) {
    const isUp = await fetch(`${own}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) break;
    check(i < 200, `the program did not start: ${binary()}. It must be built with --features channels.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const proxy = process.env.DETENTE_PAGES ? await startPageProxy(process.env.DETENTE_PAGES, own) : null;
  return {
    url: proxy?.url ?? own,
    own,
    stop: async () => {
      await proxy?.stop();
      await new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGTERM');
      });
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** A person with a page, and a second one who writes to them in a game for two. */
async function twoPlayers(browser, url, language, device) {
  const ann = await person(browser, url, { ...device, locale: language });
  const bob = await person(browser, url);
  await ann.api('POST', `/me?language=${language}`, { name: 'Ann', language });
  await bob.api('POST', '/me', { name: 'Bob' });
  const { presets } = await ann.api('GET', '/presets');
  const { settings } = presets.find((preset) => preset.key === 'daily');
  const { id } = await ann.api('POST', '/games', {
    preset: 'daily',
    settings: { ...settings, title: 'The long war', players: 2, goal: { centres: 24, of: 'one_player' } },
    listed: false,
    bots: [],
    join: true,
  });
  await bob.api('POST', `/games/${id}/commands`, { do: 'join' });
  const write = (text) => bob.api('POST', `/games/${id}/commands`, { do: 'announce', text });
  return { ann, bob, id, write, t: translator(language) };
}

async function openSettings(page, url, t) {
  await page.goto(`${url}/me/notifications`);
  await page.getByRole('heading', { name: t('notify.what') }).waitFor();
}
const box = (page, t, kind, place) =>
  page
    .getByRole('group', { name: t(`notify.kind.${kind}`), exact: true })
    .getByRole('checkbox', { name: t(`notify.place.${place}`) });
/** A click that the server has saved. */
async function saved(page, action) {
  const answer = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/api/me/'),
  );
  await action();
  check((await answer).ok(), 'the change is saved');
}

async function push(browser, url, language, device) {
  const service = await startPushService();
  const { ann, bob, id, write, t } = await twoPlayers(browser, url, language, device);
  const { page, context } = ann;
  const asked = [];
  await context.exposeBinding('noteAsked', async (_, isAfterTouch) => {
    asked.push(isAfterTouch);
    await context.grantPermissions(['notifications'], { origin: url });
  });
  await context.addInitScript(replacePush, { endpoint: service.endpoint, keys: service.keys });
  for (const path of ['/', '/games', '/me', `/g/${id}`, '/me/notifications']) {
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
  }
  check(asked.length === 0, 'no page asks when it is loaded');
  await openSettings(page, url, t);
  check(await box(page, t, 'your_turn', 'push').isChecked(), 'a turn is pushed as usual');
  check(!(await box(page, t, 'results', 'push').isChecked()), 'results are not');
  await page.getByRole('button', { name: t('notify.push_on') }).click();
  await page.getByText(t('notify.this_browser'), { exact: true }).waitFor();
  check(asked.length === 1 && asked[0] === true, 'it asks once, after a touch');
  await checkPage(page, `notifications ${language}`);
  await openSettings(page, url, t);
  await page.getByText(t('notify.push_is_on')).waitFor();
  // What the server sends, as the push service gets it.
  await page.getByRole('button', { name: new RegExp(`^${t('notify.test_this', { name: '' })}`) }).click();
  await waitUntil(page, 'the test arrives', () => service.taken.length === 1);
  await write(SECRET);
  await waitUntil(page, 'the message is pushed', () => service.taken.length === 2);
  const brief = service.taken[1];
  check(brief.path === `/g/${id}?tab=talk` && brief.title === 'The long war', JSON.stringify(brief));
  check(!JSON.stringify(brief).includes('Burgundy'), 'no words of the message');
  check(/^vapid t=/.test(service.heads[1].authorization), 'the server says who it is');
  await page.reload();
  await saved(page, () => page.getByLabel(t('notify.content')).selectOption('full'));
  await write(`${SECRET} again`);
  await waitUntil(page, 'words were chosen', () => service.taken.length === 3);
  check(service.taken[2].text.includes(`${SECRET} again`), 'who chose words gets them');
  await deliver(ann, url, id, brief, t);
  for (const one of [ann, bob]) check(one.pageErrors.length === 0, one.pageErrors.join('\n'));
  await context.close();
  await bob.context.close();
  service.stop();
}

/** In the page: a push service that the story reads, and a note of each question for permission. */
function replacePush(subscription) {
  const isSubscribed = () => localStorage.getItem('subscribed') !== null;
  const own = {
    endpoint: subscription.endpoint,
    toJSON: () => subscription,
    unsubscribe: async () => {
      localStorage.removeItem('subscribed');
      return true;
    },
  };
  PushManager.prototype.getSubscription = async () => (isSubscribed() ? own : null);
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    if (!userVisibleOnly || applicationServerKey.byteLength !== 65) throw new Error('not a key of a server');
    localStorage.setItem('subscribed', '1');
    return own;
  };
  Notification.requestPermission = async () => {
    await globalThis.noteAsked(navigator.userActivation.isActive);
    return 'granted';
  };
}

/** Pushed to the service worker by the browser's own call, while no page of the site is open. */
async function deliver({ context, page }, url, id, message, t) {
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const [worker] = context.serviceWorkers();
  const away = await context.newPage();
  await away.goto('about:blank');
  const devtools = await context.newCDPSession(page);
  const registration = new Promise((found) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find((one) => one.scopeURL.startsWith(url));
      if (own) found(own.registrationId);
    }),
  );
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registration;
  const outside = await context.newCDPSession(away);
  await outside.send('ServiceWorker.enable');
  await page.close();
  check(!context.pages().some((one) => one.url().startsWith(url)), 'no page is open');
  await outside.send('ServiceWorker.deliverPushMessage', {
    origin: url,
    registrationId,
    data: JSON.stringify(message),
  });
  const shown = () =>
    worker.evaluate(async () =>
      (await globalThis.registration.getNotifications()).map(({ title, body, tag, data }) => ({
        title,
        body,
        tag,
        data,
      })),
    );
  const [notification] = await waitUntil(away, 'the notification is shown', async () => {
    const list = await shown();
    return list.length > 0 && list;
  });
  check(
    notification.title === 'The long war' && notification.body.startsWith(message.text),
    JSON.stringify(notification),
  );
  check(notification.tag === id, 'one per game');
  // A click: only a person can make a real one, so its event is made here, and what would open is noted.
  const click = () =>
    worker.evaluate(async () => {
      const opened = [];
      globalThis.clients.openWindow = async (path) => void opened.push(path);
      const [notification] = await globalThis.registration.getNotifications();
      const event = new globalThis.NotificationEvent('notificationclick', { notification });
      const waits = [];
      event.waitUntil = (wait) => waits.push(wait);
      globalThis.dispatchEvent(event);
      await Promise.allSettled(waits);
      return { opened, left: (await globalThis.registration.getNotifications()).length };
    });
  const closed = await click();
  check(closed.opened[0] === message.path && closed.left === 0, JSON.stringify(closed));
  // The link opens the tab, also on a phone, and says so only once.
  const game = await context.newPage();
  await game.goto(url + message.path);
  await game.locator('#tab-talk[aria-selected=true]').waitFor();
  await game.getByText(SECRET).first().waitFor();
  check(new URL(game.url()).search === '', 'the address is that of the game');
  // The game is open at another tab: the same page goes to the right one.
  await game.locator('#tab-history').click();
  await outside.send('ServiceWorker.deliverPushMessage', {
    origin: url,
    registrationId,
    data: JSON.stringify(message),
  });
  await waitUntil(away, 'it is shown again', async () => (await shown()).length > 0);
  const open = await click();
  check(open.opened.length === 0, 'no second page');
  await game.locator('#tab-talk[aria-selected=true]').waitFor();
  check(
    t('tab.talk') === (await game.locator('#tab-talk').innerText()).split('\n')[0].trim(),
    'the tab of messages',
  );
}

async function mails(browser, { url, own }, mail, language, device) {
  const { ann, bob, id, write, t } = await twoPlayers(browser, url, language, device);
  const { page } = ann;
  const address = `ann-${language}@example.org`;
  const toAnn = () => mail.mails.filter((one) => one.header('To')?.includes(address));
  await openSettings(page, url, t);
  await page.getByLabel(t('notify.email_address')).fill(address);
  await page
    .getByRole('button', { name: t('notify.email_add'), exact: true })
    .first()
    .click();
  await page.getByText(t('notify.email_sent', { address })).waitFor();
  await page.getByText(t('notify.state_about.unconfirmed')).waitFor();
  await waitUntil(page, 'one mail asks', () => toAnn().length === 1);
  await saved(page, () => box(page, t, 'message', 'email').check());
  await write('nothing is sent before');
  await page.waitForTimeout(3000);
  check(toAnn().length === 1, 'nothing else before it is confirmed');
  // The link asks; looking at it changes nothing.
  const link = toAnn()[0].link('/confirm');
  check(link?.startsWith(own), `a link to this server: ${link}`);
  await page.goto(link);
  const question = page.locator('form button');
  await question.waitFor();
  await checkPage(page, `mail confirm ${language}`);
  const channels = async () => (await ann.api('GET', '/me/notifications/settings')).channels;
  check((await channels())[0].state === 'unconfirmed', 'looking does not confirm');
  await question.click();
  await question.waitFor({ state: 'detached' });
  check((await channels())[0].state === 'active', 'confirmed');
  // Quiet hours until the next minute but one at most, and a digest in the same minute.
  await openSettings(page, url, t);
  await saved(page, () => page.getByLabel(t('notify.timing')).selectOption('digest'));
  const at = new Date(Math.ceil((Date.now() + 20_000) / 60_000) * 60_000);
  const time = (then) =>
    `${String(then.getHours()).padStart(2, '0')}:${String(then.getMinutes()).padStart(2, '0')}`;
  await saved(page, () => page.getByLabel(t('notify.quiet')).check());
  await saved(page, () => page.getByLabel(t('notify.quiet_until')).fill(time(at)));
  await saved(page, () => page.getByLabel(t('notify.digest_at')).fill(time(at)));
  await checkPage(page, `notifications with a digest ${language}`);
  const { settings } = await ann.api('GET', '/me/notifications/settings');
  check(
    settings.zone === Intl.DateTimeFormat().resolvedOptions().timeZone,
    `the zone of the device: ${settings.zone}`,
  );
  await write(`${SECRET} one`);
  await write(`${SECRET} two`);
  await page.waitForTimeout(2000);
  check(toAnn().length === 1 || Date.now() >= at.getTime(), 'nothing before the hour');
  await waitUntil(page, 'the digest', async () => {
    if (Date.now() < at.getTime()) await page.waitForTimeout(at.getTime() - Date.now());
    return toAnn().length === 2;
  });
  const digest = toAnn()[1];
  check(digest.link(`/g/${id}?tab=talk`) !== null, `a link to the tab: ${digest.text}`);
  check(!digest.text.includes('Burgundy'), 'no words of messages');
  check(digest.header('List-Unsubscribe-Post') === 'List-Unsubscribe=One-Click', 'one click stops it');
  // At once again, and then the link that stops.
  await saved(page, () => page.getByLabel(t('notify.timing')).selectOption('at_once'));
  await saved(page, () => page.getByLabel(t('notify.quiet')).uncheck());
  await write('and one at once');
  await waitUntil(page, 'a mail at once', () => toAnn().length === 3);
  await page.goto(toAnn()[2].link('/stop'));
  await page.locator('form button').waitFor();
  await checkPage(page, `mail stop ${language}`);
  check((await channels())[0].state === 'active', 'looking does not stop');
  await page.locator('form button').click();
  await page.locator('form button').waitFor({ state: 'detached' });
  await openSettings(page, url, t);
  await page.getByText(t('notify.state_about.stopped')).waitFor();
  await write('nobody is notified');
  await page.waitForTimeout(3000);
  check(toAnn().length === 3, 'nothing after that');
  // It can be used again; the button of a mail program stops it too.
  await page.getByRole('button', { name: t('notify.again_this', { name: address }) }).click();
  await page.getByText(t('notify.state_about.stopped')).waitFor({ state: 'detached' });
  const [, oneClick] = toAnn()[2]
    .header('List-Unsubscribe')
    .match(/<(.*)>/);
  check((await fetch(oneClick, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).ok, 'one click');
  check((await channels())[0].state === 'stopped', 'it is stopped');
  await page.reload();
  await page
    .getByRole('button', { name: t('notify.remove_this', { name: address }) })
    .first()
    .click();
  await page.getByText(address).first().waitFor({ state: 'detached' });
  check(ann.pageErrors.filter((one) => !one.includes(own)).length === 0, ann.pageErrors.join('\n'));
  await ann.context.close();
  await bob.context.close();
}

/** A webhook that fails, everything off with one button, secret addresses without a clipboard. */
async function otherChannels(browser, url, language, device) {
  const { ann, bob, t } = await twoPlayers(browser, url, language, device);
  const { page, context } = ann;
  await context.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await openSettings(page, url, t);
  await page.getByText(t('notify.webhook_new'), { exact: true }).click();
  await page.getByLabel(t('notify.webhook_url')).fill(`http://127.0.0.1:${await freePort()}/hook`);
  await page
    .locator('form')
    .filter({ hasText: t('notify.webhook_form') })
    .getByRole('button')
    .click();
  await page.getByText(t('notify.webhook_secret_about')).waitFor();
  await page.getByRole('button', { name: new RegExp(`^${t('notify.test_this', { name: '' })}`) }).click();
  await waitUntil(page, 'the failure is on the page', async () => {
    await page.reload();
    await page.getByRole('heading', { name: t('notify.what') }).waitFor();
    return page.getByRole('heading', { name: t('notify.failures') }).isVisible();
  });
  await checkPage(page, `notifications with a failure ${language}`);
  check(await box(page, t, 'your_turn', 'webhook').isChecked(), 'a webhook has its column');
  await saved(page, () => page.getByRole('button', { name: t('notify.all_off') }).click());
  const left = page.getByRole('checkbox', { checked: true });
  await waitUntil(page, 'only the page is left', async () => (await left.count()) === 10);
  await saved(page, () => page.getByRole('button', { name: t('notify.as_usual') }).click());
  await waitUntil(page, 'the usual choices are back', async () => (await left.count()) > 10);
  // The addresses are shown once. Without a clipboard the text is selected.
  await page.getByRole('button', { name: t('notify.feeds_make') }).click();
  const calendar = page.getByLabel(t('notify.calendar'), { exact: true });
  const address = await calendar.inputValue();
  await page.getByRole('button', { name: `${t('share.copy')}: ${t('notify.calendar')}` }).click();
  await page.getByText(t('share.selected')).waitFor();
  check(
    (await page.evaluate(() => globalThis.getSelection().toString())) === address,
    'the address is selected',
  );
  check((await (await fetch(address)).text()).includes('BEGIN:VEVENT'), 'a calendar with a deadline');
  const feed = await page.getByLabel(t('notify.feed'), { exact: true }).inputValue();
  check((await (await fetch(feed)).text()).includes('<entry>'), 'a feed with what happened');
  await page.getByRole('button', { name: t('notify.feeds_renew') }).click();
  await waitUntil(page, 'new addresses', async () => (await calendar.inputValue()) !== address);
  check((await fetch(address)).status === 404, 'the old address is gone');
  await page.getByRole('button', { name: t('notify.feeds_end') }).click();
  await calendar.waitFor({ state: 'detached' });
  check(ann.pageErrors.length === 0, ann.pageErrors.join('\n'));
  await context.close();
  await bob.context.close();
}

/** A host with http only: the page says why there is no push, and offers nothing that cannot work. */
async function withoutHttps(browser, url) {
  const { ann, bob, t } = await twoPlayers(browser, url, 'fr', PHONE);
  await openSettings(ann.page, url, t);
  const { offers } = await ann.api('GET', '/me/notifications/settings?language=fr');
  check(offers.push.off === 'not_secure', 'the server knows why');
  await ann.page.getByText(offers.push.reason).waitFor();
  check((await ann.page.getByRole('button', { name: t('notify.push_on') }).count()) === 0, 'no button');
  await ann.page.addInitScript(() => Object.defineProperty(globalThis, 'isSecureContext', { value: false }));
  await openSettings(ann.page, url, t);
  await ann.page.getByText(t('notify.push.not_secure')).waitFor();
  await checkPage(ann.page, 'notifications without https');
  await ann.context.close();
  await bob.context.close();
}

// The service worker, run with a browser that is made of lists: what it shows, and where a click leads.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, it } from 'vitest';

type Shown = { title: string; body: string; tag?: string; silent: boolean; data: { path: string } };
type Page = { url: string; focused: boolean; said: unknown[]; wasFocused: boolean };
const source = readFileSync(resolve(import.meta.dirname, '../public/sw.js'), 'utf8');

function startWorker(open: { url: string; focused: boolean }[] = []) {
  const shown: Shown[] = [];
  const opened: string[] = [];
  const pages: Page[] = open.map((page) => ({ ...page, said: [], wasFocused: false }));
  const listeners = new Map<string, (event: object) => void>();
  const clients = {
    claim: async () => undefined,
    openWindow: async (path: string) => void opened.push(path),
    matchAll: async () =>
      pages.map((page) => ({
        url: page.url,
        focused: page.focused,
        postMessage: (message: unknown) => void page.said.push(message),
        focus: async () => void (page.wasFocused = true),
      })),
  };
  const worker = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: {
      showNotification: async (title: string, options: Omit<Shown, 'title'>) =>
        void shown.push({ title, ...options }),
    },
    clients,
    skipWaiting: async () => undefined,
  };
  new Function('self', 'caches', 'location', source)(worker, {}, { origin: 'https://detente.example' });
  const send = async (name: string, event: object) => {
    const waits: Promise<unknown>[] = [];
    listeners.get(name)?.({ ...event, waitUntil: (wait: Promise<unknown>) => waits.push(wait) });
    await Promise.all(waits);
  };
  const push = (text: string) =>
    send('push', { data: { json: () => JSON.parse(text) as unknown, text: () => text } });
  const click = (path: string) =>
    send('notificationclick', { notification: { close: () => undefined, data: { path } } });
  return { shown, opened, pages, push, click, send };
}
const turn = {
  id: '7',
  title: 'The long war',
  text: 'Your turn.',
  deadline: 'By 20:00',
  path: '/g/0a1?tab=orders',
  tag: '0a1',
};

it('shows what the server wrote', async () => {
  const worker = startWorker();
  await worker.push(JSON.stringify(turn));
  expect(worker.shown).toMatchObject([
    {
      title: 'The long war',
      body: 'Your turn.\nBy 20:00',
      tag: '0a1',
      silent: false,
      data: { path: '/g/0a1?tab=orders' },
    },
  ]);
});

it('shows something for a push that it cannot read', async () => {
  const worker = startWorker();
  await worker.push('no JSON');
  await worker.push('null');
  await worker.send('push', { data: null });
  expect(worker.shown.map(({ title, body }) => [title, body])).toEqual([
    ['Detente', 'no JSON'],
    ['Detente', ''],
    ['Detente', ''],
  ]);
});

it.each([
  'https://evil.example/',
  '//evil.example',
  '//notifications',
  '/api/me/data',
  '/g/../api',
  'javascript:alert(1)',
])('%s is no page of this site', async (path) => {
  const worker = startWorker();
  await worker.push(JSON.stringify({ ...turn, path }));
  expect(worker.shown[0]?.data.path).toBe('/me');
});

it('makes no noise for who looks at the game', async () => {
  const worker = startWorker([{ url: 'https://detente.example/g/0a1', focused: true }]);
  await worker.push(JSON.stringify(turn));
  expect(worker.shown[0]?.silent).toBe(true);
});

it('a click opens the game at its tab', async () => {
  const worker = startWorker([{ url: 'https://detente.example/games', focused: false }]);
  await worker.click('/g/0a1?tab=talk');
  expect(worker.opened).toEqual(['/g/0a1?tab=talk']);
  expect(worker.pages[0]?.said).toEqual([]);
});

it('a click goes to the page that shows the game', async () => {
  const worker = startWorker([{ url: 'https://detente.example/g/0a1', focused: false }]);
  await worker.click('/g/0a1?tab=talk');
  expect(worker.opened).toEqual([]);
  expect(worker.pages[0]).toMatchObject({ said: [{ open: '/g/0a1?tab=talk' }], wasFocused: true });
});

// The service worker. Caches the files of the app, so that it opens without a connection and says that it is
// offline. Responses of the API are never cached. Shows the notifications that are pushed to this browser.

// The build writes its own hash into this name: a new build starts with an empty cache.
const CACHE = 'detente-shell-dev';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(['/', '/icon.svg', '/manifest.webmanifest']))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// The files that the page had loaded before this worker ran. The browser still has them, so nothing is sent
// twice. One after the other, so that a page that is loading does not wait for all of them.
self.addEventListener('message', (event) => {
  const paths = Array.isArray(event.data?.keep) ? event.data.keep : [];
  const assets = paths.filter((path) => typeof path === 'string' && path.startsWith('/assets/'));
  event.waitUntil(cacheAll(assets));
});

async function cacheAll(paths) {
  const cache = await caches.open(CACHE);
  for (const path of paths) if (!(await cache.match(path))) await cache.add(path).catch(() => undefined);
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api'))
    return;
  if (event.request.mode === 'navigate') {
    // Every page starts with the same document; the one that came with this worker is cached.
    event.respondWith(
      fetch(event.request).catch(() => caches.match('/').then((cached) => cached ?? Response.error())),
    );
    return;
  }
  if (url.pathname === '/icon.svg' || url.pathname === '/manifest.webmanifest') {
    event.respondWith(
      fetch(event.request).catch(() =>
        caches.match(url.pathname).then((cached) => cached ?? Response.error()),
      ),
    );
    return;
  }
  // The name of an asset contains a hash of its content, so a cached file is always right.
  if (!url.pathname.startsWith('/assets/')) return;
  event.respondWith(
    caches.match(event.request).then(
      (cached) =>
        cached ??
        fetch(event.request).then((response) => {
          if (response.ok) cacheResponse(event, response);
          return response;
        }),
    ),
  );
});

function cacheResponse(event, response) {
  const copy = response.clone();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.put(event.request, copy)));
}

// A pushed notification: what the server has written for this person, in their language. Only the browser could
// decrypt it. Browsers want each push to be shown.
self.addEventListener('push', (event) => {
  event.waitUntil(showNotification(readPush(event.data)));
});

/** A text or nothing: an old server, a new server and a test tool all give something that can be shown. */
function readPush(data) {
  let pushed;
  try {
    pushed = data?.json();
  } catch {
    pushed = { text: data.text() };
  }
  const textOf = (part) => (typeof pushed?.[part] === 'string' ? pushed[part] : '');
  return {
    title: textOf('title') || 'Detente',
    text: [textOf('text'), textOf('deadline')].filter((line) => line !== '').join('\n'),
    path: safePath(textOf('path')),
    tag: textOf('tag') || textOf('id'),
  };
}

/** Only pages of this site. */
function safePath(path) {
  return /^\/(g\/[0-9a-z]+|me|me\/notifications)?(\?tab=[a-z]+)?$/.test(path) ? path : '/me';
}

async function showNotification({ title, text, path, tag }) {
  // Who looks at the game hears its own sounds.
  const pages = await pagesOf(path);
  await self.registration.showNotification(title, {
    body: text,
    icon: '/icon-192.png',
    data: { path },
    silent: pages.some((page) => page.focused),
    // A newer one of the same game takes the place of the older one, and is heard all the same.
    ...(tag === '' ? {} : { tag, renotify: !pages.some((page) => page.focused) }),
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPath(event.notification.data?.path ?? '/me'));
});

/** A page that shows the game comes to the front and goes to the tab; else a new one opens. */
async function openPath(path) {
  const [page] = await pagesOf(path);
  if (page === undefined) return void (await self.clients.openWindow(path));
  page.postMessage({ open: path });
  await page.focus();
}

async function pagesOf(path) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.filter((page) => new URL(page.url).pathname === path.split('?')[0]);
}

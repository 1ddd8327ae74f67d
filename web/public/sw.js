// Keeps the shell, so that the app opens without a connection and says so plainly. The API is never kept.

// The build writes its own mark here: a new build begins with an empty shell.
const SHELL = 'detente-shell-dev';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(['/', '/icon.svg', '/manifest.webmanifest']))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// What a page had loaded before there was anybody to keep it. The browser has it still: nothing is sent
// twice. One after another, so that a page that is loading meanwhile does not wait for all of them.
self.addEventListener('message', (event) => {
  const paths = Array.isArray(event.data?.keep) ? event.data.keep : [];
  const assets = paths.filter((path) => typeof path === 'string' && path.startsWith('/assets/'));
  event.waitUntil(keepAll(assets));
});

async function keepAll(paths) {
  const cache = await caches.open(SHELL);
  for (const path of paths) if (!(await cache.match(path))) await cache.add(path).catch(() => undefined);
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api')) return;
  if (event.request.mode === 'navigate') {
    // Every page begins with the same document; the one that came with this worker is kept.
    event.respondWith(fetch(event.request).catch(() => caches.match('/').then((kept) => kept ?? Response.error())));
    return;
  }
  if (url.pathname === '/icon.svg' || url.pathname === '/manifest.webmanifest') {
    event.respondWith(fetch(event.request).catch(() => caches.match(url.pathname).then((kept) => kept ?? Response.error())));
    return;
  }
  // Names of assets carry a hash of their content: what is kept is right.
  if (!url.pathname.startsWith('/assets/')) return;
  event.respondWith(
    caches.match(event.request).then(
      (kept) =>
        kept ??
        fetch(event.request).then((answer) => {
          if (answer.ok) keep(event, answer);
          return answer;
        }),
    ),
  );
});

function keep(event, answer) {
  const copy = answer.clone();
  event.waitUntil(caches.open(SHELL).then((cache) => cache.put(event.request, copy)));
}

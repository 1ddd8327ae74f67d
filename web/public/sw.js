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

// What a page had loaded before there was anybody to keep it. The browser has it still: nothing is sent twice.
self.addEventListener('message', (event) => {
  const paths = Array.isArray(event.data?.keep) ? event.data.keep : [];
  const assets = paths.filter((path) => typeof path === 'string' && path.startsWith('/assets/'));
  event.waitUntil(caches.open(SHELL).then((cache) => Promise.allSettled(assets.map((path) => cache.add(path)))));
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api')) return;
  if (event.request.mode === 'navigate') {
    // Every page begins with the same document.
    event.respondWith(
      fetch(event.request)
        .then((answer) => {
          if (answer.ok) keep(event, '/', answer);
          return answer;
        })
        .catch(() => caches.match('/').then((kept) => kept ?? Response.error())),
    );
    return;
  }
  // Names of assets carry a hash of their content: what is kept is right.
  if (!url.pathname.startsWith('/assets/')) return;
  event.respondWith(
    caches.match(event.request).then(
      (kept) =>
        kept ??
        fetch(event.request).then((answer) => {
          if (answer.ok) keep(event, event.request, answer);
          return answer;
        }),
    ),
  );
});

function keep(event, as, answer) {
  const copy = answer.clone();
  event.waitUntil(caches.open(SHELL).then((cache) => cache.put(as, copy)));
}

// A proxy for work on the pages: serves freshly built pages from a folder, and everything else from a program
// that was built earlier, with the headers of the program.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { extname, join, normalize } from 'node:path';

const CONTENT_TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

export async function startPageProxy(folder, program) {
  const { host } = new URL(program);
  const policy = Object.fromEntries(
    [...(await fetch(program)).headers].filter(([name]) => /policy|x-content/.test(name)),
  );
  const proxy = createServer(async (incoming, outgoing) => {
    const path = normalize(new URL(incoming.url, program).pathname);
    if (path === '/api' || path.startsWith('/api/')) return forward(incoming, outgoing, host);
    const file = [join(folder, path), join(folder, 'index.html')].find(
      (one) => existsSync(one) && statSync(one).isFile(),
    );
    if (!file || (extname(path) !== '' && file.endsWith('index.html') && path !== '/index.html'))
      return outgoing.writeHead(404).end();
    const isCompressed = existsSync(`${file}.br`) && /\bbr\b/.test(incoming.headers['accept-encoding'] ?? '');
    const cacheControl = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    // The program knows which addresses have a page, and how a link to a game is previewed.
    const isPage = file === join(folder, 'index.html');
    const asked = isPage ? await askProgram(program + path, incoming.headers['accept-language']) : null;
    const status = asked?.status ?? 200;
    if (asked?.tags) {
      outgoing.writeHead(status, { ...policy, 'content-type': CONTENT_TYPES['.html'] });
      return outgoing.end(readFileSync(file, 'utf8').replace('<title>', `${asked.tags}<title>`));
    }
    outgoing.writeHead(status, {
      ...policy,
      'content-type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
      'cache-control': cacheControl,
      ...(isCompressed ? { 'content-encoding': 'br' } : {}),
    });
    return outgoing.end(readFileSync(isCompressed ? `${file}.br` : file));
  });
  // A connection that is closed while the next request is on its way would look like a fault of the page.
  proxy.keepAliveTimeout = 0;
  await new Promise((listening) => proxy.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${proxy.address().port}`,
    stop: () =>
      new Promise((closed) => {
        proxy.close(closed);
        proxy.closeAllConnections();
      }),
  };
}

/** The status of a page, and the tags of its preview. */
async function askProgram(url, language = 'en') {
  const answer = await fetch(url, { headers: { 'accept-language': language } }).catch(() => null);
  if (answer === null) return { status: 200, tags: '' };
  const tags = (await answer.text()).match(/<meta (property="og|name="twitter)[^>]*>/g) ?? [];
  return { status: answer.status, tags: tags.join('') };
}

/** If the program is down the connection breaks, as if the network were down. */
function forward(incoming, outgoing, host) {
  const [hostname, port] = host.split(':');
  const forwarded = request(
    { agent: false, hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers },
    (response) => {
      outgoing.writeHead(response.statusCode, response.headers);
      outgoing.flushHeaders();
      response.pipe(outgoing);
      response.on('error', () => outgoing.destroy());
    },
  );
  forwarded.on('error', () => outgoing.destroy());
  outgoing.on('close', () => forwarded.destroy());
  incoming.pipe(forwarded);
}

// Freshly built pages before a program that was built earlier: files come from a folder, everything else
// from the program, with the program's own headers. For work on the pages; the last word is the program's.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { extname, join, normalize } from 'node:path';

const KINDS = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.json': 'application/json', '.webmanifest': 'application/manifest+json', '.svg': 'image/svg+xml', '.png': 'image/png', '.woff2': 'font/woff2' };

export async function startPageProxy(folder, program) {
  const { host } = new URL(program);
  const policy = Object.fromEntries([...(await fetch(program)).headers].filter(([name]) => /policy|x-content/.test(name)));
  const front = createServer((asked, answer) => {
    const path = normalize(new URL(asked.url, program).pathname);
    if (path === '/api' || path.startsWith('/api/')) return pass(asked, answer, host);
    const file = [join(folder, path), join(folder, 'index.html')].find((one) => existsSync(one) && statSync(one).isFile());
    if (!file || (extname(path) !== '' && file.endsWith('index.html') && path !== '/index.html')) return answer.writeHead(404).end();
    const packed = existsSync(`${file}.br`) && /\bbr\b/.test(asked.headers['accept-encoding'] ?? '');
    const kept = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    answer.writeHead(200, { ...policy, 'content-type': KINDS[extname(file)] ?? 'application/octet-stream', 'cache-control': kept, ...(packed ? { 'content-encoding': 'br' } : {}) });
    return answer.end(readFileSync(packed ? `${file}.br` : file));
  });
  await new Promise((listening) => front.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${front.address().port}`,
    stop: () =>
      new Promise((closed) => {
        front.close(closed);
        front.closeAllConnections();
      }),
  };
}

/** A program that is gone looks like a network that is gone: the connection breaks. */
function pass(asked, answer, host) {
  const [hostname, port] = host.split(':');
  const on = request({ hostname, port, path: asked.url, method: asked.method, headers: asked.headers }, (got) => {
    answer.writeHead(got.statusCode, got.headers);
    answer.flushHeaders();
    got.pipe(answer);
    got.on('error', () => answer.destroy());
  });
  on.on('error', () => answer.destroy());
  answer.on('close', () => on.destroy());
  asked.pipe(on);
}

// A balancer as simple as can be: each request goes to the next node that says it is ready, once. What comes
// back is passed on as it comes. It mends nothing: a request that a node lets fall is an error before the player.

import { Agent, createServer, request } from 'node:http';

/** How often each node is asked, in milliseconds. */
const PULSE = 100;
/** What belongs to one connection, not to the answer. */
const HOPS = new Set(['connection', 'keep-alive', 'proxy-connection']);

export async function startBalancer(ports) {
  const agent = new Agent({ keepAlive: true });
  const tally = { requests: 0, streams: 0, broken: [], longest: 0, at: new Map(ports.map((port) => [port, 0])) };
  let ready = [...ports];
  let turn = 0;
  let isOver = false;

  const asks = (port) =>
    new Promise((resolve) => {
      const on = request({ host: '127.0.0.1', port, path: '/ready', agent: false, timeout: 2000 }, (got) => {
        got.resume();
        resolve(got.statusCode === 200);
      });
      on.on('timeout', () => on.destroy());
      on.on('error', () => resolve(false));
      on.end();
    });
  const watch = async () => {
    while (!isOver) {
      const said = await Promise.all(ports.map(asks));
      ready = ports.filter((_, i) => said[i]);
      await new Promise((resolve) => setTimeout(resolve, PULSE));
    }
  };

  const server = createServer((asked, answer) => {
    const port = ready[turn++ % Math.max(1, ready.length)];
    const what = `${asked.method} ${asked.url}`;
    if (port === undefined) {
      tally.broken.push(`${what}: no node is ready`);
      return answer.writeHead(503).end();
    }
    const begun = performance.now();
    let isStream = false;
    tally.requests += 1;
    tally.at.set(port, tally.at.get(port) + 1);
    const break_ = (error) => {
      // Whoever asked may have gone themselves.
      if (!answer.destroyed) tally.broken.push(`${what} at ${port}: ${error.message}`);
      // A browser asks again by itself when a connection is cut, and nobody would see it: 502, as balancers do.
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    };
    const headers = { ...asked.headers, 'x-forwarded-for': asked.socket.remoteAddress };
    const on = request({ host: '127.0.0.1', port, path: asked.url, method: asked.method, headers, agent }, (got) => {
      isStream = (got.headers['content-type'] ?? '').startsWith('text/event-stream');
      if (isStream) tally.streams += 1;
      if (got.statusCode >= 500) tally.broken.push(`${what} at ${port}: ${got.statusCode}`);
      answer.writeHead(got.statusCode, Object.fromEntries(Object.entries(got.headers).filter(([name]) => !HOPS.has(name))));
      answer.flushHeaders();
      got.on('error', break_);
      got.on('end', () => {
        if (!isStream) tally.longest = Math.max(tally.longest, performance.now() - begun);
      });
      got.pipe(answer);
    });
    on.on('error', break_);
    answer.on('close', () => on.destroy());
    return asked.pipe(on);
  });
  // A browser keeps its connections for as long as it likes.
  server.keepAliveTimeout = 600_000;
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const watching = watch();
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    tally,
    isReady: (port) => ready.includes(port),
    stop: async () => {
      isOver = true;
      await watching;
      agent.destroy();
      await new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      });
    },
  };
}

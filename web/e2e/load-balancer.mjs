// A simple load balancer: each request goes once to the next node that is ready, and the response is passed
// on unchanged. It retries nothing, so a request that a node drops is an error for the player.

import { Agent, createServer, request } from 'node:http';

/** How often each node is asked whether it is ready. */
const READY_CHECK_MS = 100;
/** Headers of one connection, which are not passed on. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'proxy-connection']);

export async function startBalancer(ports) {
  const agent = new Agent({ keepAlive: true });
  const stats = {
    requests: 0,
    streams: 0,
    failures: [],
    longestMs: 0,
    perPort: new Map(ports.map((port) => [port, 0])),
  };
  let ready = [...ports];
  let next = 0;
  let isOver = false;

  const isNodeReady = (port) =>
    new Promise((resolve) => {
      const probe = request(
        { host: '127.0.0.1', port, path: '/ready', agent: false, timeout: 2000 },
        (response) => {
          response.resume();
          resolve(response.statusCode === 200);
        },
      );
      probe.on('timeout', () => probe.destroy());
      probe.on('error', () => resolve(false));
      probe.end();
    });
  const checkNodes = async () => {
    while (!isOver) {
      const answers = await Promise.all(ports.map(isNodeReady));
      ready = ports.filter((_, i) => answers[i]);
      await new Promise((resolve) => setTimeout(resolve, READY_CHECK_MS));
    }
  };

  const server = createServer((incoming, outgoing) => {
    const port = ready[next++ % Math.max(1, ready.length)];
    const what = `${incoming.method} ${incoming.url}`;
    if (port === undefined) {
      stats.failures.push(`${what}: no node is ready`);
      return outgoing.writeHead(503).end();
    }
    const startedAt = performance.now();
    let isStream = false;
    stats.requests += 1;
    stats.perPort.set(port, stats.perPort.get(port) + 1);
    const fail = (error) => {
      // The client may have closed the connection itself.
      if (!outgoing.destroyed) stats.failures.push(`${what} at ${port}: ${error.message}`);
      // A browser retries by itself when a connection is cut, and hides the error: so 502, as balancers do.
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    };
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress };
    const forwarded = request(
      { host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers, agent },
      (response) => {
        isStream = (response.headers['content-type'] ?? '').startsWith('text/event-stream');
        if (isStream) stats.streams += 1;
        if (response.statusCode >= 500) stats.failures.push(`${what} at ${port}: ${response.statusCode}`);
        outgoing.writeHead(
          response.statusCode,
          Object.fromEntries(
            Object.entries(response.headers).filter(([name]) => !CONNECTION_HEADERS.has(name)),
          ),
        );
        outgoing.flushHeaders();
        response.on('error', fail);
        response.on('end', () => {
          if (!isStream) stats.longestMs = Math.max(stats.longestMs, performance.now() - startedAt);
        });
        response.pipe(outgoing);
      },
    );
    forwarded.on('error', fail);
    outgoing.on('close', () => forwarded.destroy());
    return incoming.pipe(forwarded);
  });
  // A browser may keep its connections for as long as it likes.
  server.keepAliveTimeout = 600_000;
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const checking = checkNodes();
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stats,
    isReady: (port) => ready.includes(port),
    stop: async () => {
      isOver = true;
      await checking;
      agent.destroy();
      await new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      });
    },
  };
}

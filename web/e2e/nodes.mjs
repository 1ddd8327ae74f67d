// Starts several servers on one database. Each keeps its port when it restarts.

import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { binary, freePort } from './harness.mjs';

/** How long a node still serves after the signal to stop. The balancer checks more often than that. */
const DRAIN_SECONDS = 2;

export async function startNodes(database, count) {
  const folder = mkdtempSync(join(tmpdir(), 'detente-e2e-nodes-'));
  const nodes = [];
  for (let i = 0; i < count; i++) nodes.push(new Node(await freePort(), database, join(folder, `${i}.log`)));
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const node of nodes) await node.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { nodes, stop };
}

class Node {
  #child = null;
  #ended = Promise.resolve(0);
  #database;
  #log;

  constructor(port, database, log) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.#database = database;
    this.#log = log;
  }

  get log() {
    return readFileSync(this.#log, 'utf8');
  }

  /** Returns when the node is ready. */
  async start() {
    const output = openSync(this.#log, 'a');
    const args = [
      'serve',
      '--listen',
      `127.0.0.1:${this.port}`,
      '--database-url',
      this.#database,
      '--drain',
      String(DRAIN_SECONDS),
      '--rate',
      '1000',
      '--behind-proxy',
    ];
    const child = spawn(binary(), args, { stdio: ['ignore', output, output] });
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
    for (let i = 0; i < 600 && child.exitCode === null; i++) {
      if (
        await fetch(`${this.url}/ready`).then(
          (response) => response.ok,
          () => false,
        )
      )
        return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`a node did not start: ${this.log}`);
  }

  /** Sends a signal and waits for the end; returns the exit code or the signal. */
  async end(signal) {
    this.#child?.kill(signal);
    return this.#ended;
  }
}

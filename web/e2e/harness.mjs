// The real program in a real browser: what all checks share.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { startPageProxy } from './page-proxy.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** The program that is looked at. */
export const binary = () => process.env.DETENTE_BIN ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/detente');

/**
 * Starts the program on a free port with a folder of its own. `DETENTE_URL` names one that runs already,
 * `DETENTE_BIN` another program, `DETENTE_PAGES` a folder whose pages are shown instead of the program's own.
 */
export async function startProgram() {
  if (process.env.DETENTE_URL) return { url: process.env.DETENTE_URL, stop: () => undefined, restart: null };
  const [port, data] = [await freePort(), mkdtempSync(join(tmpdir(), 'detente-e2e-'))];
  const url = `http://127.0.0.1:${port}`;
  let child;
  const start = async () => {
    child = spawn(binary(), ['serve', '--listen', `127.0.0.1:${port}`, '--data', data, '--rate', '1000'], { stdio: 'ignore' });
    for (let i = 0; i < 200; i++) {
      if (await fetch(`${url}/api/me`).then((answer) => answer.ok, () => false)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the program did not start: ${binary()}`);
  };
  const end = () =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGTERM');
    });
  await start();
  const front = process.env.DETENTE_PAGES ? await startPageProxy(process.env.DETENTE_PAGES, url) : null;
  return {
    url: front?.url ?? url,
    restart: { end, start },
    stop: async () => {
      await front?.stop();
      await end();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export function startBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** A fresh person in a browser of their own; anything that goes wrong in the page or leaves the host is kept. */
export async function person(browser, url, options = {}) {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...DESKTOP, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const pageErrors = [];
  page.on('pageerror', (error) => pageErrors.push(`error: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && !/Failed to load resource|ERR_/.test(message.text()) && pageErrors.push(`console: ${message.text()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) pageErrors.push(`outside: ${request.url()}`);
  });
  const api = (method, path, body) =>
    context.request.fetch(`${url}/api${path}`, { method, ...(body === undefined ? {} : { data: body }) }).then(async (answer) => {
      const text = await answer.text();
      if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${text}`);
      return text === '' ? null : JSON.parse(text);
    });
  return { context, page, pageErrors, api };
}

/** A game against six bots with this person in it, under way. */
export async function soloGame(someone, name, language = 'en', power = 'france') {
  await someone.api('POST', `/me?language=${language}`, { name, language });
  const game = await someone.api('POST', '/games', {
    preset: 'bots',
    listed: false,
    bots: Array(6).fill('random'),
    join: true,
    power,
  });
  return game.id;
}

export function check(truth, what) {
  if (!truth) throw new Error(what);
}

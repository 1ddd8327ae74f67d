// Starts the real program and a real browser; shared by all stories.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { startPageProxy } from './page-proxy.mjs';

/** On a busy machine everything may take so many times longer. */
const SLOWER = Number(process.env.DETENTE_SLOWER ?? 1);

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

/** The program under test. */
export const binary = () =>
  process.env.DETENTE_BIN ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/detente');

/**
 * Starts the program on a free port with its own data folder. `DETENTE_URL` names a program that already
 * runs, `DETENTE_BIN` another program, `DETENTE_PAGES` a folder whose pages replace those of the program.
 */
export async function startProgram() {
  if (process.env.DETENTE_URL) return { url: process.env.DETENTE_URL, stop: () => undefined, restart: null };
  const [port, data] = [await freePort(), mkdtempSync(join(tmpdir(), 'detente-e2e-'))];
  const url = `http://127.0.0.1:${port}`;
  let child;
  const start = async () => {
    child = spawn(binary(), ['serve', '--listen', `127.0.0.1:${port}`, '--data', data, '--rate', '1000'], {
      stdio: 'ignore',
    });
    for (let i = 0; i < 200; i++) {
      if (
        await fetch(`${url}/api/me`).then(
          (response) => response.ok,
          () => false,
        )
      )
        return;
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
  const proxy = process.env.DETENTE_PAGES ? await startPageProxy(process.env.DETENTE_PAGES, url) : null;
  return {
    url: proxy?.url ?? url,
    restart: { end, start },
    stop: async () => {
      await proxy?.stop();
      await end();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export function startBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    chromiumSandbox: false,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

/** A new person in a separate browser context; records errors of the page and requests to other hosts. */
export async function person(browser, url, options = {}) {
  const context = await browser.newContext({
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...DESKTOP,
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000 * SLOWER);
  const pageErrors = [];
  page.on('pageerror', (error) => pageErrors.push(`error: ${error.message}`));
  page.on(
    'console',
    (message) =>
      message.type() === 'error' &&
      !/Failed to load resource|ERR_/.test(message.text()) &&
      pageErrors.push(`console: ${message.text()}`),
  );
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url()))
      pageErrors.push(`outside: ${request.url()}`);
  });
  const api = (method, path, body) =>
    context.request
      .fetch(`${url}/api${path}`, { method, ...(body === undefined ? {} : { data: body }) })
      .then(async (response) => {
        const text = await response.text();
        if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${text}`);
        return text === '' ? null : JSON.parse(text);
      });
  return { context, page, pageErrors, api };
}

/** Starts a game of this person against six bots. */
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

export function check(condition, message) {
  if (!condition) throw new Error(message);
}

/** Waits until a condition holds, at most about twenty seconds on a quiet machine; returns its value. */
export async function waitUntil(page, what, condition) {
  for (let i = 0; i < 200 * SLOWER; i++) {
    const value = await condition();
    if (value) return value;
    await page.waitForTimeout(100);
  }
  throw new Error(`this did not happen: ${what}`);
}

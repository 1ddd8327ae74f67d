// Smoke test: starts the program as users do and plays a first turn against bots (page, name, game, orders, result).
// Usage: node tools/smoke.mjs PATH_OF_DETENTE
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const data = mkdtempSync(join(tmpdir(), 'detente-'));
const started = Date.now();
const program = spawn(process.argv[2], ['serve', '--listen', '127.0.0.1:0', '--data', data], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const fail = (reason) => {
  program.kill('SIGKILL');
  console.error(reason);
  process.exit(1);
};
setTimeout(() => fail('no first turn within a minute'), 60_000).unref();

const url = await new Promise((resolve) => {
  let output = '';
  program.stdout.on('data', (bytes) => {
    output += bytes;
    const ready = output.match(/ready: (\S+)/);
    if (ready) resolve(ready[1]);
  });
  program.on('exit', (code) => fail(`the program ended with ${code}`));
});
let cookie = '';
const request = async (path, body) => {
  const method = body === undefined ? 'GET' : 'POST';
  const headers = { 'content-type': 'application/json', cookie };
  const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) fail(`${path}: ${response.status} ${await response.text()}`);
  cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
  return response.headers.get('content-type').includes('json') ? response.json() : response.text();
};

const page = await request('/');
if (!page.includes('<script')) fail('the page has no web app');
await request('/api/me', { name: 'Smoke' });
const bots = Array(6).fill('amateur');
const game = await request('/api/games', { preset: 'bots', join: true, power: 'france', bots });
const text = 'A Paris - Burgundy\nA Marseilles - Spain\nF Brest - MAO';
const result = await request(`/api/games/${game.id}/orders`, { text, stance: 'ready' });
if (result.lines.some((line) => line.result !== 'taken')) fail(JSON.stringify(result));
for (;;) {
  const view = await request(`/api/games/${game.id}`);
  if (view.records > 0) break;
  await new Promise((resolve) => setTimeout(resolve, 50));
}
const record = await request(`/api/games/${game.id}/records/0?language=fr`);
if (!record.ruled.every((ruling) => ruling.sentence)) fail('an order has no explanation');

// The ordinary build has no PostgreSQL store, and says how to get one. Others say that nothing answers there.
const database = spawnSync(process.argv[2], ['serve', '--database-url', 'postgres://nobody@127.0.0.1:1/none']);
if (database.status === 0 || !/--features postgres|refused/.test(database.stderr.toString())) {
  fail(`a database that is not there: ${database.stderr}`);
}
console.log(`first turn played ${((Date.now() - started) / 1000).toFixed(1)} s after the start`);
program.removeAllListeners('exit');
program.on('exit', () => rmSync(data, { recursive: true, force: true }));
program.kill('SIGTERM');

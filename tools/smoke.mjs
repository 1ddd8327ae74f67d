// Starts the program as its users do and plays a first turn against bots: page, name, game, orders, result.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const data = mkdtempSync(join(tmpdir(), 'detente-'));
const started = Date.now();
const program = spawn(process.argv[2], ['serve', '--listen', '127.0.0.1:0', '--data', data], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const fail = (why) => {
  program.kill('SIGKILL');
  console.error(why);
  process.exit(1);
};
setTimeout(() => fail('no first turn within a minute'), 60_000).unref();

const url = await new Promise((found) => {
  let said = '';
  program.stdout.on('data', (bytes) => {
    said += bytes;
    const ready = said.match(/ready: (\S+)/);
    if (ready) found(ready[1]);
  });
  program.on('exit', (code) => fail(`the program ended with ${code}`));
});
let cookie = '';
const ask = async (path, body) => {
  const method = body === undefined ? 'GET' : 'POST';
  const headers = { 'content-type': 'application/json', cookie };
  const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) fail(`${path}: ${answer.status} ${await answer.text()}`);
  cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
  return answer.headers.get('content-type').includes('json') ? answer.json() : answer.text();
};

const page = await ask('/');
if (!page.includes('<script')) fail('the page carries no web app');
await ask('/api/me', { name: 'Smoke' });
const bots = Array(6).fill('amateur');
const game = await ask('/api/games', { preset: 'bots', join: true, power: 'france', bots });
const text = 'A Paris - Burgundy\nA Marseilles - Spain\nF Brest - MAO';
const done = await ask(`/api/games/${game.id}/orders`, { text, stance: 'ready' });
if (done.lines.some((line) => line.result !== 'taken')) fail(JSON.stringify(done));
for (;;) {
  const view = await ask(`/api/games/${game.id}`);
  if (view.records > 0) break;
  await new Promise((later) => setTimeout(later, 50));
}
const record = await ask(`/api/games/${game.id}/records/0?language=fr`);
if (!record.ruled.every((one) => one.sentence)) fail('an order was not explained');
console.log(`first turn played ${((Date.now() - started) / 1000).toFixed(1)} s after the start`);
program.removeAllListeners('exit');
program.on('exit', () => rmSync(data, { recursive: true, force: true }));
program.kill('SIGTERM');

// Starts a PostgreSQL server for one story, from the installed programs, and removes it afterwards.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { freePort } from './harness.mjs';

const installer = fileURLToPath(new URL('../../tools/postgres', import.meta.url));
const isRoot = process.getuid?.() === 0;

/** The folder of the programs; null if there is none. Debian installs versions side by side, off the path. */
function findPrograms() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .sort()
        .reverse()
        .map((version) => join(debian, version, 'bin'))
    : [];
  const folders = [
    process.env.DETENTE_POSTGRES ?? '',
    ...versions,
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return (
    folders.find(
      (folder) =>
        folder !== '' && ['initdb', 'postgres', 'psql'].every((name) => existsSync(join(folder, name))),
    ) ?? null
  );
}

/** Why PostgreSQL is not available; null if it is. Tries to install it. */
export function missingPostgresReason() {
  if (process.env.DETENTE_WITHOUT_POSTGRES) return 'DETENTE_WITHOUT_POSTGRES is set';
  if (findPrograms()) return null;
  try {
    execFileSync(installer, { stdio: 'pipe' });
  } catch (error) {
    return String(error.stderr ?? error).trim();
  }
  return findPrograms() ? null : 'PostgreSQL is not installed';
}

/** PostgreSQL does not run as root. It ends with the process that started it. */
function asPostgresUser(program, args) {
  const user = ['--reuid=postgres', '--regid=postgres', '--clear-groups', '--pdeathsig=SIGQUIT', '--'];
  return isRoot ? ['setpriv', [...user, program, ...args]] : [program, args];
}

export async function startPostgres() {
  const programs = findPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'detente-e2e-postgres-'));
  const [data, log] = [join(folder, 'data'), join(folder, 'log')];
  if (isRoot) execFileSync('chown', ['postgres:postgres', folder]);
  const environment = { cwd: tmpdir(), env: { ...process.env, LC_ALL: 'C', PGOPTIONS: '' } };
  const run = (name, args) =>
    execFileSync(...asPostgresUser(join(programs, name), args), {
      ...environment,
      stdio: 'pipe',
      encoding: 'utf8',
    });
  run('initdb', [
    '--no-sync',
    '--auth=trust',
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '-D',
    data,
  ]);
  const port = await freePort();
  const output = openSync(log, 'a');
  const settings = ['-c', 'max_connections=100', '-c', 'shared_buffers=64MB'];
  const child = spawn(
    ...asPostgresUser(join(programs, 'postgres'), [
      '-D',
      data,
      '-k',
      folder,
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      ...settings,
    ]),
    { ...environment, stdio: ['ignore', output, output] },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = (name) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let i = 0; ; i++) {
    try {
      run('psql', ['--no-psqlrc', '--quiet', '--command', 'CREATE DATABASE games', url('postgres')]);
      break;
    } catch (error) {
      if (i < 200 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 100));
      else {
        const content = readFileSync(log, 'utf8');
        await stop();
        throw new Error(`PostgreSQL does not start: ${error.message}\n${content}`);
      }
    }
  }
  return { url: url('games'), stop };
}

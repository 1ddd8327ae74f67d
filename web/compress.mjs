// Runs after the build: names the service worker's cache after the build, and compresses the built files. The
// server sends the form that the browser accepts.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const folder = process.env.DETENTE_WEB_OUT ?? 'dist';

// The document contains the names of all built files, so its hash identifies the build.
const buildHash = createHash('sha256')
  .update(readFileSync(join(folder, 'index.html')))
  .digest('hex')
  .slice(0, 12);
const worker = join(folder, 'sw.js');
writeFileSync(
  worker,
  readFileSync(worker, 'utf8').replace('detente-shell-dev', `detente-shell-${buildHash}`),
);

for (const name of readdirSync(folder, { recursive: true })) {
  const path = join(folder, String(name));
  if (String(name).startsWith('.vite') || !statSync(path).isFile()) continue;
  if (!/\.(html|js|css|json|webmanifest|svg)$/.test(path)) continue;
  const plain = readFileSync(path);
  const gzip = gzipSync(plain, { level: 9 });
  const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  if (gzip.length < plain.length * 0.95) writeFileSync(`${path}.gz`, gzip);
  if (brotli.length < plain.length * 0.95) writeFileSync(`${path}.br`, brotli);
}

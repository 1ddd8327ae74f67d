// Packs the built files beforehand: the server sends what the browser takes.

import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const folder = process.env.DETENTE_WEB_OUT ?? 'dist';

for (const name of readdirSync(folder, { recursive: true })) {
  const path = join(folder, String(name));
  if (!statSync(path).isFile() || !/\.(html|js|css|json|webmanifest|svg)$/.test(path)) continue;
  const plain = readFileSync(path);
  const gzip = gzipSync(plain, { level: 9 });
  const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  if (gzip.length < plain.length * 0.95) writeFileSync(`${path}.gz`, gzip);
  if (brotli.length < plain.length * 0.95) writeFileSync(`${path}.br`, brotli);
}

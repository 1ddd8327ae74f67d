// Gives the pages their texts: a module `virtual:texts` with one file to load per language and part.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

import { fileOf, partOf, TEXT_PARTS, type TextPart } from './src/lib/text-parts.ts';

const locales = fileURLToPath(new URL('../locales/', import.meta.url));
const NAME = 'virtual:texts';

export function texts(): Plugin {
  return {
    name: 'texts',
    resolveId: (id) => (id === NAME || id.startsWith(`${NAME}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${NAME}`) return tableOfFiles();
      if (!id.startsWith(`\0${NAME}/`)) return undefined;
      const [language = '', part = ''] = id.slice(NAME.length + 2).split('/');
      const path = `${locales}${language}/${fileOf(part as TextPart)}.json`;
      this.addWatchFile(path);
      return `export default ${JSON.stringify(textsOf(path, part as TextPart))}`;
    },
  };
}

function tableOfFiles(): string {
  const rows = readdirSync(locales).flatMap((language) =>
    TEXT_PARTS.map((part) => `'${language}/${part}': () => import('${NAME}/${language}/${part}')`),
  );
  return `export default { ${rows.join(', ')} }`;
}

function textsOf(path: string, part: TextPart): object {
  const all = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as object);
  return Object.fromEntries(all.filter(([key]) => partOf(fileOf(part), key) === part));
}

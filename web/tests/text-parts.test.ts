// A page loads the texts that it shows: every key that its modules name belongs to a part that it loads.

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { expect, it } from 'vitest';

import game from '../../locales/en/web-game.json';
import web from '../../locales/en/web.json';
import { partOf, type TextPart } from '../src/lib/text-parts';

const parts = new Map<string, TextPart>([
  ...Object.keys(web).map((key) => [key, partOf('web', key)] as const),
  ...Object.keys(game).map((key) => [key, partOf('web-game', key)] as const),
]);
const source = (path: string) => readFileSync(path, 'utf8');
const resolved = (from: string, name: string) => {
  const path = resolve(dirname(from), name);
  return /\.(svelte|ts|css|json)$/.test(path) && !path.endsWith('.svelte') ? path : withEnding(path);
};
function withEnding(path: string): string {
  for (const ending of ['', '.ts', '/index.ts'])
    try {
      source(path + ending);
      return path + ending;
    } catch {
      // The next one.
    }
  throw new Error(`no such module: ${path}`);
}

/** A module and everything that it imports, without what it loads later. */
function modulesOf(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, kind, name] of source(path).matchAll(
    /^\s*(?:import|export)\s+(type\s)?[^;]*?from '(\.[^']+)'/gm,
  ))
    if (!kind && name && !/\.(css|json|woff2\?url)$/.test(name)) modulesOf(resolved(path, name), seen);
  return seen;
}

/** The parts whose keys a module names, whole or by their beginning. */
function partsOf(path: string): Set<TextPart> {
  const found = new Set<TextPart>();
  for (const [, , name = ''] of source(path).matchAll(/(['`])([a-z_]+\.[\w.]*)/g)) {
    const known = parts.get(name);
    if (known) found.add(known);
    else if (name.endsWith('.')) for (const [key, part] of parts) if (key.startsWith(name)) found.add(part);
  }
  for (const [, prefix = ''] of source(path).matchAll(/tDynamic\(\s*'([\w.]+)'/g))
    for (const [key, part] of parts) if (key.startsWith(`${prefix}.`)) found.add(part);
  return found;
}

/** Every component that is loaded on its own, with the parts that are loaded with it. */
function loads(path: string): { component: string; loaded: TextPart[] }[] {
  const calls = source(path).matchAll(/(withTexts\()?import\('(\.[^']+\.svelte)'\)((?:,\s*'\w+')*)/g);
  return [...calls].map(([, , name = '', list = '']) => ({
    component: resolved(path, name),
    loaded: [...list.matchAll(/'(\w+)'/g)].map((match) => match[1] as TextPart),
  }));
}

const app = resolve(import.meta.dirname, '../src/App.svelte');
const main = { component: resolve(import.meta.dirname, '../src/main.ts'), loaded: [] as TextPart[] };

it('every page loads the texts that it shows', () => {
  const missing: string[] = [];
  const check = ({ component, loaded }: { component: string; loaded: TextPart[] }) => {
    const known: TextPart[] = ['shell', ...loaded];
    for (const module of modulesOf(component)) {
      for (const part of partsOf(module))
        if (!known.includes(part)) missing.push(`${component}: ${module} needs ${part}`);
      if (module !== app)
        for (const inner of loads(module)) check({ ...inner, loaded: [...loaded, ...inner.loaded] });
    }
  };
  check(main);
  const pages = loads(app);
  expect(pages.length).toBeGreaterThan(10);
  for (const page of pages) check(page);
  expect(missing).toEqual([]);
});

// The texts of the pages, from the same files, so that a story runs in any language.

import { readFileSync } from 'node:fs';

const read = (language, part) =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}/${part}.json`, import.meta.url), 'utf8'));
const cache = new Map();

/** `t('key', { n: 3 })` in a language. An unknown key is an error of the story. */
export function translator(language) {
  let t = cache.get(language);
  if (t) return t;
  const texts = { ...read(language, 'web'), ...read(language, 'web-game') };
  const plural = new Intl.PluralRules(language);
  const raw = (key, n) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`${language}: no text ${key}`);
    return typeof text === 'string' ? text : (text[plural.select(n)] ?? text.other);
  };
  t = Object.assign(
    (key, values = {}) => raw(key, values.n).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole),
    { raw },
  );
  cache.set(language, t);
  return t;
}

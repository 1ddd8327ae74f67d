// The pages' own texts, so that a story can be told in any language: the same files that the pages load.

import { readFileSync } from 'node:fs';

const read = (language, part) => JSON.parse(readFileSync(new URL(`../../locales/${language}/${part}.json`, import.meta.url), 'utf8'));
const known = new Map();

/** `t('key', { n: 3 })` in a language; an unknown key is a mistake of the story. */
export function translator(language) {
  let t = known.get(language);
  if (t) return t;
  const texts = { ...read(language, 'web'), ...read(language, 'web-game') };
  const plural = new Intl.PluralRules(language);
  const raw = (key, n) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`${language}: no text ${key}`);
    return typeof text === 'string' ? text : (text[plural.select(n)] ?? text.other);
  };
  t = Object.assign((key, values = {}) => raw(key, values.n).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole), { raw });
  known.set(language, t);
  return t;
}

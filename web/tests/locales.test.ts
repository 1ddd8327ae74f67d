// All five languages say the same things with the same blanks.

import { describe, expect, it } from 'vitest';

import { LANGUAGES } from '../src/lib/i18n.svelte';

type Texts = Record<string, string | Record<string, string>>;
const files = import.meta.glob<Texts>('../../locales/*/web*.json', { import: 'default', eager: true });
const parts = Object.keys(files)
  .filter((path) => path.includes('/en/'))
  .map((path) => path.split('/').at(-1) ?? '');

const blanks = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort();
const forms = (text: string | Record<string, string>) => (typeof text === 'string' ? [text] : Object.values(text));

describe.each(parts)('%s', (part) => {
  const english = files[`../../locales/en/${part}`] ?? {};
  it.each(LANGUAGES)('is whole in %s', (language) => {
    const texts = files[`../../locales/${language}/${part}`] ?? {};
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(texts)) {
      const model = english[key] ?? '';
      const wanted = [...new Set(forms(model).flatMap(blanks))].sort();
      expect([...new Set(forms(text).flatMap(blanks))].sort(), key).toEqual(wanted);
      expect(typeof text, key).toBe(typeof model);
      if (typeof text !== 'string') {
        const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((form) => form !== 'many');
        for (const form of needed) expect(text[form], `${key} ${form}`).toBeTruthy();
      }
      for (const form of forms(text)) expect(form.trim(), key).not.toBe('');
    }
  });
});

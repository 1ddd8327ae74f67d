// All languages have the same texts with the same placeholders.

import { describe, expect, it } from 'vitest';

import { LANGUAGES } from '../src/lib/i18n.svelte';

type Texts = Record<string, string | Record<string, string>>;
const files = import.meta.glob<Texts>('../../locales/*/web*.json', { import: 'default', eager: true });
const parts = Object.keys(files)
  .filter((path) => path.includes('/en/'))
  .map((path) => path.split('/').at(-1) ?? '');

const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort();
const forms = (text: string | Record<string, string>) =>
  typeof text === 'string' ? [text] : Object.values(text);

describe.each(parts)('%s', (part) => {
  const english = files[`../../locales/en/${part}`] ?? {};
  it.each(LANGUAGES)('is complete in %s', (language) => {
    const texts = files[`../../locales/${language}/${part}`] ?? {};
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(texts)) {
      const model = english[key] ?? '';
      const wanted = [...new Set(forms(model).flatMap(placeholders))].sort();
      expect([...new Set(forms(text).flatMap(placeholders))].sort(), key).toEqual(wanted);
      expect(typeof text, key).toBe(typeof model);
      if (typeof text !== 'string') {
        const needed = new Intl.PluralRules(language)
          .resolvedOptions()
          .pluralCategories.filter((form) => form !== 'many');
        for (const form of needed) expect(text[form], `${key} ${form}`).toBeTruthy();
      }
      for (const form of forms(text)) expect(form.trim(), key).not.toBe('');
    }
  });
});

describe('the controls of the results', () => {
  it.each(LANGUAGES)('have different names in %s', (language) => {
    const texts = files[`../../locales/${language}/web-game.json`] ?? {};
    const names = ['reveal.back', 'reveal.next', 'reveal.go_on', 'history.now', 'history.play'].map(
      (key) => texts[key],
    );
    expect(new Set(names).size).toBe(names.length);
  });
});

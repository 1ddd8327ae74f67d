// Translations: texts in every language of locales/. Each part is loaded when it is needed.

import { untrack } from 'svelte';
import files from 'virtual:texts';

import type game from '../../../locales/en/web-game.json';
import type web from '../../../locales/en/web.json';
import { readStorage, writeStorage } from './storage';
import type { TextPart } from './text-parts';

export type Key = keyof typeof web | keyof typeof game;
type Text = string | Record<string, string>;
export type Texts = Record<string, Text>;
export type Values = Record<string, string | number>;

/** The code of a language that has a folder in locales/: `fr`. */
export type Language = string;

/** The name of a language in that language: "Français". */
export function nativeName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The languages that have texts, sorted by their own names. */
export const languagesOf = (keys: readonly string[]): Language[] =>
  [...new Set(keys.flatMap((key) => key.split('/')[0] ?? []))].sort((a, b) =>
    nativeName(a).localeCompare(nativeName(b), 'en'),
  );
export const LANGUAGES: readonly Language[] = languagesOf(Object.keys(files));

class I18n {
  language: Language = $state('en');
  #texts: Texts = $state.raw({});
  /** The parts that were asked for. */
  #parts = new Map<TextPart, Promise<void>>();
  #plural = $derived(new Intl.PluralRules(this.language));

  /** The language of an earlier visit, else that of the browser. */
  async start(): Promise<void> {
    this.#parts.set('shell', Promise.resolve());
    await this.setLanguage(preferredLanguage());
  }

  /** Changes all texts at once. */
  async setLanguage(language: Language): Promise<void> {
    let [texts, count]: [Texts, number] = [{}, 0];
    // Again if a page asked for another part meanwhile.
    while (count < this.#parts.size) {
      count = this.#parts.size;
      texts = await load(language, [...this.#parts.keys()]);
    }
    this.#texts = texts;
    this.language = language;
    document.documentElement.lang = language;
  }

  async chooseLanguage(language: Language): Promise<void> {
    writeStorage('detente:language', language);
    await this.setLanguage(language);
  }

  /** Loads another part; a load that failed is tried again at the next call. */
  loadPart(part: TextPart): Promise<void> {
    const known = this.#parts.get(part);
    if (known) return known;
    const loading = this.#addPart(part).catch((error: unknown) => {
      this.#parts.delete(part);
      throw error;
    });
    this.#parts.set(part, loading);
    return loading;
  }

  async #addPart(part: TextPart): Promise<void> {
    // A component that loads a part is not to be loaded again when the language changes.
    const language = untrack(() => this.language);
    const texts = await load(language, [part]);
    // If the language was changed meanwhile, the new one has this part too.
    if (language === this.language) this.#texts = { ...this.#texts, ...texts };
  }

  text(key: Key, values: Values = {}): string {
    const text = this.#texts[key];
    if (text === undefined) return key;
    const form =
      typeof text === 'string'
        ? text
        : (text[this.#plural.select(Number(values['n']))] ?? text['other'] ?? key);
    return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return value === undefined ? whole : typeof value === 'number' ? formatNumber(value) : value;
    });
  }
}

export const i18n = new I18n();
export const t = (key: Key, values?: Values): string => i18n.text(key, values);

/** The text of a key that is made from parts, for choices that come as keys. */
export function tDynamic(prefix: string, key: string, values?: Values): string {
  return i18n.text(`${prefix}.${key}` as Key, values);
}

/** A component that is loaded together with the texts that it shows. */
export async function withTexts<Module>(module: Promise<Module>, ...parts: TextPart[]): Promise<Module> {
  const [loaded] = await Promise.all([module, ...parts.map((part) => i18n.loadPart(part))]);
  return loaded;
}

async function load(language: Language, parts: TextPart[]): Promise<Texts> {
  const wanted = parts.map(
    async (part): Promise<Texts> => (await files[`${language}/${part}`]?.())?.default ?? {},
  );
  return Object.assign({}, ...(await Promise.all(wanted))) as Texts;
}

function preferredLanguage(): Language {
  const candidates = [readStorage('detente:language'), ...(navigator.languages ?? [navigator.language])];
  for (const candidate of candidates) {
    const known = LANGUAGES.find((language) => candidate?.toLowerCase().split('-')[0] === language);
    if (known) return known;
  }
  return 'en';
}

// Numbers, dates and lists in the reader's language. The server sends times in seconds.

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(i18n.language).format(value);
}

export function formatDate(seconds: number, style: 'time' | 'day' | 'full' = 'full'): string {
  const form: Intl.DateTimeFormatOptions =
    style === 'time'
      ? { hour: 'numeric', minute: '2-digit' }
      : style === 'day'
        ? { dateStyle: 'medium' }
        : { dateStyle: 'medium', timeStyle: 'short' };
  return new Intl.DateTimeFormat(i18n.language, form).format(seconds * 1000);
}

/** "in 5 minutes", "3 hours ago". */
export function formatRelativeTime(seconds: number, now: number): string {
  const away = seconds - now;
  const far = Math.abs(away);
  const form = new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' });
  if (far < 60) return form.format(Math.round(away), 'second');
  if (far < 3600) return form.format(Math.round(away / 60), 'minute');
  if (far < 86_400) return form.format(Math.round(away / 3600), 'hour');
  return form.format(Math.round(away / 86_400), 'day');
}

/** The time that is left: "1 d 2 h", in the last hour "4:05". */
export function formatTimeLeft(seconds: number): string {
  const left = Math.max(0, Math.round(seconds));
  if (left >= 3600) return formatUnits(left, 'short');
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

/** A length of time in a sentence: "1 day 2 hours", "20 minutes". */
export const formatDuration = (seconds: number): string => formatUnits(seconds, 'long');

/** The largest unit and, if it is not zero, the next one. */
function formatUnits(seconds: number, unitDisplay: 'short' | 'long'): string {
  const parts = [
    { unit: 'day', count: Math.floor(seconds / 86_400) },
    { unit: 'hour', count: Math.floor((seconds % 86_400) / 3600) },
    { unit: 'minute', count: Math.floor((seconds % 3600) / 60) },
  ];
  const largest = Math.max(
    0,
    parts.findIndex(({ count }) => count > 0),
  );
  return parts
    .slice(largest, largest + 2)
    .filter(({ count }) => count > 0)
    .map(({ unit, count }) =>
      new Intl.NumberFormat(i18n.language, { style: 'unit', unit, unitDisplay }).format(count),
    )
    .join(' ');
}

export function formatList(items: string[]): string {
  return new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(items);
}

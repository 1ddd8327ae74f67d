// Which listed games are shown, and in which order.

import type { GameSummary, PressKey } from '../../lib/wire';

export const PACES = ['evening', 'daily', 'slow'] as const;
export type Pace = (typeof PACES)[number];

/** An empty value shows all. */
export type GameFilter = {
  pace: Pace | '';
  language: string;
  talk: PressKey | '';
  /** How many people and bots play, as a text. */
  players: string;
};
export const NO_FILTER: GameFilter = { pace: '', language: '', talk: '', players: '' };
/** Where this device keeps the filter. */
export const FILTER_KEY = 'detente:games-filter';
export const FILTER_NAMES = ['pace', 'language', 'talk', 'players'] as const;

const LONGEST_EVENING_SECONDS = 3 * 3600;
const LONGEST_DAILY_SECONDS = 36 * 3600;

/** Null if the length of a turn is not known. */
export function paceOf(game: GameSummary): Pace | null {
  if (game.turn_seconds === 0) return null;
  if (game.turn_seconds <= LONGEST_EVENING_SECONDS) return 'evening';
  return game.turn_seconds <= LONGEST_DAILY_SECONDS ? 'daily' : 'slow';
}

/** The filter as the server understands it. */
export function filterQuery(filter: GameFilter): {
  press?: PressKey;
  talk_language?: string;
  players?: number;
  turn_from?: number;
  turn_to?: number;
} {
  const turns: Record<Pace, { turn_from?: number; turn_to?: number }> = {
    evening: { turn_to: LONGEST_EVENING_SECONDS },
    daily: { turn_from: LONGEST_EVENING_SECONDS + 1, turn_to: LONGEST_DAILY_SECONDS },
    slow: { turn_from: LONGEST_DAILY_SECONDS + 1 },
  };
  return {
    ...(filter.pace === '' ? {} : turns[filter.pace]),
    ...(filter.language === '' ? {} : { talk_language: filter.language }),
    ...(filter.talk === '' ? {} : { press: filter.talk }),
    ...(filter.players === '' ? {} : { players: Number(filter.players) }),
  };
}

const valueOf = (game: GameSummary): GameFilter => ({
  pace: paceOf(game) ?? '',
  language: game.language ?? '',
  talk: game.press,
  players: String(game.players),
});

export function isShown(game: GameSummary, filter: GameFilter): boolean {
  const value = valueOf(game);
  return FILTER_NAMES.every((name) => {
    // A game for any language is for readers of every language.
    if (filter[name] === '' || (name === 'language' && value.language === '')) return true;
    return filter[name] === value[name];
  });
}

/** The values that the games have, and the one that is chosen. A menu with one value would change nothing. */
export function choicesOf(games: readonly GameSummary[], name: keyof GameFilter, chosen: string): string[] {
  const values = new Set(games.map((game) => valueOf(game)[name] as string).filter((value) => value !== ''));
  if (chosen !== '') values.add(chosen);
  const known: readonly string[] = name === 'pace' ? PACES : [...values].sort();
  return known.filter((value) => values.has(value));
}

export const freeSeats = (game: GameSummary): number => Math.max(0, game.players - game.taken);

/** The fullest first: they start soonest. Then the one that closes first. Full games come last. */
export function fullestFirst(games: readonly GameSummary[]): GameSummary[] {
  const rank = (game: GameSummary) => (freeSeats(game) === 0 ? Infinity : freeSeats(game));
  const due = (game: GameSummary) => game.due ?? Number.MAX_SAFE_INTEGER;
  return [...games].sort((a, b) => order(rank(a), rank(b)) || due(a) - due(b));
}

/** To watch: the most people first. The server sends the newest first, and those of equal rank stay so. */
export const mostPeopleFirst = (games: readonly GameSummary[]): GameSummary[] =>
  [...games].sort((a, b) => b.taken - b.bots - (a.taken - a.bots));

const order = (a: number, b: number) => (a === b ? 0 : a - b);

/** What was stored, as far as it is still known. */
export function readFilter(text: string | null): GameFilter {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<Record<keyof GameFilter, unknown>>;
    const texts = Object.fromEntries(
      FILTER_NAMES.map((name) => [name, typeof stored[name] === 'string' ? stored[name] : '']),
    ) as GameFilter;
    return { ...texts, pace: PACES.find((pace) => pace === texts.pace) ?? '' };
  } catch {
    return NO_FILTER;
  }
}

// Starts a game with one click: a visitor needs no name.

import { offerCoach } from '../game/guide/coach-memory';
import { api } from '../lib/api';
import { keepCreatedGame } from '../lib/created-game';
import { i18n, t } from '../lib/i18n.svelte';
import { rememberTable } from '../lib/own-tables';
import { router } from '../lib/router.svelte';
import { session } from '../lib/session.svelte';
import type { NewGame, Presets, SettingsBody } from '../lib/wire';

/** A visitor without a name becomes a guest with a number. */
export async function ensureUser(): Promise<void> {
  if (!session.isLoaded) await session.load();
  if (session.user === null) await session.setName(t('front.guest', { number: guestNumber(Math.random()) }));
}

/** Three digits, so that two guests in a game seldom have the same number. */
export const guestNumber = (random: number): string => String(100 + Math.floor(random * 900));

export async function createGame(body: NewGame): Promise<void> {
  await ensureUser();
  const game = await api.newGame(body);
  // The device that makes a table shows it to the room.
  if (game.settings.venue === 'table') {
    rememberTable(game.id);
    router.go(`/table/${game.id}`);
    return;
  }
  if (body.preset === 'bots') offerCoach(game.id);
  keepCreatedGame(game);
  router.go(`/g/${game.id}`);
}

/** A random power of those that are easy to play. */
export const randomEasyPower = (easy: readonly string[], random: number): string | null =>
  easy[Math.floor(random * easy.length)] ?? null;

/** Starts a game of one person against the weakest bots in all other seats. Uses `presets` if they are loaded. */
export async function playAgainstBots(presets: Presets | null): Promise<void> {
  const map = (presets ?? (await api.presets())).variants[0];
  const power = randomEasyPower(map?.beginners ?? [], Math.random());
  const others = (map?.tables.at(-1)?.seats.length ?? 7) - 1;
  await createGame({
    preset: 'bots',
    listed: false,
    join: true,
    power,
    bots: Array<string>(others).fill('novice'),
  });
}

/** Starts a game that waits for the people who get the link. */
export const playWithFriends = (preset: string): Promise<void> =>
  createGame({ preset, listed: false, join: true, bots: [] });

/** Starts a game for people in one room, and opens its big screen. Whoever makes it plays on their own phone. */
export async function playAtTable(
  presets: Presets,
  what: { preset: string; players: number; hasMaster: boolean },
): Promise<void> {
  const preset = presets.presets.find((one) => one.key === what.preset);
  const goal = presets.variants[0]?.tables.find((table) => table.seats.length === what.players)?.goal;
  if (!preset) return;
  await createGame({
    preset: preset.key,
    listed: false,
    join: false,
    bots: [],
    players: what.players,
    settings: tableSettings(
      { ...preset.settings, title: preset.name, ...(goal ? { goal } : {}) },
      what,
      i18n.language,
    ),
  });
}

/** The settings of a preset for so many players, in the language of the room. */
export const tableSettings = (
  settings: SettingsBody,
  what: { players: number; hasMaster: boolean },
  language: string,
): SettingsBody => ({
  ...settings,
  players: what.players,
  language,
  // Blind: the same device may show the big screen.
  master: what.hasMaster ? { sight: 'blind' } : null,
});

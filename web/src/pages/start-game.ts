// From a click to a seat: a visitor needs no name of their own for that.

import { api } from '../lib/api';
import { t } from '../lib/i18n.svelte';
import { router } from '../lib/router.svelte';
import { session } from '../lib/session.svelte';
import type { NewGame } from '../lib/wire';

/** Whoever has no name yet is a guest with a number, until they pick one. */
export async function ensureUser(): Promise<void> {
  if (!session.isLoaded) await session.load();
  if (session.user === null) await session.setName(t('front.guest', { number: guestNumber(Math.random()) }));
}

/** Three digits, so that two guests at a table are seldom the same. */
export const guestNumber = (random: number): string => String(100 + Math.floor(random * 900));

export async function createGame(body: NewGame): Promise<void> {
  await ensureUser();
  const game = await api.newGame(body);
  router.go(`/g/${game.id}`);
}

/** Whoever chooses nothing gets one of the powers that are easy to play. */
export const randomEasyPower = (easy: readonly string[], random: number): string | null => easy[Math.floor(random * easy.length)] ?? null;

/** One person, and bots that a newcomer can beat in all other seats: who wants more sets up the game. */
export async function playAgainstBots(): Promise<void> {
  const map = (await api.presets()).variants[0];
  const power = randomEasyPower(map?.beginners ?? [], Math.random());
  const others = (map?.tables.at(-1)?.seats.length ?? 7) - 1;
  await createGame({ preset: 'bots', listed: false, join: true, power, bots: Array<string>(others).fill('novice') });
}

/** A table that waits for whoever gets the link. */
export const playWithFriends = (preset: string): Promise<void> => createGame({ preset, listed: false, join: true, bots: [] });

// From a click to a seat: a visitor needs no name of their own for that.

import { api } from '../lib/api';
import { t } from '../lib/i18n.svelte';
import { self } from '../lib/me.svelte';
import { router } from '../lib/router.svelte';
import type { NewGame } from '../lib/wire';

/** Whoever has no name yet is a guest with a number, until they pick one. */
export async function somebody(): Promise<void> {
  if (!self.known) await self.start();
  if (self.who === null) await self.name(t('front.guest', { number: guestNumber(Math.random()) }));
}

/** Three digits, so that two guests at a table are seldom the same. */
export const guestNumber = (chance: number): string => String(100 + Math.floor(chance * 900));

export async function open(body: NewGame): Promise<void> {
  await somebody();
  const game = await api.newGame(body);
  router.go(`/g/${game.id}`);
}

/** Whoever chooses nothing gets one of the powers that are easy to play. */
export const easyPower = (easy: readonly string[], chance: number): string | null => easy[Math.floor(chance * easy.length)] ?? null;

/** One person, and bots that a newcomer can beat in all other seats: who wants more sets up the game. */
export async function againstBots(): Promise<void> {
  const map = (await api.presets()).variants[0];
  const power = easyPower(map?.beginners ?? [], Math.random());
  const others = (map?.tables.at(-1)?.seats.length ?? 7) - 1;
  await open({ preset: 'bots', listed: false, join: true, power, bots: Array<string>(others).fill('novice') });
}

/** A table that waits for whoever gets the link. */
export const withFriends = (preset: string): Promise<void> => open({ preset, listed: false, join: true, bots: [] });

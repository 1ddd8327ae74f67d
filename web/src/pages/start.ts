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

/** Where a first game is a pleasure: at an edge of the board, with few neighbours. */
const GENTLE = ['england', 'france', 'turkey'];

/** Whoever chooses nothing gets one of those by lot. */
export const gentlePower = (chance: number): string => GENTLE[Math.floor(chance * GENTLE.length)] ?? 'france';

/** One person, six programs that a newcomer can beat: who wants more sets up the game. */
export const againstBots = (): Promise<void> =>
  open({ preset: 'bots', listed: false, join: true, power: gentlePower(Math.random()), bots: Array<string>(6).fill('novice') });

/** A table that waits for whoever gets the link. */
export const withFriends = (preset: string): Promise<void> => open({ preset, listed: false, join: true, bots: [] });

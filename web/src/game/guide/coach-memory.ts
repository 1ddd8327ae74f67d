// Whether the coach comes: in the first game against bots that was started on this device, until it is turned off.

import { readStorage, writeStorage } from '../../lib/storage';

const KEY = 'detente:coach';
/** The value when the next game gets a coach again. */
const NEXT_GAME = 'next';
const OFF = 'off';

/** The first game gets the coach, and one after somebody has asked for it again. */
export function offerCoach(game: string): void {
  const stored = readStorage(KEY);
  if (stored === null || stored === NEXT_GAME) writeStorage(KEY, game);
}
export const hasCoach = (game: string): boolean => readStorage(KEY) === game;
export const isCoachComing = (): boolean => readStorage(KEY) !== OFF;
export const turnCoachOff = (): void => writeStorage(KEY, OFF);
/** In this game, or in the next one that is started. */
export const turnCoachOn = (game: string | null): void => writeStorage(KEY, game ?? NEXT_GAME);

// Standing tables: one per pace, which fills with whoever comes and after a wait offers bots. A table is a listed
// game that offers bots; the first who sits down makes it. Pure.

import type { GameSummary, NewGame, Presets, SettingsBody } from '../../lib/wire';
import { PACES, paceOf, type Pace } from './game-filter';

const PRESETS: Record<Pace, string> = { evening: 'evening', daily: 'daily', slow: 'correspondence' };
/** How long a table waits for people, in seconds. */
export const WAITS: Record<Pace, number> = { evening: 300, daily: 6 * 3600, slow: 24 * 3600 };

export type StandingTable = { pace: Pace; game: GameSummary | null };

/** The fullest open table of each pace. */
export function standingTables(games: readonly GameSummary[]): StandingTable[] {
  const open = games.filter(
    (game) => game.state === 'gathering' && game.bots_from !== null && game.taken < game.players,
  );
  return PACES.map((pace) => ({
    pace,
    game:
      open
        .filter((game) => paceOf(game) === pace)
        .sort((a, b) => b.taken - a.taken || (a.id < b.id ? -1 : 1))[0] ?? null,
  }));
}

/** The request that opens a table. */
export function newTable(pace: Pace, presets: Presets, title: string, language: string): NewGame | null {
  const preset = presets.presets.find((one) => one.key === PRESETS[pace]);
  if (!preset) return null;
  const settings: SettingsBody = { ...preset.settings, title, language, bots_after: WAITS[pace] };
  return { preset: preset.key, settings, listed: true, join: true, bots: [] };
}

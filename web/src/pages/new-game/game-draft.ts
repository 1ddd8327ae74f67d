// The game in the form for a new game: a preset and the changes to it. Pure.

import type { NewGame, Preset, SettingsBody, VariantSummary } from '../../lib/wire';

export type GameDraft = {
  preset: string;
  /** The map. */
  variant: VariantSummary;
  title: string;
  /** All settings except the title. */
  settings: SettingsBody;
  listed: boolean;
  /** Whether the maker takes a seat. */
  join: boolean;
  /** The maker's power; empty for any power. */
  power: string;
  /** How many bots per level. */
  bots: Record<string, number>;
};

const deepCopy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** A draft from a preset on a map, with as many players as the map has powers. Keeps the earlier title. */
export function draftFromPreset(
  preset: Preset,
  levels: readonly string[],
  variant: VariantSummary,
  before: GameDraft | null = null,
): GameDraft {
  const bots = Object.fromEntries(levels.map((level) => [level, 0]));
  const draft: GameDraft = {
    preset: preset.key,
    variant,
    title: before?.title ?? '',
    settings: deepCopy(preset.settings),
    listed: false,
    join: true,
    power: '',
    bots,
  };
  const next = withPlayers(draft, playerCounts(variant).at(-1) ?? draft.settings.players);
  if (preset.key === 'bots')
    next.bots[levels.includes('amateur') ? 'amateur' : (levels[0] ?? 'amateur')] = next.settings.players - 1;
  return next;
}

/** How many players a map can have, the fewest first. */
export const playerCounts = (variant: VariantSummary): number[] =>
  variant.tables.map((table) => table.seats.length);

/** The smallest and largest number of centres for a goal: more than half, so that two cannot win at once. */
export const goalBounds = (variant: VariantSummary): [number, number] => [
  Math.floor(variant.centres / 2) + 1,
  variant.centres,
];

/** The powers that can be played. */
export const playedPowers = (variant: VariantSummary): string[] =>
  (variant.tables.at(-1)?.seats ?? []).flat();

export const botCount = (draft: GameDraft): number =>
  Object.values(draft.bots).reduce((sum, count) => sum + count, 0);

export const makerPlays = (draft: GameDraft): boolean => draft.join && draft.settings.master == null;

/** Seats for other people. Below zero: there are too many bots. */
export const freeSeats = (draft: GameDraft): number =>
  draft.settings.players - botCount(draft) - (makerPlays(draft) ? 1 : 0);

/** The same draft with another number of players, and the map's goal for them. */
export function withPlayers(draft: GameDraft, players: number): GameDraft {
  const table = draft.variant.tables.find((table) => table.seats.length === players);
  const goal = deepCopy(table?.goal ?? draft.settings.goal);
  const next: GameDraft = {
    ...draft,
    bots: { ...draft.bots },
    settings: { ...draft.settings, players, goal },
  };
  // Removes bots from the last level first.
  for (const level of Object.keys(next.bots).reverse()) {
    const over = -freeSeats(next);
    if (over <= 0) break;
    next.bots[level] = Math.max(0, (next.bots[level] ?? 0) - over);
  }
  return next;
}

/** Whether the maker may choose a power. */
export const mayChoosePower = (draft: GameDraft): boolean =>
  makerPlays(draft) && draft.settings.allocation !== 'lot';

/** The request. If nothing was changed, the preset's own values are used, also its title. */
export function newGameBody(draft: GameDraft, presets: readonly Preset[], defaultTitle: string): NewGame {
  const preset = presets.find((one) => one.key === draft.preset);
  const title = draft.title.trim();
  const own = preset
    ? withPlayers(draftFromPreset(preset, [], draft.variant), draft.settings.players).settings
    : null;
  const isPreset =
    own !== null &&
    JSON.stringify({ ...own, title: '' }) === JSON.stringify({ ...draft.settings, title: '' });
  const body: NewGame = {
    preset: draft.preset,
    variant: draft.variant.key,
    listed: draft.listed,
    join: makerPlays(draft),
    bots: Object.entries(draft.bots).flatMap(([level, count]) => Array<string>(count).fill(level)),
  };
  if (mayChoosePower(draft) && draft.power !== '') body.power = draft.power;
  if (isPreset) {
    body.players = draft.settings.players;
    if (title !== '') body.title = title;
  } else body.settings = { ...deepCopy(draft.settings), title: title === '' ? defaultTitle : title };
  return body;
}

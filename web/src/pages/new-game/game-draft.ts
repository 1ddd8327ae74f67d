// A game that is being thought out: a preset, and what was changed of it.

import type { NewGame, Preset, SettingsBody, VariantCard } from '../../lib/wire';

export type GameDraft = {
  preset: string;
  /** The map. */
  variant: VariantCard;
  title: string;
  /** All settings but the title. */
  settings: SettingsBody;
  listed: boolean;
  /** Whether the maker takes a seat. */
  join: boolean;
  /** The maker's power; empty for any. */
  power: string;
  /** How many bots of each level. */
  bots: Record<string, number>;
};

const deepCopy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Begins with a preset on a map, with as many players as it has powers. A title that was written is kept. */
export function draftFromPreset(preset: Preset, levels: readonly string[], variant: VariantCard, before: GameDraft | null = null): GameDraft {
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
  if (preset.key === 'bots') next.bots[levels.includes('amateur') ? 'amateur' : (levels[0] ?? 'amateur')] = next.settings.players - 1;
  return next;
}

/** How many may play on a map, the fewest first. */
export const playerCounts = (variant: VariantCard): number[] => variant.tables.map((table) => table.seats.length);

/** The numbers of centres between which a goal may lie: more than half, so that not two can win at once. */
export const goalBounds = (variant: VariantCard): [number, number] => [Math.floor(variant.centres / 2) + 1, variant.centres];

/** The powers that somebody plays. */
export const playedPowers = (variant: VariantCard): string[] => (variant.tables.at(-1)?.seats ?? []).flat();

export const botCount = (draft: GameDraft): number => Object.values(draft.bots).reduce((sum, count) => sum + count, 0);

export const makerPlays = (draft: GameDraft): boolean => draft.join && draft.settings.master == null;

/** Seats that wait for people. Below zero: too many were given away. */
export const freeSeats = (draft: GameDraft): number => draft.settings.players - botCount(draft) - (makerPlays(draft) ? 1 : 0);

/** With another number of players, and the goal that the map has for them. */
export function withPlayers(draft: GameDraft, players: number): GameDraft {
  const table = draft.variant.tables.find((table) => table.seats.length === players);
  const goal = deepCopy(table?.goal ?? draft.settings.goal);
  const next: GameDraft = { ...draft, bots: { ...draft.bots }, settings: { ...draft.settings, players, goal } };
  // The bots that were seated first stay.
  for (const level of Object.keys(next.bots).reverse()) {
    const over = -freeSeats(next);
    if (over <= 0) break;
    next.bots[level] = Math.max(0, (next.bots[level] ?? 0) - over);
  }
  return next;
}

/** Whether the maker may say which power they want. */
export const mayChoosePower = (draft: GameDraft): boolean => makerPlays(draft) && draft.settings.allocation !== 'lot';

/** What is sent. Where nothing was changed the preset's own words are used, the title among them. */
export function newGameBody(draft: GameDraft, presets: readonly Preset[], defaultTitle: string): NewGame {
  const preset = presets.find((one) => one.key === draft.preset);
  const title = draft.title.trim();
  const own = preset ? withPlayers(draftFromPreset(preset, [], draft.variant), draft.settings.players).settings : null;
  const isPreset = own !== null && JSON.stringify({ ...own, title: '' }) === JSON.stringify({ ...draft.settings, title: '' });
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

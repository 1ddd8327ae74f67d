// Presets that the reader has saved on this device. Pure.

import type { SettingsBody, VariantSummary } from '../../lib/wire';
import type { GameDraft } from './game-draft';

/** Where this device keeps them. */
export const OWN_PRESETS_KEY = 'detente:own-presets';
export const MAX_OWN_PRESETS = 20;
export const MAX_PRESET_NAME = 40;

export type OwnPreset = {
  name: string;
  /** The preset that it was made from. */
  preset: string;
  variant: string;
  settings: SettingsBody;
  listed: boolean;
  join: boolean;
  bots: Record<string, number>;
};

/** What was kept; what cannot be read is left out. */
export function readOwnPresets(kept: string | null): OwnPreset[] {
  try {
    const list: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(list) ? list.filter(isOwnPreset).slice(0, MAX_OWN_PRESETS) : [];
  } catch {
    return [];
  }
}

function isOwnPreset(value: unknown): value is OwnPreset {
  if (typeof value !== 'object' || value === null) return false;
  const one = value as Partial<OwnPreset>;
  return (
    typeof one.name === 'string' &&
    typeof one.preset === 'string' &&
    typeof one.variant === 'string' &&
    typeof one.settings === 'object' &&
    typeof one.bots === 'object'
  );
}

/** With this draft under this name. The same name replaces; more than the most drop the oldest. */
export function savePreset(presets: readonly OwnPreset[], name: string, draft: GameDraft): OwnPreset[] {
  const own: OwnPreset = {
    name: name.trim().slice(0, MAX_PRESET_NAME),
    preset: draft.preset,
    variant: draft.variant.key,
    // A stated hour is for one game.
    settings: { ...draft.settings, title: '', starts_at: null },
    listed: draft.listed,
    join: draft.join,
    bots: { ...draft.bots },
  };
  return [...presets.filter((one) => one.name !== own.name), own].slice(-MAX_OWN_PRESETS);
}

export const dropPreset = (presets: readonly OwnPreset[], name: string): OwnPreset[] =>
  presets.filter((one) => one.name !== name);

/** The draft of a saved preset, or null if its map is not on this server. */
export function draftFromOwn(own: OwnPreset, variants: readonly VariantSummary[]): GameDraft | null {
  const variant = variants.find((one) => one.key === own.variant);
  if (!variant) return null;
  const { preset, settings, listed, join, bots } = JSON.parse(JSON.stringify(own)) as OwnPreset;
  return { preset, variant, title: '', settings, listed, join, power: '', bots };
}

import { expect, test } from 'vitest';

import { follow, isFollowing, MAX_FOLLOWED, readFollowed, unfollow } from '../src/lib/followed-games';
import type { VariantSummary } from '../src/lib/wire';
import type { GameDraft } from '../src/pages/new-game/game-draft';
import {
  draftFromOwn,
  dropPreset,
  MAX_OWN_PRESETS,
  readOwnPresets,
  savePreset,
} from '../src/pages/new-game/own-presets';

const variant = { key: 'standard', tables: [], centres: 34 } as unknown as VariantSummary;
const draft = {
  preset: 'daily',
  variant,
  title: 'Tuesday',
  settings: { title: 'Tuesday', players: 5, starts_at: 7, press: 'full' },
  listed: true,
  join: true,
  power: 'france',
  bots: { amateur: 2 },
} as unknown as GameDraft;

test('a preset keeps everything but the title, the power and the hour of one game', () => {
  const [own] = savePreset([], ' Club ', draft);
  expect(own).toMatchObject({ name: 'Club', preset: 'daily', variant: 'standard', bots: { amateur: 2 } });
  expect(own?.settings).toMatchObject({ players: 5, press: 'full', title: '', starts_at: null });
  expect(own && draftFromOwn(own, [variant])).toMatchObject({ title: '', power: '', listed: true });
  expect(own && draftFromOwn(own, [])).toBeNull();
});

test('the same name replaces, and there is a bound', () => {
  let presets = savePreset(savePreset([], 'Club', draft), 'Club', { ...draft, listed: false });
  expect(presets.map((one) => one.listed)).toEqual([false]);
  for (let i = 0; i < MAX_OWN_PRESETS; i++) presets = savePreset(presets, `preset ${String(i)}`, draft);
  expect(presets).toHaveLength(MAX_OWN_PRESETS);
  expect(presets.some((one) => one.name === 'Club')).toBe(false);
  expect(dropPreset(presets, 'preset 0')).toHaveLength(MAX_OWN_PRESETS - 1);
});

test('what was kept comes back, and what is broken is left out', () => {
  const presets = savePreset([], 'Club', draft);
  expect(readOwnPresets(JSON.stringify([...presets, { name: 3 }, null]))).toEqual(
    JSON.parse(JSON.stringify(presets)),
  );
  expect(readOwnPresets('{')).toEqual([]);
  expect(readOwnPresets(null)).toEqual([]);
});

test('games are followed once, the newest first, within a bound', () => {
  let games = follow(follow([], { id: 'a', title: 'A' }), { id: 'b', title: 'B' });
  games = follow(games, { id: 'a', title: 'A2' });
  expect(games).toEqual([
    { id: 'a', title: 'A2' },
    { id: 'b', title: 'B' },
  ]);
  expect(isFollowing(unfollow(games, 'a'), 'a')).toBe(false);
  for (let i = 0; i < MAX_FOLLOWED; i++) games = follow(games, { id: String(i), title: '' });
  expect(games).toHaveLength(MAX_FOLLOWED);
  expect(readFollowed(JSON.stringify(games))).toEqual(games);
  expect(readFollowed('[{"id":1}]')).toEqual([]);
});

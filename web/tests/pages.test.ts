// The logic of all pages except the game page.

import { describe, expect, it } from 'vitest';

import english from '../../locales/en/web.json';
import { LANGUAGES, languagesOf, nativeName } from '../src/lib/i18n.svelte';
import { loadedAssets } from '../src/lib/offline-cache';
import type { Preset, SettingsBody, VariantSummary } from '../src/lib/wire';
import { animationStepAt, ARROWS_MS, MOVING_MS, RESTING_MS } from '../src/pages/front/animation';
import { cropAround } from '../src/pages/learn/crop';
import { diagramTitle } from '../src/pages/learn/diagram-title';
import { LAST_RULE, RULE_GROUPS } from '../src/pages/learn/rule-groups';
import { TOUR } from '../src/pages/learn/tour';
import { parsePhase } from '../src/pages/lobby/phase-name';
import { isSignInToken } from '../src/pages/me/sign-in-link';
import { splitDuration, toSeconds } from '../src/pages/new-game/duration';
import {
  botCount,
  draftFromPreset,
  freeSeats,
  mayChoosePower,
  newGameBody,
  withPlayers,
  type GameDraft,
} from '../src/pages/new-game/game-draft';
import { guestNumber, randomEasyPower } from '../src/pages/start-game';

describe('the animated map', () => {
  const phaseMs = ARROWS_MS + MOVING_MS + RESTING_MS;
  it('shows orders, then moves, then the new position', () => {
    expect(animationStepAt(8, 0)).toEqual({ record: 0, progress: 0, arrows: true });
    expect(animationStepAt(8, ARROWS_MS + MOVING_MS / 2)).toEqual({
      record: 0,
      progress: 0.5,
      arrows: false,
    });
    expect(animationStepAt(8, phaseMs - 1)).toEqual({ record: 0, progress: 1, arrows: false });
  });
  it('begins again after the last phase', () => {
    expect(animationStepAt(8, phaseMs * 7 + 5).record).toBe(7);
    expect(animationStepAt(8, phaseMs * 8 + 5)).toEqual({ record: 0, progress: 0, arrows: true });
  });
});

describe('durations', () => {
  it.each([
    [1800, 30, 'minute'],
    [3600, 1, 'hour'],
    [5400, 90, 'minute'],
    [172_800, 2, 'day'],
    [90, 90, 'second'],
    [0, 0, 'minute'],
  ] as const)('%d seconds are %d %s', (seconds, count, unit) => {
    expect(splitDuration(seconds)).toEqual({ count, unit });
    expect(toSeconds(count, unit)).toBe(seconds);
  });
  it('are never negative and never NaN', () => {
    expect(toSeconds(-3, 'hour')).toBe(0);
    expect(toSeconds(NaN, 'hour')).toBe(0);
  });
});

describe('phases', () => {
  it('are read from their keys', () => {
    expect(parsePhase('F1902R')).toEqual({ season: 'autumn', year: '1902', kind: 'retreats' });
    expect(parsePhase('W1901A')).toEqual({ season: 'winter', year: '1901', kind: 'adjustments' });
    expect(parsePhase('later')).toBeNull();
  });
});

const settings: SettingsBody = {
  title: 'Daily',
  players: 7,
  edition: '2000',
  allocation: 'lot',
  names: 'shown',
  watching: 'anybody',
  watching_delay: 0,
  press: 'full',
  timetable: {
    first: 86_400,
    diplomacy: null,
    writing: 86_400,
    resolution: null,
    retreats: 3600,
    adjustments: 3600,
    hours: null,
  },
  gather_within: 604_800,
  check_in: null,
  absence: { grace: 0, graces: 0, then: 'disorder', within: 0 },
  ballots: 'secret',
  draws: 'survivors',
  goal: { centres: 18, of: 'one_power' },
  limit: null,
  master: null,
  delay: 3600,
};
const daily: Preset = { key: 'daily', name: 'Daily', about: '', settings };
const bots: Preset = {
  key: 'bots',
  name: 'Bots',
  about: '',
  settings: { ...settings, allocation: 'chosen' },
};
const europe: VariantSummary = {
  key: 'standard',
  name: 'Europe',
  centres: 34,
  beginners: ['england', 'france', 'turkey'],
  tables: [2, 3, 4, 5, 6, 7].map((players) => ({
    seats: Array.from({ length: players }, (_, i) => [`power${i}`]),
    goal: players === 2 ? { centres: 24, of: 'one_player' } : { centres: 18, of: 'one_power' },
  })),
};
const strait: VariantSummary = {
  key: 'strait',
  name: 'The Strait',
  centres: 7,
  beginners: ['west'],
  tables: [{ seats: [['east'], ['west']], goal: { centres: 4, of: 'one_power' } }],
};
const LEVELS = ['novice', 'amateur', 'strong'];
const send = (draft: GameDraft) => newGameBody(draft, [daily, bots], 'Usual');

describe('a new game', () => {
  it('is the preset if nothing was changed', () => {
    expect(send(draftFromPreset(daily, LEVELS, europe))).toEqual({
      preset: 'daily',
      variant: 'standard',
      listed: false,
      join: true,
      bots: [],
      players: 7,
    });
  });
  it('sends all settings if one was changed', () => {
    const draft = draftFromPreset(daily, LEVELS, europe);
    draft.settings.timetable.writing = 7200;
    expect(send(draft).settings).toEqual({
      ...settings,
      title: 'Usual',
      timetable: { ...settings.timetable, writing: 7200 },
    });
    expect(daily.settings.timetable.writing).toBe(86_400);
  });
  it('against bots starts with all seats taken', () => {
    const draft = draftFromPreset(bots, LEVELS, europe);
    expect(freeSeats(draft)).toBe(0);
    expect(send(draft).bots).toEqual(Array(6).fill('amateur'));
  });
  it('takes players, goal and bots from the map', () => {
    const draft = draftFromPreset(bots, LEVELS, strait);
    expect(draft.settings).toMatchObject({ players: 2, goal: { centres: 4, of: 'one_power' } });
    expect(send(draft)).toEqual({
      preset: 'bots',
      variant: 'strait',
      listed: false,
      join: true,
      bots: ['amateur'],
      players: 2,
    });
  });
  it('for fewer players has fewer bots, and for two players another goal', () => {
    const draft = withPlayers(
      { ...draftFromPreset(bots, LEVELS, europe), bots: { novice: 2, amateur: 2, strong: 2 } },
      4,
    );
    expect(draft.bots).toEqual({ novice: 2, amateur: 1, strong: 0 });
    expect(freeSeats(draft)).toBe(0);
    expect(withPlayers(draft, 2).settings.goal).toEqual({ centres: 24, of: 'one_player' });
    // It is the default goal for two, so the preset is enough.
    expect(send(withPlayers(draftFromPreset(daily, LEVELS, europe), 2))).toMatchObject({ players: 2 });
    expect(send(withPlayers(draftFromPreset(daily, LEVELS, europe), 2)).settings).toBeUndefined();
  });
  it('sends a power only if the maker may choose one', () => {
    expect(send({ ...draftFromPreset(daily, LEVELS, europe), power: 'france' }).power).toBeUndefined();
    expect(send({ ...draftFromPreset(bots, LEVELS, europe), power: 'france' }).power).toBe('france');
  });
  it('is not played by its game master', () => {
    const draft = draftFromPreset(bots, LEVELS, europe);
    draft.settings.master = { sight: 'blind' };
    expect(mayChoosePower(draft)).toBe(false);
    expect(send({ ...draft, power: 'france' })).toMatchObject({
      join: false,
      settings: { master: { sight: 'blind' } },
    });
    expect(send({ ...draft, power: 'france' }).power).toBeUndefined();
  });
  it('keeps the title when another preset is chosen', () => {
    const first = { ...draftFromPreset(daily, LEVELS, europe), title: 'The long war' };
    const second = draftFromPreset(bots, LEVELS, europe, first);
    expect(second.title).toBe('The long war');
    expect(botCount(second)).toBe(6);
  });
});

describe('learning', () => {
  it('has a text for every stop and goes forward in time', () => {
    const order = ['S1901M', 'F1901M', 'W1901A', 'S1902M', 'F1902M', 'F1902R', 'W1902A'];
    const phases = TOUR.map((stop) => order.indexOf(stop.phase));
    expect(phases).toEqual([...phases].sort((a, b) => a - b));
    expect(new Set(phases).size).toBe(order.length);
    for (const stop of TOUR) expect(english).toHaveProperty([stop.text]);
  });
  it('has every rule in one group', () => {
    const rules = RULE_GROUPS.flatMap((group) =>
      [...Array(group.last - group.first + 1).keys()].map((i) => group.first + i),
    );
    expect(rules).toEqual([...Array(LAST_RULE).keys()].map((i) => i + 1));
  });
  it('numbers diagrams as the rulebook does', () => {
    expect(diagramTitle('D12', 1)).toEqual({ key: 'learn.diagram', number: '12' });
    expect(diagramTitle('D4-if-held', 2)).toEqual({ key: 'learn.variation', number: '4' });
    expect(diagramTitle('E10', 3)).toEqual({ key: 'learn.example', number: '3' });
  });
  it('crops around all points and stays inside the board', () => {
    const board = { width: 1000, height: 900 };
    const crop = cropAround(
      [
        { x: 20, y: 30 },
        { x: 500, y: 60 },
      ],
      board,
    );
    expect(crop.x).toBe(0);
    expect(crop.y).toBe(0);
    expect(crop.x + crop.width).toBeGreaterThanOrEqual(500);
    expect(crop.width / crop.height).toBeCloseTo(4 / 3);
    const wide = cropAround(
      [
        { x: 0, y: 0 },
        { x: 1000, y: 900 },
      ],
      board,
    );
    expect(wide.width).toBeLessThanOrEqual(1000);
    expect(wide.y + wide.height).toBeLessThanOrEqual(900);
  });
});

describe('visitors and cached files', () => {
  it('caches only our own built files', () => {
    const seen = [
      'https://x.nl/assets/a-1.js',
      'https://x.nl/assets/a-1.js',
      'https://x.nl/api/me',
      'https://y.nl/assets/b.js',
    ];
    expect(loadedAssets(seen, 'https://x.nl')).toEqual(['/assets/a-1.js']);
  });
  it('recognizes a broken sign-in link', () => {
    expect(isSignInToken('0123456789abcdefghjkmnpqrstvwxyz')).toBe(true);
    for (const other of [
      'nonsense',
      '0123456789abcdefghjkmnpqrstvwxy',
      '0123456789abcdefghjkmnpqrstvwxyu',
      '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
    ])
      expect(isSignInToken(other)).toBe(false);
  });
  it('gives guests three digits', () => {
    expect(guestNumber(0)).toBe('100');
    expect(guestNumber(0.9999)).toBe('999');
  });
  it('chooses the easy powers equally often', () => {
    const easy = europe.beginners;
    const drawn = Array.from({ length: 300 }, (_, i) => randomEasyPower(easy, i / 300));
    for (const power of easy) expect(drawn.filter((one) => one === power)).toHaveLength(100);
    expect(randomEasyPower([], 0.5)).toBeNull();
  });
});

describe('languages', () => {
  it('are the folders of locales/, by their own names', () => {
    expect(LANGUAGES).toEqual(['de', 'en', 'es', 'fr', 'nl']);
    expect(LANGUAGES.map(nativeName)).toEqual(['Deutsch', 'English', 'Español', 'Français', 'Nederlands']);
  });
  it('need only a folder', () => {
    const paths = ['nl', 'en', 'pt'].flatMap((code) => [`${code}/shell`, `${code}/game`]);
    expect(languagesOf(paths)).toEqual(['en', 'nl', 'pt']);
  });
});

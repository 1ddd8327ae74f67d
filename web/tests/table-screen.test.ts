// The big screen of a table: size, codes, sounds, voice, lot, and the scenes of a reveal.

import { afterEach, describe, expect, it, vi } from 'vitest';

import type { DrawnOrder } from '../src/board/order-marks';
import type { GameView, MessageView, OrderEntry, RecordView, RulingView, StateView } from '../src/lib/wire';
import { newestAnnouncement } from '../src/screen/announcement';
import { isGameId, joinAddress, spokenCode } from '../src/screen/join-address';
import { lotAt, LOT_SECONDS } from '../src/screen/lot';
import { powerRows } from '../src/screen/power-rows';
import {
  centreChanges,
  hasMotion,
  movingScenes,
  progressAt,
  revealScenes,
  sceneMs,
  spokenText,
  type Scene,
} from '../src/screen/reveal-scenes';
import { MIN_LETTER_PX, screenScale } from '../src/screen/screen-scale';
import { screenMoment, screenSound, type ScreenMoment } from '../src/screen/screen-sounds';
import { shownOutcomes } from '../src/screen/shown-orders';
import { say, voiceFor } from '../src/screen/speech';

afterEach(() => vi.unstubAllGlobals());

describe('the size of the screen', () => {
  it.each([
    [1920, 1080],
    [3840, 2160],
    [1280, 800],
    [1024, 768],
    [1366, 768],
  ])('letters on %i×%i are at least 1/36 of its height', (width, height) => {
    expect(MIN_LETTER_PX * screenScale(width, height)).toBeGreaterThanOrEqual(height / 36 - 1e-9);
  });
  it('never makes a small window smaller', () => expect(screenScale(390, 400)).toBe(1));
});

describe('joining', () => {
  it('has an address for the camera and one to type', () => {
    expect(joinAddress('http://192.168.1.7:1901/', '0123456789abcdef')).toEqual({
      url: 'http://192.168.1.7:1901/join/0123456789abcdef',
      short: '192.168.1.7:1901/join',
    });
  });
  it.each([
    ['k7q29m', 'K7Q 29M'],
    ['k7q2', 'K7 Q2'],
    ['k7-q2-9m', 'K7Q 29M'],
  ])('says %s as %s', (code, spoken) => expect(spokenCode(code)).toBe(spoken));
  it('knows the address of a QR code from a code', () => {
    expect(isGameId('0123456789abcdef')).toBe(true);
    expect(isGameId('K7Q29M')).toBe(false);
  });
});

describe('sounds', () => {
  const at = (left: number | null, stage: ScreenMoment['stage'] = 'writing'): ScreenMoment => ({
    stage,
    phase: 'S1901M',
    left,
  });
  it.each([
    ['one minute is left', at(60.2), at(59.9), 'time'],
    ['nothing new', at(59.9), at(59.6), null],
    ['the time is up', at(0.1), at(-0.1), 'time_up'],
    ['the server was faster', at(0.4), at(300, 'resolution'), 'time_up'],
    ['all have talked enough', at(400, 'diplomacy'), at(300), null],
    ['the pause ends', at(null), at(40), null],
    ['the reading of the orders ends', at(0.1, 'resolution'), at(-0.1, 'resolution'), null],
  ] as const)('%s', (_, before, now, sound) => expect(screenSound(before, now)).toBe(sound));
  it('no clock runs in a pause', () => {
    const state = { state: 'underway', stage: 'writing', phase: 'S1901M', due: 100, put_aside: false };
    expect(screenMoment({ ...state, paused_until: 500 } as StateView, 40).left).toBeNull();
    expect(screenMoment({ ...state, paused_until: null } as StateView, 40).left).toBe(60);
  });
});

describe('the voice', () => {
  const voice = (lang: string, localService: boolean) => ({ lang, localService }) as SpeechSynthesisVoice;
  it('is one of the language, of the device if there is one', () => {
    const [far, near, other] = [voice('nl-NL', false), voice('nl_BE', true), voice('en-GB', true)];
    expect(voiceFor([other, far, near], 'nl')).toBe(near);
    expect(voiceFor([other, far], 'nl')).toBe(far);
    expect(voiceFor([other], 'nl')).toBeNull();
  });
  it('says a text in a language, and ends when the browser has said it', async () => {
    const said: { text: string; lang: string }[] = [];
    class Utterance {
      lang = '';
      onend: () => void = () => undefined;
      constructor(readonly text: string) {}
    }
    vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
    vi.stubGlobal('speechSynthesis', {
      getVoices: () => [],
      speak: (one: Utterance) => {
        said.push({ text: one.text, lang: one.lang });
        one.onend();
      },
    });
    await say('Army Paris', 'fr');
    expect(said).toEqual([{ text: 'Army Paris', lang: 'fr' }]);
  });
  it('does not wait for a browser without a voice', () => expect(say('x', 'en')).resolves.toBeUndefined());
});

describe('the lot', () => {
  const view = { records: 0, state: { state: 'underway', opened: 1000 } } as unknown as GameView;
  it('is shown when the game starts, for a while', () => {
    expect(lotAt(view, 1001)).toBe(true);
    expect(lotAt(view, 1000 + LOT_SECONDS)).toBe(false);
    expect(lotAt({ ...view, records: 1 }, 1001)).toBe(false);
  });
});

it('an announcement of the game master is shown for two minutes', () => {
  const message = (from: MessageView['from'], to: MessageView['to'], at: number) =>
    ({ from, to, at, text: `${at}` }) as MessageView;
  const all = [message('master', 'everybody', 100), message({ seat: 1 }, 'everybody', 110)];
  expect(newestAnnouncement(all, 150)).toBe('100');
  expect(newestAnnouncement(all, 300)).toBeNull();
  expect(newestAnnouncement([message('master', { circle: [1] }, 140)], 150)).toBeNull();
});

describe('the powers', () => {
  const seat = (n: number, power: string, stance: string, sheet: string) => ({
    seat: n,
    powers: [power],
    stance,
    sheet,
  });
  const view = (stage: string, waitsFor: number[]) =>
    ({
      state: { state: 'underway', stage, phase: 'S1901M', waits_for: waitsFor },
      seats: [seat(0, 'austria', 'ready', 'not_in'), seat(1, 'england', 'undecided', 'in')],
      viewer: { powers: [] },
      position: { units: [], dislodged: [], owners: { lon: 'england', edi: 'england', vie: 'austria' } },
    }) as unknown as GameView;
  const signs = (one: GameView) =>
    powerRows(['austria', 'england'], one, []).map((row) => [row.power, row.sign]);
  it('show who has handed in while orders are written, the largest first', () => {
    expect(signs(view('writing', [0]))).toEqual([
      ['england', 'in'],
      ['austria', 'not_in'],
    ]);
  });
  it('show who has talked enough before', () => {
    expect(signs(view('diplomacy', [0, 1]))).toEqual([
      ['england', 'not_in'],
      ['austria', 'in'],
    ]);
    expect(signs(view('diplomacy', [0]))[0]).toEqual(['england', 'none']);
  });
});

describe('a reveal', () => {
  const ruling = (
    power: string,
    at: string,
    deed: OrderEntry,
    rest: Partial<RulingView> = {},
  ): RulingView => ({
    power,
    kind: 'army',
    at,
    deed,
    long: `${power} ${at}`,
    short: '',
    outcome: 'succeeds',
    because: '',
    cause: null,
    rule: null,
    rule_text: null,
    lesson: null,
    sentence: `${at} goes.`,
    dislodged_from: null,
    dislodged_sentence: null,
    ...rest,
  });
  const attack = ruling('italy', 'ven', { order: 'move', at: 'ven', to: 'tri' });
  const held = ruling(
    'austria',
    'tri',
    { order: 'hold', at: 'tri' },
    {
      outcome: 'fails',
      sentence: 'Tri is hit.',
      dislodged_from: 'ven',
      dislodged_sentence: 'Tri is dislodged.',
    },
  );
  const stray = ruling('italy', 'rom', { order: 'hold', at: 'rom' });
  const record = {
    ruled: [held, attack, stray],
    adjustments: [],
    sections: [
      { title: 'Moves', at: ['ven'] },
      { title: 'Dislodged', at: ['tri'] },
    ],
    before: { owners: { tri: 'austria', ven: 'italy' } },
    after: { owners: { tri: 'italy', ven: 'italy' } },
  } as unknown as RecordView;
  const scenes = revealScenes(record, ['austria', 'italy']);

  it('reads the orders power by power, then the results as a turn is worked out, then the centres', () => {
    expect(scenes.map((scene) => scene.kind)).toEqual([
      'orders',
      'orders',
      'result',
      'result',
      'result',
      'centres',
    ]);
    expect(scenes.slice(2, 5).map((scene) => scene.kind === 'result' && scene.step.at)).toEqual([
      'ven',
      'tri',
      'rom',
    ]);
  });
  it('moves a dislodged unit when its attacker comes', () => {
    const moving = movingScenes(scenes);
    expect(moving.get('ven')).toBe(2);
    expect(moving.get('tri')).toBe(2);
    const at = { scene: 2, progress: 0.5 };
    expect(['ven', 'tri', 'rom'].map((province) => progressAt(moving, at, province))).toEqual([0.5, 0.5, 0]);
    expect(progressAt(moving, { scene: 3, progress: 0 }, 'ven')).toBe(1);
    expect([0, 2, 4].map((index) => hasMotion(scenes, index))).toEqual([false, true, false]);
  });
  it('gives failures more time than what goes well', () => {
    const [good, bad] = [scenes[2], scenes[3]] as [Scene, Scene];
    expect(sceneMs(record, bad)).toBeGreaterThan(sceneMs(record, good));
  });
  it('says the orders, the failures and the centres aloud', () => {
    const words = {
      power: (power: string) => power.toUpperCase(),
      centres: ({ power, after }: { power: string; after: number }) => `${power} ${after}`,
    };
    expect(scenes.map((scene) => spokenText(record, scene, words))).toEqual([
      'AUSTRIA: austria tri.',
      'ITALY: italy ven. italy rom.',
      '',
      'austria tri. Tri is hit. Tri is dislodged.',
      '',
      'austria 0. italy 2',
    ]);
  });
  it('names the powers whose centres changed', () => {
    expect(centreChanges(record, ['austria', 'italy', 'turkey'])).toEqual([
      { power: 'austria', before: 1, after: 0 },
      { power: 'italy', before: 1, after: 2 },
    ]);
  });
  it('shows no outcome before its scene, and no order before it was read out', () => {
    const drawn = (power: string, place: string): DrawnOrder => ({
      deed: { order: 'hold', at: place },
      power,
      kind: 'army',
      place,
      outcome: 'fails',
      dislodged: true,
    });
    const all = [drawn('austria', 'tri'), drawn('italy', 'ven')];
    expect(shownOutcomes(all, scenes, 0).map((one) => [one.place, one.outcome])).toEqual([['tri', 'open']]);
    expect(shownOutcomes(all, scenes, 2).map((one) => [one.place, one.outcome])).toEqual([
      ['tri', 'open'],
      ['ven', 'fails'],
    ]);
  });
});

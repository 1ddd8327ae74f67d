// The reveal on the big screen as a row of scenes: the orders read out power by power, the results in the order in
// which a person works the turn out, then the centres. Pure.

import { provinceOf } from '../board/board-map';
import { didFail, reasons, revealSteps, type RevealStep } from '../game/reveal-steps';
import type { AdjustmentView, RecordView, RulingView } from '../lib/wire';

export type CentreChange = { power: string; before: number; after: number };
export type Scene =
  | { kind: 'orders'; power: string; lines: (RulingView | AdjustmentView)[] }
  | { kind: 'result'; title: string; step: RevealStep }
  | { kind: 'adjusted'; one: AdjustmentView }
  | { kind: 'centres'; changes: CentreChange[] };

/** How long a scene is shown at least. */
const OPENING_MS = 900;
const LINE_MS = 750;
const SUCCESS_MS = 1500;
const LETTER_MS = 42;
const MIN_FAILURE_MS = 2800;
const MAX_FAILURE_MS = 7000;
const ADJUSTED_MS = 1900;
const CENTRES_MS = 7000;
/** How long a unit moves. */
export const MOVE_MS = 900;

export function revealScenes(record: RecordView, powers: readonly string[]): Scene[] {
  const orders = powers.flatMap((power): Scene[] => {
    const lines = [...record.ruled, ...record.adjustments].filter((one) => one.power === power);
    return lines.length === 0 ? [] : [{ kind: 'orders', power, lines }];
  });
  const steps = revealSteps(record, [], 'working');
  const shown = new Set(steps.map((step) => step.ruling));
  const results = steps.map((step): Scene => ({ kind: 'result', title: titleOf(step), step }));
  // Nothing is left out, whatever the working of a turn has no section for.
  const rest = record.ruled
    .filter((one) => !shown.has(one))
    .map((ruling): Scene => {
      const step: RevealStep = {
        at: provinceOf(ruling.at),
        ruling,
        isDislodgement: false,
        group: { kind: 'power', power: ruling.power },
      };
      return { kind: 'result', title: '', step };
    });
  const adjusted = record.adjustments.map((one): Scene => ({ kind: 'adjusted', one }));
  const changes = centreChanges(record, powers);
  const centres: Scene[] = changes.length === 0 ? [] : [{ kind: 'centres', changes }];
  return [...orders, ...results, ...rest, ...adjusted, ...centres];
}

const titleOf = (step: RevealStep): string => (step.group.kind === 'section' ? step.group.title : '');

/** The powers whose centres are not the same after the phase. */
export function centreChanges(record: RecordView, powers: readonly string[]): CentreChange[] {
  const count = (owners: Record<string, string>, power: string) =>
    Object.values(owners).filter((owner) => owner === power).length;
  return powers
    .map((power) => ({
      power,
      before: count(record.before.owners, power),
      after: count(record.after.owners, power),
    }))
    .filter(({ before, after }) => before !== after);
}

/** Whether a result is a failure or a dislodgement: it is read, the others are only seen. */
export const isBad = (one: RulingView): boolean => didFail(one) || one.dislodged_from !== null;

/** Why it ended so, the cause first. */
export const sentencesOf = (record: RecordView, step: RevealStep): string[] =>
  step.isDislodgement && step.ruling.dislodged_sentence !== null
    ? [step.ruling.dislodged_sentence]
    : [
        ...reasons(record, step.ruling),
        ...(step.ruling.dislodged_sentence === null ? [] : [step.ruling.dislodged_sentence]),
      ];

export function sceneMs(record: RecordView, scene: Scene): number {
  switch (scene.kind) {
    case 'orders':
      return OPENING_MS + LINE_MS * scene.lines.length;
    case 'result': {
      if (!isBad(scene.step.ruling)) return SUCCESS_MS;
      const letters = sentencesOf(record, scene.step).join(' ').length;
      return Math.min(MAX_FAILURE_MS, Math.max(MIN_FAILURE_MS, letters * LETTER_MS));
    }
    case 'adjusted':
      return ADJUSTED_MS;
    case 'centres':
      return CENTRES_MS;
    default:
      return scene satisfies never;
  }
}

/**
 * The scene in which each unit moves, by the province where it was. A unit that is dislodged gives way when its
 * attacker comes, so that two never stand on one place.
 */
export function movingScenes(scenes: readonly Scene[]): Map<string, number> {
  const moving = new Map<string, number>();
  scenes.forEach((scene, index) => {
    if (scene.kind === 'result') {
      const last = moving.get(scene.step.at);
      if (last === undefined || scene.step.isDislodgement) moving.set(scene.step.at, index);
    } else if (scene.kind === 'adjusted' && 'at' in scene.one.deed)
      moving.set(provinceOf(scene.one.deed.at), index);
  });
  for (const scene of scenes) {
    if (scene.kind !== 'result' || scene.step.ruling.dislodged_from === null) continue;
    const attack = moving.get(provinceOf(scene.step.ruling.dislodged_from));
    if (attack !== undefined) moving.set(scene.step.at, attack);
  }
  return moving;
}

/** Whether something moves on the map in this scene. */
export function hasMotion(scenes: readonly Scene[], index: number): boolean {
  const scene = scenes[index];
  if (scene?.kind === 'adjusted') return true;
  if (scene?.kind !== 'result') return false;
  const order = scene.step.ruling.deed?.order;
  return order === 'move' || order === 'retreat' || scene.step.ruling.dislodged_from !== null;
}

/** How far a unit has come when a scene has run this far. */
export function progressAt(
  moving: ReadonlyMap<string, number>,
  at: { scene: number; progress: number },
  province: string,
): number {
  const scene = moving.get(province);
  if (scene === undefined || scene > at.scene) return 0;
  return scene < at.scene ? 1 : at.progress;
}

/** What is said aloud in a scene; empty for what one sees. `names` are the names of the powers. */
export function spokenText(
  record: RecordView,
  scene: Scene,
  words: { power: (power: string) => string; centres: (change: CentreChange) => string },
): string {
  switch (scene.kind) {
    case 'orders':
      return `${words.power(scene.power)}: ${scene.lines.map((line) => line.long).join('. ')}.`;
    case 'result':
      return isBad(scene.step.ruling)
        ? `${scene.step.ruling.long}. ${sentencesOf(record, scene.step).join(' ')}`
        : '';
    case 'adjusted':
      return scene.one.outcome === 'succeeds' ? '' : `${scene.one.long}. ${scene.one.sentence}`;
    case 'centres':
      return scene.changes.map(words.centres).join('. ');
    default:
      return scene satisfies never;
  }
}

// Guessing the results of a phase before they are shown: which units are asked about. Pure.

import type { FateKey, PredictionView, RecordView, RulingView } from '../../lib/wire';
import { provinceOf } from '../../board/board-map';
import { fateOf } from './course-step';

/** So many units are asked about in a phase. */
const MAX_QUESTIONS = 6;
/** Results without a conflict: too easy to be asked, except to fill up. */
const PLAIN = new Set(['unopposed', 'given', 'given_in_place', 'no_order', 'carried']);

const CHOICES: Record<string, FateKey[]> = {
  move: ['arrives', 'stays', 'dislodged'],
  support_hold: ['counts', 'does_not_count'],
  support_move: ['counts', 'does_not_count'],
  convoy: ['carries', 'does_not_carry'],
  hold: ['stays', 'dislodged'],
};

/** The units of a movement phase whose results are worth guessing, in the order of the record. */
export function questionsOf(record: RecordView): PredictionView[] {
  if (!record.phase.endsWith('M')) return [];
  const asked = (one: RulingView) => one.deed !== null || one.dislodged_from !== null;
  const all = record.ruled.filter(asked);
  const hard = all.filter((one) => !PLAIN.has(one.because) || one.dislodged_from !== null);
  const easy = all.filter((one) => !hard.includes(one) && one.deed?.order === 'move');
  const chosen = new Set([...hard.slice(0, MAX_QUESTIONS), ...easy.slice(0, 2)].slice(0, MAX_QUESTIONS));
  return all
    .filter((one) => chosen.has(one))
    .map((one) => ({
      at: provinceOf(one.at),
      fate: fateOf(one),
      choices: CHOICES[one.deed?.order ?? 'hold'] ?? CHOICES['hold'] ?? [],
    }));
}

/** How many of the questions were answered rightly. */
export const rightCount = (
  questions: readonly PredictionView[],
  said: Readonly<Record<string, string>>,
): number => questions.filter((one) => said[one.at] === one.fate).length;

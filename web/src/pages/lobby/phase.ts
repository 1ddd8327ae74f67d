// "Autumn 1902, retreats" from the key of a phase.

import { t } from '../../lib/i18n.svelte';

export type PhaseKey = { season: 'spring' | 'autumn' | 'winter'; year: string; stage: 'movement' | 'retreats' | 'adjustments' };

const SEASONS: Record<string, PhaseKey['season']> = { S: 'spring', F: 'autumn', W: 'winter' };
const STAGES: Record<string, PhaseKey['stage']> = { M: 'movement', R: 'retreats', A: 'adjustments' };

/** `F1902R`; none for anything else. */
export function phaseKey(text: string): PhaseKey | null {
  const [, s = '', year = '', m = ''] = /^([SFW])(\d+)([MRA])$/.exec(text) ?? [];
  const [season, stage] = [SEASONS[s], STAGES[m]];
  return season && stage ? { season, year, stage } : null;
}

export function phaseName(text: string): string {
  const key = phaseKey(text);
  if (key === null) return text;
  // Years are text: no language groups their digits.
  const time = t(`cards.${key.season}`, { year: key.year });
  return key.stage === 'movement' || key.season === 'winter' ? time : t('cards.retreats', { time });
}

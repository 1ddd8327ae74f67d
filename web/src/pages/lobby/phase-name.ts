// "Autumn 1902, retreats" from the code of a phase.

import { t } from '../../lib/i18n.svelte';

export type ParsedPhase = {
  season: 'spring' | 'autumn' | 'winter';
  year: string;
  kind: 'movement' | 'retreats' | 'adjustments';
};

const SEASONS: Record<string, ParsedPhase['season']> = { S: 'spring', F: 'autumn', W: 'winter' };
const KINDS: Record<string, ParsedPhase['kind']> = { M: 'movement', R: 'retreats', A: 'adjustments' };

/** Parses `F1902R`; null for anything else. */
export function parsePhase(text: string): ParsedPhase | null {
  const [, s = '', year = '', m = ''] = /^([SFW])(\d+)([MRA])$/.exec(text) ?? [];
  const [season, kind] = [SEASONS[s], KINDS[m]];
  return season && kind ? { season, year, kind } : null;
}

export function shortPhaseName(text: string): string {
  const phase = parsePhase(text);
  if (phase === null) return text;
  // Years are passed as text: digits are not grouped.
  const time = t(`cards.${phase.season}`, { year: phase.year });
  return phase.kind === 'movement' || phase.season === 'winter' ? time : t('cards.retreats', { time });
}

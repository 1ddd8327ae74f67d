// The keys of phases, such as `S1901M`: season, year and part.

export type PhaseKind = 'movement' | 'retreats' | 'adjustments';
export type Phase = { season: string; year: string; kind: PhaseKind };

const KINDS: Record<string, PhaseKind> = { M: 'movement', R: 'retreats', A: 'adjustments' };

export function phaseOfKey(key: string): Phase {
  return {
    season: key.slice(0, 1).toLowerCase(),
    year: key.slice(1, -1),
    kind: KINDS[key.slice(-1)] ?? 'movement',
  };
}

export const phaseKindOf = (key: string): PhaseKind => phaseOfKey(key).kind;

/** The letter of a part, as the texts have it: `m`, `r` or `a`. */
export const partLetter = (key: string): string => key.slice(-1).toLowerCase();

/** A phase within a game: the key and the number of records before it, because a phase may be played again. */
export const phaseInGame = (key: string, records: number): string => `${key} ${records}`;
export const keyInGame = (phase: string): string => phase.split(' ')[0] ?? '';

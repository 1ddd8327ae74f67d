// The position as text, as the game master edits it. Pure.

import type { UnitView } from '../lib/wire';

/** "A PAR", "F STP/SC": one unit per line. */
export function unitLines(units: readonly UnitView[]): string {
  return units.map((unit) => `${unit.kind === 'army' ? 'A' : 'F'} ${unit.at.toUpperCase()}`).join('\n');
}

export function parseCorrection(
  units: Record<string, string>,
  owners: Record<string, string>,
): { units: Record<string, string[]>; owners: Record<string, string | null> } {
  const lines = (text: string) =>
    text
      .split(/[\n,;]/)
      .map((line) => line.trim().toUpperCase())
      .filter((line) => line !== '');
  return {
    units: Object.fromEntries(Object.entries(units).map(([power, text]) => [power, lines(text)])),
    owners: Object.fromEntries(
      Object.entries(owners).map(([centre, owner]) => [centre, owner === '' ? null : owner]),
    ),
  };
}

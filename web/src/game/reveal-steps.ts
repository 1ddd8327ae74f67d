// The order in which results are read out: one's own first, then as a person works a turn out, or power by
// power. And why an order failed. Pure.

import { provinceOf } from '../board/board-map';
import type { RecordView, RulingView } from '../lib/wire';

export type RevealOrder = 'working' | 'powers';
export type RevealStep = {
  /** The province of the unit. */
  at: string;
  ruling: RulingView;
  /** The sentence that this step is about: a dislodgement has its own. */
  isDislodgement: boolean;
  group: RevealGroup;
};
/** `own`: the reader's results. `section`: a step of working the turn out. */
export type RevealGroup =
  { kind: 'own' } | { kind: 'section'; title: string } | { kind: 'power'; power: string };

export function revealSteps(
  record: RecordView,
  ownPowers: readonly string[],
  order: RevealOrder,
): RevealStep[] {
  const step = (ruling: RulingView, group: RevealGroup, isDislodgement = false): RevealStep => ({
    at: provinceOf(ruling.at),
    ruling,
    isDislodgement,
    group,
  });
  const own = record.ruled
    .filter((one) => ownPowers.includes(one.power))
    .map((one) => step(one, { kind: 'own' }));
  if (order === 'powers') {
    const powers = [...new Set(record.ruled.map((one) => one.power))];
    return [
      ...own,
      ...powers.flatMap((power) =>
        record.ruled.filter((one) => one.power === power).map((one) => step(one, { kind: 'power', power })),
      ),
    ];
  }
  const seen = new Set<string>();
  return [
    ...own,
    ...record.sections.flatMap((section) => {
      const group: RevealGroup = { kind: 'section', title: section.title };
      return section.at.flatMap((at) => {
        const ruling = record.ruled.find((one) => provinceOf(one.at) === at);
        if (!ruling) return [];
        // A unit that comes a second time is one that was dislodged.
        const isSecond = seen.has(at);
        seen.add(at);
        return [step(ruling, group, isSecond && ruling.dislodged_from !== null)];
      });
    }),
  ];
}

export const didFail = (one: RulingView): boolean => one.outcome !== 'succeeds';

/**
 * Why an order ended as it did, the cause first. An attack that failed after its support was cut begins with
 * who cut it; the comparison of strengths follows from that.
 */
export function reasons(record: RecordView, one: RulingView): string[] {
  const own = one.sentence === '' ? [] : [one.sentence];
  const deed = one.deed;
  const isDislodged = one.dislodged_from !== null;
  const lost = record.ruled.filter((other) => {
    if (!didFail(other) || other.deed === null) return false;
    if (deed?.order === 'move' && didFail(one))
      return (
        other.deed.order === 'support_move' &&
        other.deed.from === provinceOf(one.at) &&
        provinceOf(other.deed.to) === provinceOf(deed.to)
      );
    return isDislodged && other.deed.order === 'support_hold' && other.deed.of === provinceOf(one.at);
  });
  return [...lost.map((other) => other.sentence), ...own];
}

// One step of the course: whether an answer is right, and which orders a unit can get. Pure.

import { provinceOf } from '../../board/board-map';
import { canonicalText, type OrderSheet } from '../../game/order-sheet';
import type { CourseStep, OptionsView, OrderEntry, RecordView, RulingView, UnitView } from '../../lib/wire';

export type Fate =
  'arrives' | 'stays' | 'dislodged' | 'counts' | 'does_not_count' | 'carries' | 'does_not_carry';

/** What the judge decided for a unit. */
export function fateOf(one: RulingView): Fate {
  const isGood = one.outcome === 'succeeds';
  switch (one.deed?.order) {
    case 'support_hold':
    case 'support_move':
      return isGood ? 'counts' : 'does_not_count';
    case 'convoy':
      return isGood ? 'carries' : 'does_not_carry';
    case 'move':
      if (one.dislodged_from !== null) return 'dislodged';
      return isGood ? 'arrives' : 'stays';
    default:
      return one.dislodged_from === null ? 'stays' : 'dislodged';
  }
}

export const rulingAt = (record: RecordView, province: string): RulingView | undefined =>
  record.ruled.find((one) => provinceOf(one.at) === province);

/** Which of the touched provinces are wrong, and how many are missing. */
export function checkTouched(
  touched: ReadonlySet<string>,
  wanted: readonly string[],
): { wrong: string[]; missing: number } {
  return {
    wrong: [...touched].filter((province) => !wanted.includes(province)),
    missing: wanted.filter((province) => !touched.has(province)).length,
  };
}

export const reachesGoal = (record: RecordView, goal: readonly UnitView[]): boolean =>
  goal.every((wanted) =>
    record.after.units.some(
      (unit) => unit.power === wanted.power && unit.kind === wanted.kind && unit.at === wanted.at,
    ),
  );

/** Whether these are the orders that the step wants. A hold that is not written is a hold. */
export function isSolution(sheet: OrderSheet, solution: readonly OrderEntry[]): boolean {
  const texts = (deeds: Iterable<OrderEntry>) =>
    [...deeds]
      .filter((deed) => deed.order !== 'hold')
      .map((deed) => canonicalText(deed.order === 'move' ? { ...deed, by_convoy: false } : deed))
      .sort()
      .join();
  return texts(sheet.values()) === texts(solution);
}

/** All legal orders of a unit, for lists. */
export function ordersOf(options: OptionsView, at: string): OrderEntry[] {
  const unit = options.units.find((unit) => unit.at === at);
  if (!unit) return [];
  if (unit.retreats.length > 0 || options.phase.endsWith('R'))
    return [
      ...unit.retreats.map((to): OrderEntry => ({ order: 'retreat', at, to })),
      { order: 'disband', at },
    ];
  // As a touch writes it: "by convoy" is said only where the army could also walk.
  const isStep = (to: string) => unit.moves.includes(to);
  return [
    { order: 'hold', at },
    ...unit.moves.map((to): OrderEntry => ({ order: 'move', at, to, by_convoy: false })),
    ...unit.by_convoy.map((to): OrderEntry => ({ order: 'move', at, to, by_convoy: isStep(to) })),
    ...Object.entries(unit.supports).flatMap(([from, places]) =>
      places.map((to): OrderEntry =>
        to === from ? { order: 'support_hold', at, of: from } : { order: 'support_move', at, from, to },
      ),
    ),
    ...Object.entries(unit.convoys).flatMap(([from, places]) =>
      places.map((to): OrderEntry => ({ order: 'convoy', at, from, to })),
    ),
  ];
}

/** The places that a step is about: the map shows them first. */
export function placesOf(step: CourseStep): string[] {
  const { position, task } = step;
  if (!position) return [];
  if (task.kind === 'touch') return [...task.provinces, ...position.dislodged.map((unit) => unit.at)];
  const ruled = step.record?.ruled.filter((one) => one.deed !== null) ?? [];
  const ordered = ruled.flatMap((one) => [one.at, ...(one.deed && 'to' in one.deed ? [one.deed.to] : [])]);
  const own =
    task.kind === 'order'
      ? [
          ...task.options.units.map((unit) => unit.place),
          ...task.options.adjustments.flatMap((one) => [...one.armies, ...one.fleets, ...one.removals]),
          ...task.goal.map((unit) => unit.at),
        ]
      : [];
  const all = [...ordered, ...own, ...position.dislodged.map((unit) => unit.at)];
  return all.length > 0 ? [...new Set(all)] : position.units.map((unit) => unit.at);
}

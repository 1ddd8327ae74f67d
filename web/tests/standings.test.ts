// The strip of powers and the years that mattered.

import { describe, expect, it } from 'vitest';

import { provincesOf, ranked, standings, turningPoints } from '../src/game/standings';
import type { GameView, RecordSummary, SeatView } from '../src/lib/wire';

const record = (number: number, phase: string, centres: Record<string, number>): RecordSummary => ({
  number,
  phase,
  at: 0,
  undone: false,
  centres,
});
const played = [
  record(0, 'S1901M', { france: 3, germany: 3, italy: 3 }),
  record(1, 'F1901M', { france: 4, germany: 5, italy: 3 }),
  record(2, 'W1901A', { france: 4, germany: 5, italy: 3 }),
  record(3, 'S1902M', { france: 4, germany: 5, italy: 3 }),
  record(4, 'F1902M', { france: 8, germany: 4, italy: 0 }),
];
const seat = (number: number, power: string, sheet: SeatView['sheet']): SeatView => ({
  seat: number,
  powers: [power],
  score: 0,
  sheet,
  stance: 'none' as SeatView['stance'],
  occupant: { is: 'nobody' },
  in_disorder: false,
  is_offered: false,
  is_free: false,
  successor: null,
  absences: [],
  calendar_left: 0,
  bank_left: 0,
  lent_until: null,
  loan_offered_until: null,
});
const view = {
  position: {
    phase: 'W1902A',
    units: [{ at: 'stp/sc', kind: 'fleet', power: 'france' }],
    dislodged: [],
    owners: { par: 'france', bre: 'france', ber: 'germany' },
  },
  seats: [seat(0, 'france', 'in'), seat(1, 'germany', 'not_in'), seat(2, 'italy', 'not_needed')],
  state: { state: 'underway' },
  viewer: { powers: ['germany'], seat: 1 },
} as unknown as GameView;
const powers = ['france', 'germany', 'italy'];

describe('the strip of powers', () => {
  const all = standings(powers, view, played, 'W1902A');
  it('counts centres and what the last finished year changed', () => {
    expect(all.map((one) => [one.power, one.centres, one.change])).toEqual([
      ['france', 2, 4],
      ['germany', 1, -1],
      ['italy', 0, -3],
    ]);
  });
  it('says nothing of a change before a year has ended', () => {
    expect(standings(powers, view, played.slice(0, 1), 'F1901M').map((one) => one.change)).toEqual([0, 0, 0]);
  });
  it('shows who has handed in, whose it is and who is out', () => {
    expect(all.map((one) => [one.sheet, one.isOwn, one.isOut])).toEqual([
      ['in', false, false],
      ['not_in', true, false],
      ['none', false, true],
    ]);
  });
  it('ranks by centres', () => {
    expect(ranked([...all].reverse()).map((one) => one.power)).toEqual(['france', 'germany', 'italy']);
  });
  it('points out units and centres', () => {
    expect(view.position && [...provincesOf('france', view.position)].sort()).toEqual(['bre', 'par', 'stp']);
  });
});

describe('the years that mattered', () => {
  it('are the largest gain, the end of a power and a new leader, each with its last phase', () => {
    expect(
      turningPoints(played, powers).map((point) => [point.year, point.kind, point.power, point.record]),
    ).toEqual([
      ['1902', 'gain', 'france', 4],
      ['1902', 'out', 'italy', 4],
    ]);
  });
  it('name a new leader whose gain was not the largest', () => {
    const slower = [
      ...played.slice(0, 4),
      record(4, 'F1902M', { france: 6, germany: 4, italy: 3 }),
      record(5, 'F1903M', { france: 6, germany: 7, italy: 0 }),
    ];
    expect(turningPoints(slower, powers).map((point) => [point.year, point.kind, point.power])).toEqual([
      ['1902', 'lead', 'france'],
      ['1903', 'gain', 'germany'],
      ['1903', 'out', 'italy'],
    ]);
  });
  it('are none in a game without a finished year', () => {
    expect(turningPoints(played.slice(0, 1), powers)).toEqual([]);
  });
});

import { expect, test } from 'vitest';

import { stageEnd } from '../src/game/stage-end';
import type { GameView, SeatView, StateView } from '../src/lib/wire';

type Underway = StateView & { state: 'underway' };
const at = (stage: Underway['stage'], waits_for: number[]): Underway => ({
  state: 'underway',
  phase: 'S1901M',
  stage,
  opened: 0,
  due: 0,
  paused_until: null,
  put_aside: false,
  delay_left: 0,
  waits_for,
});
const view = (own: number | null, ready: number[]): GameView =>
  ({
    viewer: { seat: own },
    seats: [0, 1, 2].map(
      (seat) => ({ seat, stance: ready.includes(seat) ? 'ready' : 'undecided' }) as SeatView,
    ),
  }) as GameView;

test('counts those for whom the game waits, and what this player has said', () => {
  expect(stageEnd(view(0, [1]), at('diplomacy', [0, 1]))).toEqual({
    stage: 'diplomacy',
    ready: 1,
    all: 2,
    own: 'undecided',
  });
  expect(stageEnd(view(1, [1]), at('resolution', [0, 1]))?.own).toBe('ready');
  // A player without units, and somebody who watches.
  expect(stageEnd(view(2, [2]), at('diplomacy', [0, 1]))).toMatchObject({ ready: 0, own: 'none' });
  expect(stageEnd(view(null, []), at('diplomacy', [0, 1]))?.own).toBe('none');
});

test('there is nothing to say while orders are written', () => {
  for (const stage of ['writing', 'retreats', 'adjustments'] as const)
    expect(stageEnd(view(0, []), at(stage, [0]))).toBeNull();
});

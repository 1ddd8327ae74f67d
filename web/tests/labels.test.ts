// Names of provinces on the map.

import { describe, expect, it } from 'vitest';

import type { BoardMap } from '../src/board/board-map';
import { labelsOf } from '../src/board/labels';

// As the server sends it: positions in tenths of a unit, the size, the rows.
const boardMap = {
  asset: {
    provinces: {
      mid: { short: 'Mid', at: [1000, 1000, 20], label: [1000, 1000, 20, ['Middle']] },
      edge: { short: 'Edg', at: [1950, 1000, 20], label: [1950, 1000, 20, ['At the edge']] },
      low: { short: 'Low', at: [1000, 1990, 20], label: [1000, 1990, 20, ['Low', 'down']] },
    },
  },
} as unknown as BoardMap;
const keys = (...rest: Parameters<typeof labelsOf>) => labelsOf(...rest).map((word) => word.key);

describe('names on a part of the board', () => {
  const within = { x: 0, y: 0, width: 200, height: 200 };
  it('are left out where the edge would cut them', () =>
    expect(keys(boardMap, 'full', 1, within)).toEqual(['mid']));
  it('are all there on the whole board', () =>
    expect(keys(boardMap, 'full', 1)).toEqual(['mid', 'edge', 'low']));
});

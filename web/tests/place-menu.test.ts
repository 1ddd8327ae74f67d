import { describe, expect, test } from 'vitest';
import { placeMenu } from '../src/board/place-menu';

const FRAME = { width: 880, height: 700 };
const MENU = { width: 230, height: 90 };
const FREE_PX = 16;

const isOver = (corner: { x: number; y: number }, point: { x: number; y: number }) =>
  point.x > corner.x - FREE_PX &&
  point.x < corner.x + MENU.width + FREE_PX &&
  point.y > corner.y - FREE_PX &&
  point.y < corner.y + MENU.height + FREE_PX;

describe('the menu at a province', () => {
  test('stands above it where nothing is in the way', () => {
    const corner = placeMenu(MENU, { x: 400, y: 300 }, [], FRAME);
    expect(corner).toEqual({ x: 285, y: 184 });
  });

  test('covers no goal although each place beside the province does', () => {
    const at = { x: 440, y: 350 };
    const ring = Array.from({ length: 12 }, (_, i) => {
      const angle = (i * Math.PI) / 6;
      return { x: at.x + 70 * Math.cos(angle), y: at.y + 70 * Math.sin(angle) };
    });
    const corner = placeMenu(MENU, at, ring, FRAME);
    expect([at, ...ring].filter((point) => isOver(corner, point))).toEqual([]);
  });

  test('stays inside the frame and covers the fewest where everything is full', () => {
    const full: { x: number; y: number }[] = [];
    for (let x = 0; x < FRAME.width; x += 60) for (let y = 0; y < FRAME.height; y += 60) full.push({ x, y });
    const corner = placeMenu(MENU, { x: 870, y: 690 }, full, FRAME);
    expect(corner.x).toBeGreaterThanOrEqual(8);
    expect(corner.y).toBeGreaterThanOrEqual(8);
    expect(corner.x + MENU.width).toBeLessThanOrEqual(FRAME.width - 8);
    expect(corner.y + MENU.height).toBeLessThanOrEqual(FRAME.height - 8);
  });
});

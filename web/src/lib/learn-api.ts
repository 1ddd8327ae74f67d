// What the course, the reference, practice and the coach ask. Loaded with them, never with a game.

import { request } from './request';
import type { PuzzleAnswer, PuzzleKind, TryBody } from './wire';

export const learnApi = {
  addCourseProgress: async (lessons: Readonly<Record<string, number>>) =>
    (await request('POST /api/me/course', { body: { lessons } })).lessons,
  places: () => request('GET /api/places'),
  rules: () => request('GET /api/rules'),
  rule: (number: number) => request('GET /api/learn/rules/{number}', { path: { number } }),
  lessons: () => request('GET /api/learn/lessons'),
  lesson: (key: string) => request('GET /api/learn/lessons/{key}', { path: { key } }),
  puzzle: (kind: PuzzleKind, number: number) =>
    request('GET /api/learn/practice/{kind}/{number}', { path: { kind, number } }),
  dailyPuzzle: (date: string) => request('GET /api/learn/daily/{date}', { path: { date } }),
  answerPuzzle: (kind: PuzzleKind, number: number, body: PuzzleAnswer) =>
    request('POST /api/learn/practice/{kind}/{number}', { path: { kind, number }, body }),
  course: () => request('GET /api/learn/course'),
  courseLesson: (key: string) => request('GET /api/learn/course/{key}', { path: { key } }),
  reference: () => request('GET /api/learn/reference'),
  example: (id: string) => request('GET /api/learn/examples/{id}', { path: { id } }),
  tryOrders: (id: string, body: TryBody) =>
    request('POST /api/learn/examples/{id}/try', { path: { id }, body }),
  /** What a strong bot would order, and why. */
  hint: (id: string) => request('POST /api/games/{id}/hint', { path: { id } }),
};

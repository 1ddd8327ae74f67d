// Caches the rules with their diagrams, the lessons and the reference: one request per language.

import { learnApi } from '../lib/learn-api';
import { cachedPerLanguage } from './content-cache';

export const learnCache = {
  places: () => cachedPerLanguage('places', learnApi.places),
  lessons: () => cachedPerLanguage('lessons', learnApi.lessons),
  lesson: (key: string) => cachedPerLanguage(`lesson ${key}`, () => learnApi.lesson(key)),
  course: () => cachedPerLanguage('course', learnApi.course),
  courseLesson: (key: string) => cachedPerLanguage(`course ${key}`, () => learnApi.courseLesson(key)),
  reference: () => cachedPerLanguage('reference', learnApi.reference),
  example: (id: string) => cachedPerLanguage(`example ${id}`, () => learnApi.example(id)),
  rules: () => cachedPerLanguage('rules', learnApi.rules),
  rule: (number: number) => cachedPerLanguage(`rule ${number}`, () => learnApi.rule(number)),
};

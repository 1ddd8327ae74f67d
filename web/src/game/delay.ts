// How long a pause or an extension usually is.

import type { TimetableBody } from '../lib/wire';

/** In seconds: ten minutes at a table, a day by correspondence. */
export const usualDelay = (timetable: TimetableBody): number => (timetable.writing < 3 * 3600 ? 600 : 86_400);

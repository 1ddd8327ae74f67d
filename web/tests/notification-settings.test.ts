// What somebody chooses about notifications.

import { describe, expect, it } from 'vitest';

import type { ChannelOffers, ChannelView, KindChoice, NotificationSettings } from '../src/lib/wire';
import {
  allOff,
  asUsual,
  choose,
  failingChannels,
  isAllOff,
  reminderChoices,
  shownPlaces,
  USUAL_QUIET,
  withDigestAt,
  withQuiet,
} from '../src/pages/notifications/settings';

const turn: KindChoice = { kind: 'your_turn', page: true, push: true, email: true, webhook: true };
const results: KindChoice = { kind: 'results', page: true, push: false, email: false, webhook: false };
const settings: NotificationSettings = {
  zone: 'UTC',
  quiet: null,
  digest_at: '08:00',
  remind_minutes: 360,
  choices: [turn, results],
};
const offer = (is_on: boolean) => ({ is_on, off: null, reason: null });
const offers = (push: boolean, email: boolean): ChannelOffers => ({
  push: offer(push),
  email: offer(email),
  webhook: offer(true),
  push_key: null,
});
const channel = (kind: ChannelView['kind'], changes: Partial<ChannelView> = {}): ChannelView => ({
  number: 1,
  kind,
  label: kind,
  endpoint: null,
  form: null,
  state: 'active',
  options: {},
  made: 0,
  sent: null,
  failing_since: null,
  problem: null,
  ...changes,
});

describe('the table', () => {
  it('has a column for what is offered', () => {
    expect(shownPlaces(offers(true, true), [])).toEqual(['page', 'push', 'email']);
    expect(shownPlaces(offers(false, false), [])).toEqual(['page']);
  });
  it('keeps the column of a channel that somebody has', () => {
    const has = [channel('webhook'), channel('email')];
    expect(shownPlaces(offers(false, false), has)).toEqual(['page', 'email', 'webhook']);
  });
  it('changes one box only', () => {
    expect(choose(settings, 'results', 'push', true).choices).toEqual([turn, { ...results, push: true }]);
    expect(settings.choices).toEqual([turn, results]);
  });
});

describe('one button', () => {
  it('ends everything that leaves the page, and what the page shows stays', () => {
    const off = allOff(settings);
    expect(isAllOff(settings)).toBe(false);
    expect(isAllOff(off)).toBe(true);
    expect(off.choices?.every((choice) => choice.page)).toBe(true);
    expect(off.digest_at).toBe('08:00');
  });
  it('brings the usual choices of the server back', () => expect(asUsual(settings).choices).toEqual([]));
});

describe('hours', () => {
  it('are those of the device when they are first chosen', () => {
    expect(withQuiet(settings, USUAL_QUIET, 'Europe/Amsterdam').zone).toBe('Europe/Amsterdam');
    expect(withDigestAt(settings, '09:00', 'Asia/Tokyo')).toMatchObject({
      zone: 'Asia/Tokyo',
      digest_at: '09:00',
    });
  });
  it('keep their zone on another device', () => {
    const chosen = withQuiet(settings, USUAL_QUIET, 'Europe/Amsterdam');
    const later = withQuiet(chosen, { from: '23:00', until: '06:00' }, 'Asia/Tokyo');
    expect(later).toMatchObject({ zone: 'Europe/Amsterdam', quiet: { from: '23:00' } });
    expect(withQuiet(later, null, 'Asia/Tokyo').zone).toBe('Europe/Amsterdam');
  });
  it('before a deadline are a menu with what is set', () => {
    expect(reminderChoices(360)).toEqual([30, 60, 180, 360, 720, 1440]);
    expect(reminderChoices(45)[1]).toBe(45);
  });
});

it('what fails for the longest time stands first', () => {
  const late = channel('email', { label: 'late', problem: 'refused', failing_since: 20 });
  const early = channel('push', { label: 'early', problem: 'gone', failing_since: 10 });
  const labels = failingChannels([channel('webhook'), late, early]).map(({ label }) => label);
  expect(labels).toEqual(['early', 'late']);
});

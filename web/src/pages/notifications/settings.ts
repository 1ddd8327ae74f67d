// What somebody chooses about notifications. Pure: each function returns the next settings.

import type {
  ChannelKindKey,
  ChannelOffers,
  ChannelView,
  KindChoice,
  NotificationKind,
  NotificationSettings,
} from '../../lib/wire';

/** Where a kind can go: the page, and the channels. */
export type Place = 'page' | ChannelKindKey;
const PLACES: Place[] = ['page', 'push', 'email', 'webhook'];

/**
 * The columns of the table: what the server offers, and what somebody already has. A webhook is for few, so it is
 * a column only where there is one.
 */
export function shownPlaces(offers: ChannelOffers, channels: readonly ChannelView[]): Place[] {
  const has = (kind: ChannelKindKey) => channels.some((channel) => channel.kind === kind);
  return PLACES.filter((place) => {
    if (place === 'page') return true;
    return has(place) || (place !== 'webhook' && offers[place].is_on);
  });
}

export function choose(
  settings: NotificationSettings,
  kind: NotificationKind,
  place: Place,
  isOn: boolean,
): NotificationSettings {
  const choices = (settings.choices ?? []).map((choice) =>
    choice.kind === kind ? { ...choice, [place]: isOn } : choice,
  );
  return { ...settings, choices };
}

/** Nothing leaves the page any more. The channels stay, so that it can be turned on again. */
export function allOff(settings: NotificationSettings): NotificationSettings {
  const off = (choice: KindChoice): KindChoice => ({ ...choice, push: false, email: false, webhook: false });
  return { ...settings, choices: (settings.choices ?? []).map(off) };
}

export const isAllOff = (settings: NotificationSettings): boolean =>
  (settings.choices ?? []).every((choice) => !choice.push && !choice.email && !choice.webhook);

/** The usual choices: those that the server makes for whoever chose nothing. */
export const asUsual = (settings: NotificationSettings): NotificationSettings => ({
  ...settings,
  choices: [],
});

export const USUAL_QUIET = { from: '22:30', until: '07:00' };

/** Hours are meant where the reader is, so the first choice of hours brings the zone of the device. */
export function withQuiet(
  settings: NotificationSettings,
  quiet: NotificationSettings['quiet'],
  deviceZone: string,
): NotificationSettings {
  return { ...withZoneOnce(settings, deviceZone), quiet };
}

export function withDigestAt(
  settings: NotificationSettings,
  at: string,
  deviceZone: string,
): NotificationSettings {
  return { ...withZoneOnce(settings, deviceZone), digest_at: at };
}

function withZoneOnce(settings: NotificationSettings, deviceZone: string): NotificationSettings {
  const isChosen = settings.quiet !== null || (settings.zone !== undefined && settings.zone !== 'UTC');
  return isChosen ? settings : { ...settings, zone: deviceZone };
}

const REMINDERS_MINUTES = [30, 60, 180, 360, 720, 1440];

/** The choices of a menu, with the one that is set. */
export function reminderChoices(set: number): number[] {
  return [...new Set([...REMINDERS_MINUTES, set])].sort((a, b) => a - b);
}

/** Channels whose last attempt failed, the longest first. */
export function failingChannels(channels: readonly ChannelView[]): ChannelView[] {
  return channels
    .filter((channel) => channel.problem !== null)
    .sort((a, b) => (a.failing_since ?? Infinity) - (b.failing_since ?? Infinity));
}

// Push of this browser: what the page offers, and what the browser is called in the list.

import { expect, it } from 'vitest';

import type { ChannelOffer, ChannelView } from '../src/lib/wire';
import { browserName, fromBase64Url, pushState, type BrowserPush } from '../src/pages/notifications/push';

const on: ChannelOffer = { is_on: true, off: null, reason: null };
const off: ChannelOffer = { is_on: false, off: 'not_built', reason: 'Not here.' };
const able: BrowserPush = {
  isSecure: true,
  hasPush: true,
  isOnlyOnHomeScreen: false,
  permission: 'default',
  endpoint: null,
};
const channel = (changes: Partial<ChannelView> = {}): ChannelView => ({
  number: 1,
  kind: 'push',
  label: 'Chrome',
  endpoint: 'https://push.example/1',
  form: null,
  state: 'active',
  options: {},
  made: 0,
  sent: null,
  failing_since: null,
  problem: null,
  ...changes,
});
const subscribed: BrowserPush = { ...able, permission: 'granted', endpoint: 'https://push.example/1' };

it.each<[string, BrowserPush, ChannelOffer, ChannelView[], string]>([
  ['nothing was chosen', able, on, [], 'off'],
  ['the host has http only', { ...able, isSecure: false, hasPush: false }, off, [], 'not_secure'],
  ['the server does not offer it', able, off, [], 'not_offered'],
  [
    'an iPhone outside of the home screen',
    { ...able, hasPush: false, isOnlyOnHomeScreen: true },
    on,
    [],
    'home_screen',
  ],
  ['an old browser', { ...able, hasPush: false }, on, [], 'unable'],
  ['the reader has blocked it', { ...able, permission: 'denied' }, on, [channel()], 'blocked'],
  ['it is on', subscribed, on, [channel()], 'on'],
  ['another browser has it', able, on, [channel()], 'off'],
  ['the server has given up on it', subscribed, on, [channel({ state: 'given_up' })], 'off'],
  ['the permission was taken back', { ...subscribed, permission: 'default' }, on, [channel()], 'off'],
  ['the browser has a subscription that the server does not know', subscribed, on, [], 'off'],
])('%s', (_, browser, offer, channels, state) =>
  expect(pushState(browser, offer, channels).state).toBe(state),
);

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36', 'Chrome · Linux'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox · Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1',
    'Safari · iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/156.0 Safari/537.36 Edg/156.0', 'Edge · Windows'],
  ['curl', 'Browser'],
])('%s is called %s', (agent, name) => expect(browserName(agent)).toBe(name));

it('reads the key of the server', () => expect([...fromBase64Url('-_8B')]).toEqual([251, 255, 1]));

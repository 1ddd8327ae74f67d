// Push of this browser: what it can do, and how it is turned on. Nothing here asks for permission by itself; the
// page calls `turnOn` after a touch.

import type { ChannelOffer, ChannelView, NewChannelBody } from '../../lib/wire';

/** What a browser has. */
export type BrowserPush = {
  isSecure: boolean;
  hasPush: boolean;
  /** An iPhone or iPad in the browser. Its push needs the page on the home screen. */
  isOnlyOnHomeScreen: boolean;
  permission: NotificationPermission;
  /** The endpoint of its subscription. */
  endpoint: string | null;
};

export type PushState =
  /** The server does not offer it; its reason says why. */
  | { state: 'not_offered' }
  | { state: 'not_secure' }
  | { state: 'home_screen' }
  | { state: 'unable' }
  | { state: 'blocked' }
  | { state: 'off' }
  | { state: 'on'; channel: ChannelView };

export function pushState(
  browser: BrowserPush,
  offer: ChannelOffer,
  channels: readonly ChannelView[],
): PushState {
  // Both are true on a host without https; the browser's own word comes first.
  if (!browser.isSecure) return { state: 'not_secure' };
  if (!offer.is_on) return { state: 'not_offered' };
  if (browser.isOnlyOnHomeScreen) return { state: 'home_screen' };
  if (!browser.hasPush) return { state: 'unable' };
  if (browser.permission === 'denied') return { state: 'blocked' };
  const channel = channels.find((one) => one.endpoint !== null && one.endpoint === browser.endpoint);
  // A subscription without the permission brings nothing.
  if (channel && channel.state === 'active' && browser.permission === 'granted')
    return { state: 'on', channel };
  return { state: 'off' };
}

/** Looks, and asks nothing. */
export async function readBrowser(): Promise<BrowserPush> {
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  const isApple = 'standalone' in navigator && navigator.maxTouchPoints > 0;
  const subscription = hasPush ? await findSubscription() : null;
  return {
    isSecure: window.isSecureContext,
    hasPush,
    isOnlyOnHomeScreen: !hasPush && isApple,
    permission: hasPush ? Notification.permission : 'default',
    endpoint: subscription?.endpoint ?? null,
  };
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export type TurnedOn = { body: Extract<NewChannelBody, { kind: 'push' }> } | { failed: 'blocked' | 'unable' };

/** Asks for permission and subscribes. Call it only after a touch. */
export async function turnOn(serverKey: string, label: string): Promise<TurnedOn> {
  if ((await Notification.requestPermission()) !== 'granted') return { failed: 'blocked' };
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    if (!registration) return { failed: 'unable' };
    // One that was made for another server or with an old key does not fit.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: fromBase64Url(serverKey),
    });
    return { body: bodyOf(subscription, label) };
  } catch {
    return { failed: 'unable' };
  }
}

function bodyOf(subscription: PushSubscription, label: string): Extract<NewChannelBody, { kind: 'push' }> {
  const { endpoint, keys = {} } = subscription.toJSON();
  return {
    kind: 'push',
    endpoint: endpoint ?? subscription.endpoint,
    p256dh: keys['p256dh'] ?? '',
    auth: keys['auth'] ?? '',
    label,
  };
}

/** Ends the subscription of this browser, for example when somebody signs out of it. */
export async function turnOff(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return;
  await (await findSubscription())?.unsubscribe().catch(() => false);
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

const BROWSERS: [RegExp, string][] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** "Firefox · Android", so that people know their browsers in the list. */
export function browserName(userAgent: string): string {
  const nameIn = (table: [RegExp, string][]) => table.find(([sign]) => sign.test(userAgent))?.[1];
  const parts = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((part) => part !== undefined);
  return parts.length === 0 ? 'Browser' : parts.join(' · ');
}

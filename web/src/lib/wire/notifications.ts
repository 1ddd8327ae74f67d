// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
import type {
  ChannelKindKey,
  ChannelStateKey,
  NotificationKind,
} from '../wire';

/** A channel that was added. */
export type AddedChannel = {
  channel: ChannelView;
  /** Of a webhook: with this secret what it gets is signed (`X-Detente-Signature`). It is shown once. */ secret: string | null;
};
/** Why this server does not offer a channel. */
export type ChannelOffKey = "not_built" | "not_set_up" | "not_secure";
export type ChannelOffer = {
  is_on: boolean;
  /** Why it is off. */ off: ChannelOffKey | null;
  /** The same as a sentence in the language of the request. */ reason: string | null;
};
/** Which channels this server offers. */
export type ChannelOffers = {
  email: ChannelOffer;
  push: ChannelOffer;
  /** The public key for `pushManager.subscribe`, if push is offered. */ push_key: string | null;
  webhook: ChannelOffer;
};
/** What a channel gets, and when. */
export type ChannelOptions = { content?: ContentKey; timing?: TimingKey };
/** Where the caller is notified. */
export type ChannelView = {
  /** Of a browser: its push endpoint, so that a page can find its own. */ endpoint: string | null;
  /** Since when nothing could be sent. */ failing_since: number | null;
  /** Of a webhook: the form of what it gets. */ form: WebhookForm | null;
  kind: ChannelKindKey;
  /** The e-mail address, the host of the webhook, or what the browser is called. */ label: string;
  made: number;
  number: number;
  options: ChannelOptions;
  /** Why the last attempt failed, as a sentence in the language of the request. */ problem: string | null;
  /** When something was last sent. */ sent: number | null;
  state: ChannelStateKey;
};
/** What passes through the servers of others. */
export type ContentKey = "brief" | "full";
/** The secret addresses of the caller's calendar and feed. They are shown once; new ones replace them. */
export type FeedAddresses = {
  /** Every deadline of the caller's games, for calendar programs. */ calendar: string;
  /** What the caller was notified of, for feed readers. */ notifications: string;
};
/** Where one kind of notification goes. */
export type KindChoice = {
  email: boolean;
  kind: NotificationKind;
  /** Whether the page shows it. */ page: boolean;
  push: boolean;
  webhook: boolean;
};
/** A new channel of the caller. */
export type NewChannelBody = 
  | { address: string; kind: "email" }
  | { auth: string; endpoint: string; kind: "push"; label: string; p256dh: string }
  | { form: WebhookForm; kind: "webhook"; url: string };
/** What the caller was notified of, the newest first. */
export type NotificationList = {
  notifications: Array<NotificationView>;
  /** How many of them the caller has not marked as read. */ unread: number;
};
/** How the caller is notified, and what this server offers. */
export type NotificationOverview = {
  channels: Array<ChannelView>;
  /** Whether there is a secret address of the calendar and of the feed. */ has_feed: boolean;
  offers: ChannelOffers;
  settings: NotificationSettings;
};
/** How somebody wants to be notified. What is left out has its usual value. */
export type NotificationSettings = {
  /** Where each kind goes. A kind that is left out goes to its usual channels. */ choices?: Array<KindChoice>;
  /** When channels with a digest send: `08:00`. */ digest_at?: string;
  /** When nothing is sent. It is sent afterwards, unless nobody needs it any more. The page always shows it. */ quiet: QuietHours | null;
  /** How many minutes before a deadline to remind, if nothing is handed in. */ remind_minutes?: number;
  /** The time zone of the hours below, such as `Europe/Amsterdam`. */ zone?: string;
};
export type NotificationView = {
  at: number;
  game: string | null;
  is_read: boolean;
  kind: NotificationKind;
  /** Rises with time. To mark as read. */ number: number;
  /** Where it leads, on this server: `/g/…?tab=orders`. */ path: string;
  /** A sentence in the language of the request. */ text: string;
  /** The title of the game. */ title: string;
};
/** From and until a time of day in the zone of the settings: `22:30` and `07:00`. */
export type QuietHours = { from: string; until: string };
/** Marks everything up to this number as read. */
export type ReadUpTo = { number: number };
/** The percentage in a word: at least 98, 90, 75, or less. */
export type ReliabilityKey = "unknown" | "excellent" | "good" | "fair" | "poor";
/** How reliable the caller is: of the phases in which the caller had to hand in orders, in public games among people that have ended, how many were missed. */
export type ReliabilityView = {
  /** Finished public games that count. */ games: number;
  /** How many games the caller left before their end. */ left: number;
  /** With fewer phases somebody is unknown. */ min_phases: number;
  /** How many of them passed without orders of the caller. */ missed: number;
  /** `100 × (phases − missed − 10 × left) ÷ phases`, not below 0. None: unknown. */ percent: number | null;
  /** Phases in which the caller had to hand in orders. */ phases: number;
  word: ReliabilityKey;
};
/** When a channel sends. */
export type TimingKey = "at_once" | "digest";
/** The form of what a webhook gets. */
export type WebhookForm = "json" | "discord" | "slack";

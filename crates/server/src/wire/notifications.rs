//! Notifications: what the caller was notified of, how the caller wants to be notified, and how reliable the caller is.

use serde::{Deserialize, Serialize};

use super::keys::{ChannelKindKey, ChannelStateKey, key_enum};
use crate::notifications::NotificationKind;

/// What the caller was notified of, the newest first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct NotificationList {
    pub notifications: Vec<NotificationView>,
    /// How many of them the caller has not marked as read.
    pub unread: usize,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct NotificationView {
    /// Rises with time. To mark as read.
    pub number: u64,
    pub at: i64,
    pub kind: NotificationKind,
    #[cfg_attr(test, schema(required))]
    pub game: Option<String>,
    /// The title of the game.
    pub title: String,
    /// A sentence in the language of the request.
    pub text: String,
    /// Where it leads, on this server: `/g/…?tab=orders`.
    pub path: String,
    pub is_read: bool,
}

/// Marks everything up to this number as read.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ReadUpTo {
    pub number: u64,
}

/// How the caller is notified, and what this server offers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct NotificationOverview {
    pub settings: NotificationSettings,
    pub channels: Vec<ChannelView>,
    pub offers: ChannelOffers,
    /// Whether there is a secret address of the calendar and of the feed.
    pub has_feed: bool,
}

/// How somebody wants to be notified. What is left out has its usual value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct NotificationSettings {
    /// The time zone of the hours below, such as `Europe/Amsterdam`.
    #[serde(default = "utc")]
    #[cfg_attr(test, schema(max_length = 64))]
    pub zone: String,
    /// When nothing is sent. It is sent afterwards, unless nobody needs it any more. The page always shows it.
    #[serde(default)]
    #[cfg_attr(test, schema(required))]
    pub quiet: Option<QuietHours>,
    /// When channels with a digest send: `08:00`.
    #[serde(default = "morning")]
    #[cfg_attr(test, schema(max_length = 5))]
    pub digest_at: String,
    /// How many minutes before a deadline to remind, if nothing is handed in.
    #[serde(default = "usual_reminder")]
    #[cfg_attr(test, schema(minimum = 10, maximum = 4320))]
    pub remind_minutes: u32,
    /// Where each kind goes. A kind that is left out goes to its usual channels.
    #[serde(default)]
    #[cfg_attr(test, schema(max_items = 20))]
    pub choices: Vec<KindChoice>,
}

/// From and until a time of day in the zone of the settings: `22:30` and `07:00`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct QuietHours {
    #[cfg_attr(test, schema(max_length = 5))]
    pub from: String,
    #[cfg_attr(test, schema(max_length = 5))]
    pub until: String,
}

/// Where one kind of notification goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct KindChoice {
    pub kind: NotificationKind,
    /// Whether the page shows it.
    pub page: bool,
    pub push: bool,
    pub email: bool,
    pub webhook: bool,
}

fn utc() -> String {
    "UTC".to_owned()
}

fn morning() -> String {
    "08:00".to_owned()
}

const fn usual_reminder() -> u32 {
    360
}

impl Default for NotificationSettings {
    fn default() -> Self {
        Self {
            zone: utc(),
            quiet: None,
            digest_at: morning(),
            remind_minutes: usual_reminder(),
            choices: Vec::new(),
        }
    }
}

/// Where the caller is notified.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ChannelView {
    pub number: u64,
    pub kind: ChannelKindKey,
    /// The e-mail address, the host of the webhook, or what the browser is called.
    pub label: String,
    /// Of a browser: its push endpoint, so that a page can find its own.
    #[cfg_attr(test, schema(required))]
    pub endpoint: Option<String>,
    /// Of a webhook: the form of what it gets.
    #[cfg_attr(test, schema(required))]
    pub form: Option<WebhookForm>,
    pub state: ChannelStateKey,
    pub options: ChannelOptions,
    pub made: i64,
    /// When something was last sent.
    #[cfg_attr(test, schema(required))]
    pub sent: Option<i64>,
    /// Since when nothing could be sent.
    #[cfg_attr(test, schema(required))]
    pub failing_since: Option<i64>,
    /// Why the last attempt failed, as a sentence in the language of the request.
    #[cfg_attr(test, schema(required))]
    pub problem: Option<String>,
}

/// What a channel gets, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ChannelOptions {
    #[serde(default)]
    pub content: ContentKey,
    #[serde(default)]
    pub timing: TimingKey,
}

/// What passes through the servers of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ContentKey {
    /// That something happened, but no words of messages and not who sent them.
    #[default]
    Brief,
    /// Also who sent a message, and its words.
    Full,
}

/// When a channel sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum TimingKey {
    #[default]
    AtOnce,
    /// Once a day, everything together. Only e-mail.
    Digest,
}

key_enum!(
    /// The form of what a webhook gets.
    WebhookForm { Json, Discord, Slack }
);

/// Which channels this server offers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ChannelOffers {
    pub email: ChannelOffer,
    pub push: ChannelOffer,
    pub webhook: ChannelOffer,
    /// The public key for `pushManager.subscribe`, if push is offered.
    #[cfg_attr(test, schema(required))]
    pub push_key: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ChannelOffer {
    pub is_on: bool,
    /// Why it is off.
    #[cfg_attr(test, schema(required))]
    pub off: Option<ChannelOffKey>,
    /// The same as a sentence in the language of the request.
    #[cfg_attr(test, schema(required))]
    pub reason: Option<String>,
}

key_enum!(
    /// Why this server does not offer a channel.
    ChannelOffKey {
        /// The program was built without it.
        NotBuilt,
        /// The host has not set it up.
        NotSetUp,
        /// The server is reached by http. Browsers take push only over https, or on the same machine.
        NotSecure,
    }
);

/// A new channel of the caller.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum NewChannelBody {
    /// The address gets one message with a link. It is used after that link was followed.
    Email {
        #[cfg_attr(test, schema(max_length = 254))]
        address: String,
    },
    /// What `pushManager.subscribe` returned, and a name for the browser.
    Push {
        #[cfg_attr(test, schema(max_length = 1000))]
        endpoint: String,
        #[cfg_attr(test, schema(max_length = 120))]
        p256dh: String,
        #[cfg_attr(test, schema(max_length = 60))]
        auth: String,
        #[cfg_attr(test, schema(max_length = 60))]
        label: String,
    },
    Webhook {
        #[cfg_attr(test, schema(max_length = 1000))]
        url: String,
        form: WebhookForm,
    },
}

/// A channel that was added.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct AddedChannel {
    pub channel: ChannelView,
    /// Of a webhook: with this secret what it gets is signed (`X-Detente-Signature`). It is shown once.
    #[cfg_attr(test, schema(required))]
    pub secret: Option<String>,
}

/// The secret addresses of the caller's calendar and feed. They are shown once; new ones replace them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct FeedAddresses {
    /// Every deadline of the caller's games, for calendar programs.
    pub calendar: String,
    /// What the caller was notified of, for feed readers.
    pub notifications: String,
}

/// How reliable the caller is: of the phases in which the caller had to hand in orders, in public games among
/// people that have ended, how many were missed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ReliabilityView {
    pub word: ReliabilityKey,
    /// Phases in which the caller had to hand in orders.
    pub phases: u32,
    /// How many of them passed without orders of the caller.
    pub missed: u32,
    /// How many games the caller left before their end.
    pub left: u32,
    /// Finished public games that count.
    pub games: u32,
    /// `100 × (phases − missed − 10 × left) ÷ phases`, not below 0. None: unknown.
    #[cfg_attr(test, schema(required))]
    pub percent: Option<u32>,
    /// With fewer phases somebody is unknown.
    pub min_phases: u32,
}

key_enum!(
    /// The percentage in a word: at least 98, 90, 75, or less.
    ReliabilityKey { Unknown, Excellent, Good, Fair, Poor }
);

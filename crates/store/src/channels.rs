//! The trait and the row types for how people are notified: their settings, and where to send.

use crate::{Reply, SecretHash};

/// How people want to be notified, and the secrets of this server.
pub trait Channels: Send + Sync + 'static {
    /// The settings and channels of these people. People without any are left out.
    fn notification_accounts(&self, people: Vec<u64>) -> Reply<'_, Vec<NotificationAccount>>;

    /// False if there is no such person.
    fn set_notification_settings(&self, person: u64, settings: &str) -> Reply<'_, bool>;

    /// The number of the new channel; None if there is no such person or the secret exists.
    fn add_channel(&self, channel: NewChannel) -> Reply<'_, Option<u64>>;

    fn channel_by_secret(&self, secret: &str) -> Reply<'_, Option<ChannelRow>>;

    /// Replaces kind, address, options and state of a channel. False if this person has no such channel.
    fn update_channel(&self, channel: ChannelRow) -> Reply<'_, bool>;

    /// Deletes a channel and its deliveries, if it belongs to this person.
    fn delete_channel(&self, number: u64, person: u64) -> Reply<'_, bool>;

    /// Sets the hash of the secret address of a person's feeds; None: there is none. False if there is no such
    /// person.
    fn set_feed(&self, person: u64, hash: Option<SecretHash>) -> Reply<'_, bool>;

    fn person_by_feed(&self, hash: SecretHash) -> Reply<'_, Option<u64>>;

    /// The secret of this server with this name. If there is none yet, `new` becomes it.
    fn server_secret(&self, name: &str, new: &str) -> Reply<'_, String>;

    /// The secret of this server with this name, if there is one.
    fn known_server_secret(&self, name: &str) -> Reply<'_, Option<String>>;

    /// Counts one message to an address on a day, unless there were `most` already. False then.
    fn count_sent(&self, address: SecretHash, day: i64, most: u32) -> Reply<'_, bool>;
}

/// How one person wants to be notified.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NotificationAccount {
    pub person: u64,
    /// As the server writes them. None: never changed.
    pub settings: Option<String>,
    /// By number.
    pub channels: Vec<ChannelRow>,
    /// Whether there is a secret address of feeds.
    pub has_feed: bool,
}

/// A channel to add.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewChannel {
    pub person: u64,
    pub kind: ChannelKind,
    /// Where to send, as the server writes it.
    pub address: String,
    /// How to send, as the server writes it.
    pub options: String,
    /// Signs what is sent, and ends the channel.
    pub secret: String,
    pub state: ChannelState,
    pub made: i64,
}

/// A stored channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChannelRow {
    pub number: u64,
    pub person: u64,
    pub kind: ChannelKind,
    pub address: String,
    pub options: String,
    pub secret: String,
    pub state: ChannelState,
    pub made: i64,
    /// When something was last sent.
    pub sent: Option<i64>,
    /// Since when nothing could be sent; None: the last attempt succeeded.
    pub failing_since: Option<i64>,
    /// How many attempts failed one after the other.
    pub failures: u32,
    /// Why the last attempt failed, as a key with a text: `refused 550`.
    pub problem: Option<String>,
}

/// Where notifications are sent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ChannelKind {
    Email,
    Push,
    Webhook,
}

rules::keyed!(ChannelKind { Email = "email", Push = "push", Webhook = "webhook" });

/// Whether a channel is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChannelState {
    /// The owner of the address has not confirmed it.
    Unconfirmed,
    Active,
    /// Nothing could be sent for too long, or the receiver wants nothing more.
    GivenUp,
    /// Somebody ended it with the link in a message.
    Stopped,
}

rules::keyed!(ChannelState {
    Unconfirmed = "unconfirmed",
    Active = "active",
    GivenUp = "given_up",
    Stopped = "stopped",
});

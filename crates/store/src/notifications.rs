//! The trait and the row types for notifications: which games have news, what people are notified of, and what is
//! still to be sent.
//!
//! An append marks its game. A node claims marked games, decides whom to tell, and queues that in one
//! transaction with the end of the mark: nothing is lost and nothing is queued twice. What goes out of the
//! server is a delivery per channel. A node claims a channel, sends, and then deletes the deliveries.

use crate::{ChannelRow, GameId, Reply};

/// What people are notified of, and what is still to be sent.
pub trait Notifications: Send + Sync + 'static {
    /// Claims games with events that nobody was notified about yet, with the version of the last event before
    /// them. No other node gets these games before `until`.
    fn claim_games_with_news(&self, now: i64, until: i64, limit: usize) -> Reply<'_, Vec<(GameId, u64)>>;

    /// Stores notifications and deliveries. False if another node has queued the same news; nothing changed
    /// then. A notification whose id exists is left out, with its deliveries.
    fn queue_news(&self, news: News) -> Reply<'_, bool>;

    /// Reminders whose time has come, earliest first.
    fn due_reminders(&self, now: i64, limit: usize) -> Reply<'_, Vec<ReminderRow>>;

    /// Claims channels with deliveries that are due, with these deliveries. No other node gets these channels
    /// before `until`.
    fn claim_channels(&self, now: i64, until: i64, limit: usize) -> Reply<'_, Vec<ClaimedChannel>>;

    /// Deletes deliveries that were sent or that are not wanted any more.
    fn delete_deliveries(&self, numbers: Vec<u64>) -> Reply<'_, ()>;

    /// Ends the claim of a channel, with what became of it. All its deliveries that are due earlier than
    /// `not_before` become due then.
    fn release_channel(&self, channel: ChannelRow, not_before: i64) -> Reply<'_, ()>;

    /// The newest notifications of a person for the page, with their numbers, newest first.
    fn notifications_of(&self, person: u64, limit: usize) -> Reply<'_, Vec<(u64, NotificationRow)>>;

    /// Marks notifications up to this number as read.
    fn mark_read(&self, person: u64, up_to: u64) -> Reply<'_, ()>;

    /// Deletes notifications made before this time. Returns how many.
    fn delete_old_notifications(&self, before: i64) -> Reply<'_, u64>;

    /// How many deliveries wait, and the time of the oldest.
    fn waiting_deliveries(&self) -> Reply<'_, (u64, Option<i64>)>;
}

/// What is queued together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct News {
    /// The game whose events were read: from after the first version to the second. None: no events were read.
    pub read: Option<(GameId, u64, u64)>,
    pub notifications: Vec<NotificationRow>,
    pub deliveries: Vec<NewDelivery>,
    /// Replaces all reminders of this game.
    pub reminders: Option<(GameId, Vec<ReminderRow>)>,
    /// Reminders that are done.
    pub reminders_done: Vec<ReminderRow>,
}

/// Something that one person is notified of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotificationRow {
    /// The same whenever the same news is decided again.
    pub id: String,
    pub person: u64,
    pub at: i64,
    pub game: Option<GameId>,
    /// The facts, as the server writes them. The store does not read them.
    pub body: String,
    /// Whether the page shows it.
    pub on_page: bool,
    pub is_read: bool,
}

/// A delivery to add.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewDelivery {
    /// The id of the notification.
    pub notification: String,
    pub channel: u64,
    /// Not before this time.
    pub due: i64,
    /// After this time nobody needs it.
    pub expires: Option<i64>,
}

/// A delivery that is due.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeliveryRow {
    pub number: u64,
    pub notification: NotificationRow,
    pub due: i64,
    pub expires: Option<i64>,
}

/// A channel that this node sends to now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimedChannel {
    pub channel: ChannelRow,
    /// The oldest first, at most [`MAX_CLAIMED_DELIVERIES`].
    pub deliveries: Vec<DeliveryRow>,
}

/// How many deliveries of one channel are claimed together.
pub const MAX_CLAIMED_DELIVERIES: usize = 50;

/// When somebody is to be reminded of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ReminderRow {
    pub at: i64,
    pub game: GameId,
    pub person: u64,
}

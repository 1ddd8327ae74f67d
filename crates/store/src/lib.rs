//! The database layer: seven small traits, their implementations, and the JSON format of stored games.
//!
//! A [`Store`] stores text: a game is a charter and numbered events. A game changes only when events are
//! appended with the expected version. [`record`] converts charters and events to text and back.
//! `Memory` is for tests, [`Sqlite`] for one server, [`open_postgres`] for several.

pub mod record;

mod chain;
mod channels;
mod codes;
mod due_work;
mod fault;
mod game_id;
mod games;
mod maintenance;
#[cfg(feature = "memory")]
mod memory;
mod moderation;
mod moderation_sql;
mod notifications;
mod open_postgres;
mod people;
#[cfg(feature = "postgres")]
mod postgres;
mod results;
mod sqlite;

pub use chain::{Chain, ChainHash, Link, Rewrite};
pub use channels::{ChannelKind, ChannelRow, ChannelState, Channels, NewChannel, NotificationAccount};
pub use due_work::{DueWork, MAX_CLAIM_SECONDS};
pub use fault::Fault;
pub use game_id::{GameId, InvalidGameId};
pub use games::{
    Append, ChangeNotice, EventRow, GameRow, GameState, GameSummaryRow, Games, NewEvent, NewGame,
    VersionStamp,
};
pub use maintenance::{FullGame, GameInternals, Maintenance, Stats};
#[cfg(feature = "memory")]
pub use memory::Memory;
pub use moderation::{AuditRow, Moderation, NoticeRow, PersonStatus, ReportDetails, Role};
pub use notifications::{
    ClaimedChannel, DeliveryRow, MAX_CLAIMED_DELIVERIES, NewDelivery, News, NotificationRow, Notifications,
    ReminderRow,
};
pub use open_postgres::{Access, MAX_NODE_CONNECTIONS, open_postgres};
pub use people::{KeyKind, KeyRow, People, PersonRow, ReportRow, Restriction, Scope, SecretHash};
#[cfg(feature = "postgres")]
pub use postgres::Postgres;
pub use results::{Appended, Created, Reply, StoreError};
pub use sqlite::{DATABASE_FILE, Existing, Salvage, Sqlite, backup, restore};

/// The highest number of rows that a list returns, even if the caller asks for more.
pub const MAX_ROWS: usize = 10_000;

/// Everything that the service stores. When a reply reports a write, the data is on disk.
pub trait Store: Games + DueWork + People + Moderation + Notifications + Channels + Maintenance {}

impl<T: Games + DueWork + People + Moderation + Notifications + Channels + Maintenance> Store for T {}

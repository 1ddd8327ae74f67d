//! What the service keeps, behind four small traits, and the form in which games are stored.
//!
//! A [`Store`] keeps texts: a game is a charter and numbered events, appended with the expected
//! version, which is the only way a game changes. [`record`] turns charters and events into those
//! texts and back. [`Memory`] is for tests, [`Sqlite`] for one server, [`Postgres`] for several.

pub mod record;

mod answer;
mod codes;
mod due_work;
mod games;
mod ids;
mod memory;
mod people;
mod postgres;
mod sqlite;
mod upkeep;

pub use answer::{Appended, Created, Reply, StoreError};
pub use due_work::DueWork;
pub use games::{
    Append, CardRow, ChangeNotice, EventRow, GameRow, GameState, Games, NewEvent, NewGame, VersionStamp,
};
pub use ids::{GameId, NoGameId};
pub use memory::Memory;
pub use people::{Hash, KeyKind, KeyRow, People, PersonRow, ReportRow, Restriction};
pub use postgres::Postgres;
pub use sqlite::{Existing, FILE, Sqlite, backup, restore};
pub use upkeep::{GameInternals, Stats, Upkeep, WholeGame};

/// The most rows that any list has, whatever was asked for.
pub const MAX_ROWS: usize = 10_000;

/// Everything that the service keeps. What a reply reports as written is on disk.
pub trait Store: Games + DueWork + People + Upkeep {}

impl<T: Games + DueWork + People + Upkeep> Store for T {}

//! The trait for maintenance: integrity check, statistics, cleanup, copying to another store, closing.

use crate::{EventRow, GameId, GameRow, PersonRow, Reply, ReportRow};

/// Maintenance: integrity check, statistics, cleanup, copying everything to another store, and closing.
pub trait Maintenance: Send + Sync + 'static {
    /// The faults of the stored data, as text for an administrator. Empty if there are none.
    fn check(&self) -> Reply<'_, Vec<String>>;

    fn stats(&self, now: i64) -> Reply<'_, Stats>;

    /// Deletes the expired keys and returns how many there were.
    fn delete_expired_keys(&self, now: i64) -> Reply<'_, u64>;

    /// People in the order of this store, starting after this id. The order depends on the store.
    fn people_after(&self, after: Option<u64>, limit: usize) -> Reply<'_, Vec<PersonRow>>;

    /// Reports with a number above `after`, with their numbers, oldest first.
    fn reports_after(&self, after: u64, limit: usize) -> Reply<'_, Vec<(u64, ReportRow)>>;

    /// Games with a number above `after`, with their numbers, oldest first.
    fn games_after(&self, after: u64, limit: usize) -> Reply<'_, Vec<(u64, GameId)>>;

    /// The stored data of a game besides its row and events.
    fn game_internals(&self, id: GameId) -> Reply<'_, GameInternals>;

    /// Stores a game from another store, with a new number. False if a game with this id exists already.
    fn import_game(&self, game: FullGame) -> Reply<'_, bool>;

    /// Finishes earlier requests and releases the data. Later requests fail.
    fn close(&self) -> Reply<'_, ()>;
}

/// Counts for administrators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    pub gathering: u64,
    pub underway: u64,
    pub over: u64,
    pub people: u64,
    /// Games whose deadline has passed.
    pub due: u64,
    /// Games in which bots owe orders.
    pub bots_due: u64,
}

/// A game with all its stored data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FullGame {
    pub game: GameRow,
    pub events: Vec<EventRow>,
    pub internals: GameInternals,
}

/// The stored data of a game that players never see.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameInternals {
    /// Sorted by id.
    pub members: Vec<u64>,
    /// The nonces of appends with the version after each append, sorted by nonce.
    pub nonces: Vec<(String, u64)>,
}

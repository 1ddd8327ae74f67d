//! What administrators and the service itself do with everything that is kept.

use crate::{EventRow, GameId, GameRow, PersonRow, Reply, ReportRow};

/// Upkeep: checking, counting, cleaning, copying everything to another store, and closing.
pub trait Upkeep: Send + Sync + 'static {
    /// What is wrong with the stored data, in words for an administrator; empty if nothing is.
    fn check(&self) -> Reply<'_, Vec<String>>;

    fn stats(&self, now: i64) -> Reply<'_, Stats>;

    /// Deletes the keys that have expired; returns how many.
    fn delete_expired_keys(&self, now: i64) -> Reply<'_, u64>;

    /// Everybody, in the order of this store, from behind this one.
    fn people_after(&self, after: Option<u64>, limit: usize) -> Reply<'_, Vec<PersonRow>>;

    /// Reports with their numbers, the oldest first, from those with a higher number.
    fn reports_after(&self, after: u64, limit: usize) -> Reply<'_, Vec<(u64, ReportRow)>>;

    /// Games with their numbers, the oldest first, from those with a higher number.
    fn games_after(&self, after: u64, limit: usize) -> Reply<'_, Vec<(u64, GameId)>>;

    /// What is kept of a game besides its row and events.
    fn game_internals(&self, id: GameId) -> Reply<'_, GameInternals>;

    /// Stores a game that comes from another store, under a new number; false if there is one with
    /// this id.
    fn import_game(&self, game: WholeGame) -> Reply<'_, bool>;

    /// Finishes what was asked before and releases the data. Everything asked later is refused.
    fn close(&self) -> Reply<'_, ()>;
}

/// How much there is, for administrators.
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

/// A game with everything that is kept of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WholeGame {
    pub game: GameRow,
    pub events: Vec<EventRow>,
    pub internals: GameInternals,
}

/// What players never see of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameInternals {
    /// In the order of their numbers.
    pub members: Vec<u64>,
    /// Appends that had a nonce, with the version that each led to, by nonce.
    pub nonces: Vec<(String, u64)>,
}

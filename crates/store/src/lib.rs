//! The log of events behind one small trait, and the form in which games are stored.
//!
//! A [`Store`] keeps texts: a game is a charter and numbered events, appended with the expected
//! version, which is the only way a game changes. [`record`] turns charters and events into those
//! texts and back. [`Memory`] is for tests, [`Sqlite`] for one server, [`Postgres`] for several.

pub mod record;

mod answer;
mod ids;
mod memory;
mod postgres;
mod rows;
mod sqlite;

pub use answer::{Appended, Created, Reply, StoreError};
pub use ids::{GameId, NoGameId};
pub use memory::Memory;
pub use postgres::Postgres;
pub use rows::{
    Append, Backstage, CardRow, Census, EventRow, GameRow, GameState, Hint, KeyKind, KeyRow, Mark, NewEvent,
    NewGame, PersonRow, ReportRow, Shun, WholeGame,
};
pub use sqlite::{Existing, FILE, Sqlite, backup, restore};

use tokio::sync::broadcast;

/// A hash of something that must not be readable in the database: a key, a recovery code.
pub type Hash = [u8; 32];

/// The most rows that any list has, whatever was asked for.
pub const MOST_ROWS: usize = 10_000;

/// Everything that the service keeps. What a reply says has been written is on disk.
pub trait Store: Send + Sync + 'static {
    /// Makes a game with its first events.
    fn create(&self, new: NewGame) -> Reply<'_, Created>;

    /// Adds events if the game still has the expected version.
    fn append(&self, append: Append) -> Reply<'_, Appended>;

    /// Whether an append with this nonce was done, and the version that it led to.
    fn done(&self, id: GameId, nonce: &str) -> Reply<'_, Option<u64>>;

    fn game(&self, id: GameId) -> Reply<'_, Option<GameRow>>;

    /// How far each of these games has come; those that are gone are left out.
    fn marks(&self, ids: Vec<GameId>) -> Reply<'_, Vec<(GameId, Mark)>>;

    /// The events with versions above `after`, in order; the first event of a game has version 1.
    fn events(&self, id: GameId, after: u64, most: usize) -> Reply<'_, Vec<EventRow>>;

    /// Games whose clock must be asked at `now`, the earliest first.
    fn due(&self, now: i64, most: usize) -> Reply<'_, Vec<GameId>>;

    /// Like [`due`](Self::due), for a node that will ask their clocks: no other node is given them before
    /// `until`, unless they are appended to. A promise that can break: appends still race.
    fn take_due(&self, now: i64, until: i64, most: usize) -> Reply<'_, Vec<GameId>>;

    /// When the next game is due, also if that has passed.
    fn next_due(&self) -> Reply<'_, Option<i64>>;

    /// Games in which programs owe something, the oldest first.
    fn errands(&self, most: usize) -> Reply<'_, Vec<GameId>>;

    /// Like [`errands`](Self::errands), for a node that will let the programs think.
    fn take_errands(&self, now: i64, until: i64, most: usize) -> Reply<'_, Vec<GameId>>;

    /// Games that everybody may find, the newest first, from those with a number below `before`.
    fn listed(&self, state: Option<GameState>, before: Option<u64>, most: usize) -> Reply<'_, Vec<CardRow>>;

    /// All games, for administrators, as [`listed`](Self::listed) lists them.
    fn every_game(&self, before: Option<u64>, most: usize) -> Reply<'_, Vec<CardRow>>;

    /// The games that a person is a member of, the newest first.
    fn games_of(&self, person: u64, most: usize) -> Reply<'_, Vec<CardRow>>;

    /// How many games of this maker are not over.
    fn count_games_of_maker(&self, maker: u64) -> Reply<'_, u64>;

    /// Rewrites one event, or the charter (version 0), and the log is otherwise as it was. For one
    /// thing only: taking the name of somebody out who wants to be forgotten.
    fn redact(&self, id: GameId, version: u64, record: String) -> Reply<'_, bool>;

    fn delete_game(&self, id: GameId) -> Reply<'_, bool>;

    /// False if the id, the handle or the recovery code is somebody's already.
    fn add_person(&self, row: PersonRow) -> Reply<'_, bool>;

    fn person(&self, id: u64) -> Reply<'_, Option<PersonRow>>;

    fn person_by_handle(&self, handle: &str) -> Reply<'_, Option<PersonRow>>;

    fn person_by_recovery(&self, hash: Hash) -> Reply<'_, Option<PersonRow>>;

    /// False if there is no such person, or if somebody else has the handle or the recovery code.
    fn update_person(&self, row: PersonRow) -> Reply<'_, bool>;

    /// Forgets a person with keys, memberships and shuns. Reports stay and name nobody.
    fn delete_person(&self, id: u64) -> Reply<'_, bool>;

    /// False if the hash is known already or there is no such person.
    fn add_key(&self, row: KeyRow) -> Reply<'_, bool>;

    /// The key, also if it has expired.
    fn key(&self, hash: Hash) -> Reply<'_, Option<KeyRow>>;

    /// Takes a key away and hands it over: of several who try, one gets it.
    fn take_key(&self, hash: Hash) -> Reply<'_, Option<KeyRow>>;

    /// Drops a key of this person.
    fn drop_key(&self, hash: Hash, person: u64) -> Reply<'_, bool>;

    fn keys_of(&self, person: u64) -> Reply<'_, Vec<KeyRow>>;

    /// Drops the keys that have expired; answers how many.
    fn drop_expired_keys(&self, now: i64) -> Reply<'_, u64>;

    /// None: `person` no longer shuns `other`.
    fn set_shun(&self, person: u64, other: u64, shun: Option<Shun>) -> Reply<'_, ()>;

    /// Whom this person shuns.
    fn shuns(&self, person: u64) -> Reply<'_, Vec<(u64, Shun)>>;

    fn add_report(&self, row: ReportRow) -> Reply<'_, ()>;

    /// The newest first.
    fn reports(&self, most: usize) -> Reply<'_, Vec<ReportRow>>;

    /// What is wrong with the stored data, in words for an administrator; empty if nothing is.
    fn check(&self) -> Reply<'_, Vec<String>>;

    fn census(&self, now: i64) -> Reply<'_, Census>;

    /// Everybody, in the order of this store, from behind this one.
    fn people_after(&self, after: Option<u64>, most: usize) -> Reply<'_, Vec<PersonRow>>;

    /// Reports with their numbers, the oldest first, from those with a higher number.
    fn reports_after(&self, after: u64, most: usize) -> Reply<'_, Vec<(u64, ReportRow)>>;

    /// Games with their numbers, the oldest first, from those with a higher number.
    fn games_after(&self, after: u64, most: usize) -> Reply<'_, Vec<(u64, GameId)>>;

    /// What is kept of a game besides its row and events.
    fn backstage(&self, id: GameId) -> Reply<'_, Backstage>;

    /// Stores a game that comes from another store, under a number of its own; false if there is one with
    /// this id.
    fn put(&self, game: WholeGame) -> Reply<'_, bool>;

    /// Hints that games have changed, if others than this store's owner can change them. One may be lost;
    /// [`marks`](Self::marks) tells for sure.
    fn hints(&self) -> Option<broadcast::Receiver<Hint>>;

    /// Finishes what was asked before and lets go of the data. Everything asked later is refused.
    fn close(&self) -> Reply<'_, ()>;
}

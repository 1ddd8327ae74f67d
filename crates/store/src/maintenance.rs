//! The trait for maintenance: integrity check, statistics, cleanup, copying to another store, closing.

use crate::{Chain, EventRow, Fault, GameId, GameRow, PersonRow, Reply, ReportRow};

/// Maintenance: integrity check, statistics, cleanup, copying everything to another store, and closing.
pub trait Maintenance: Send + Sync + 'static {
    /// The faults of the stored data that the store can find without knowing what a game is: damage of the
    /// file, broken chains, rows that belong to nothing. Empty if there are none.
    fn check(&self) -> Reply<'_, Vec<Fault>>;

    /// Writes something that leaves nothing behind, to find out whether there is room for more data.
    fn check_room(&self) -> Reply<'_, ()>;

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

    /// Removes what deleted rows left in the files of this store. False if somebody reads it at the moment: then
    /// try again later.
    fn wipe_deleted(&self) -> Reply<'_, bool>;

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

impl FullGame {
    /// Removes all events after this version. The columns of the game stay as they are.
    pub fn truncate(&mut self, version: u64) {
        let count = usize::try_from(version).unwrap_or(usize::MAX);
        self.events.truncate(count);
        self.game.version = self.events.len() as u64;
        let chain = &mut self.internals.chain;
        chain.links.truncate(count.saturating_add(1));
        chain.rewrites = chain.links.iter().filter_map(|link| link.rewrite).map(|mark| mark.count).sum();
        let last = self.game.version;
        self.internals.nonces.retain(|(_, after)| *after <= last);
    }

    /// The time and the text of every record, from the charter on.
    pub(crate) fn records(&self) -> impl Iterator<Item = (i64, &str)> {
        let charter = (self.game.made, self.game.charter.as_str());
        std::iter::once(charter).chain(self.events.iter().map(|event| (event.at, event.record.as_str())))
    }

    /// Everybody whom the records name, and the maker.
    pub(crate) fn people(&self) -> Vec<u64> {
        people_in_records(self.game.maker, self.records().map(|(_, record)| record))
    }

    /// The chain, with the hashes that an older version did not write.
    pub(crate) fn completed_chain(&self) -> Chain {
        self.internals.chain.complete(self.records())
    }
}

/// Everybody whom these records name, and the maker of their game, sorted.
pub(crate) fn people_in_records<'a>(maker: u64, records: impl Iterator<Item = &'a str>) -> Vec<u64> {
    let mut people: Vec<u64> = records.flat_map(crate::record::people_in).chain([maker]).collect();
    people.sort_unstable();
    people.dedup();
    people
}

/// The stored data of a game that players never see.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameInternals {
    /// Sorted by id.
    pub members: Vec<u64>,
    /// The nonces of appends with the version after each append, sorted by nonce.
    pub nonces: Vec<(String, u64)>,
    pub chain: Chain,
}

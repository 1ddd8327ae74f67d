//! Everything in memory: for tests, and for a server that may forget.

mod games;
mod people;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::broadcast;

use crate::{
    Append, Appended, Backstage, CardRow, Census, Created, EventRow, GameId, GameRow, GameState, Hash, Hint,
    KeyRow, MOST_ROWS, Mark, NewGame, PersonRow, Reply, ReportRow, Shun, Store, StoreError, WholeGame,
};

/// A store that lives as long as the program.
#[derive(Debug)]
pub struct Memory {
    tables: Mutex<Option<Tables>>,
}

#[derive(Debug, Default)]
struct Tables {
    numbers: HashMap<GameId, u64>,
    /// By number.
    games: BTreeMap<u64, Kept>,
    made: u64,
    people: BTreeMap<u64, PersonRow>,
    keys: HashMap<Hash, KeyRow>,
    shuns: BTreeMap<(u64, u64), Shun>,
    reports: Vec<ReportRow>,
}

#[derive(Debug)]
struct Kept {
    row: GameRow,
    events: Vec<EventRow>,
    nonces: HashMap<String, u64>,
    members: Vec<u64>,
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

impl Memory {
    pub fn new() -> Self {
        Self { tables: Mutex::new(Some(Tables::default())) }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Tables>> {
        // No method leaves the tables half changed, so a panic elsewhere does not matter.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T: Send + 'static>(&self, deed: impl FnOnce(&mut Tables) -> T) -> Reply<'_, T> {
        let answer = self.lock().as_mut().map(deed).ok_or(StoreError::Closed);
        Box::pin(std::future::ready(answer))
    }
}

impl Store for Memory {
    fn create(&self, new: NewGame) -> Reply<'_, Created> {
        self.with(|tables| tables.create(new))
    }

    fn append(&self, append: Append) -> Reply<'_, Appended> {
        self.with(|tables| tables.append(append))
    }

    fn done(&self, id: GameId, nonce: &str) -> Reply<'_, Option<u64>> {
        self.with(|tables| tables.game(id)?.nonces.get(nonce).copied())
    }

    fn game(&self, id: GameId) -> Reply<'_, Option<GameRow>> {
        self.with(|tables| tables.game(id).map(|kept| kept.row.clone()))
    }

    fn marks(&self, ids: Vec<GameId>) -> Reply<'_, Vec<(GameId, Mark)>> {
        self.with(|tables| {
            let mark = |id| Some((id, Mark { version: tables.game(id)?.row.version, rewrites: 0 }));
            ids.into_iter().filter_map(mark).collect()
        })
    }

    fn events(&self, id: GameId, after: u64, most: usize) -> Reply<'_, Vec<EventRow>> {
        self.with(|tables| tables.events(id, after, most))
    }

    fn due(&self, now: i64, most: usize) -> Reply<'_, Vec<GameId>> {
        self.with(|tables| tables.due(now, most))
    }

    fn take_due(&self, now: i64, _until: i64, most: usize) -> Reply<'_, Vec<GameId>> {
        self.due(now, most)
    }

    fn next_due(&self) -> Reply<'_, Option<i64>> {
        self.with(|tables| tables.games.values().filter_map(|kept| kept.row.due).min())
    }

    fn errands(&self, most: usize) -> Reply<'_, Vec<GameId>> {
        self.with(|tables| tables.errands(most))
    }

    fn take_errands(&self, _now: i64, _until: i64, most: usize) -> Reply<'_, Vec<GameId>> {
        self.errands(most)
    }

    fn listed(&self, state: Option<GameState>, before: Option<u64>, most: usize) -> Reply<'_, Vec<CardRow>> {
        self.with(|tables| {
            tables.cards(before, most, |kept| {
                kept.row.listed && state.is_none_or(|state| state == kept.row.state)
            })
        })
    }

    fn every_game(&self, before: Option<u64>, most: usize) -> Reply<'_, Vec<CardRow>> {
        self.with(|tables| tables.cards(before, most, |_| true))
    }

    fn games_of(&self, person: u64, most: usize) -> Reply<'_, Vec<CardRow>> {
        self.with(|tables| tables.cards(None, most, |kept| kept.members.contains(&person)))
    }

    fn count_games_of_maker(&self, maker: u64) -> Reply<'_, u64> {
        self.with(|tables| {
            let open = |kept: &&Kept| kept.row.maker == maker && kept.row.state != GameState::Over;
            tables.games.values().filter(open).count() as u64
        })
    }

    fn redact(&self, id: GameId, version: u64, record: String) -> Reply<'_, bool> {
        self.with(|tables| tables.redact(id, version, record))
    }

    fn delete_game(&self, id: GameId) -> Reply<'_, bool> {
        self.with(|tables| tables.delete_game(id))
    }

    fn add_person(&self, row: PersonRow) -> Reply<'_, bool> {
        self.with(|tables| tables.add_person(row))
    }

    fn person(&self, id: u64) -> Reply<'_, Option<PersonRow>> {
        self.with(|tables| tables.people.get(&id).cloned())
    }

    fn person_by_handle(&self, handle: &str) -> Reply<'_, Option<PersonRow>> {
        self.with(|tables| tables.people.values().find(|row| row.handle == handle).cloned())
    }

    fn person_by_recovery(&self, hash: Hash) -> Reply<'_, Option<PersonRow>> {
        self.with(|tables| tables.people.values().find(|row| row.recovery == Some(hash)).cloned())
    }

    fn update_person(&self, row: PersonRow) -> Reply<'_, bool> {
        self.with(|tables| tables.update_person(row))
    }

    fn delete_person(&self, id: u64) -> Reply<'_, bool> {
        self.with(|tables| tables.delete_person(id))
    }

    fn add_key(&self, row: KeyRow) -> Reply<'_, bool> {
        self.with(|tables| tables.add_key(row))
    }

    fn key(&self, hash: Hash) -> Reply<'_, Option<KeyRow>> {
        self.with(|tables| tables.keys.get(&hash).cloned())
    }

    fn take_key(&self, hash: Hash) -> Reply<'_, Option<KeyRow>> {
        self.with(|tables| tables.keys.remove(&hash))
    }

    fn drop_key(&self, hash: Hash, person: u64) -> Reply<'_, bool> {
        self.with(|tables| tables.drop_key(hash, person))
    }

    fn keys_of(&self, person: u64) -> Reply<'_, Vec<KeyRow>> {
        self.with(|tables| tables.keys_of(person))
    }

    fn drop_expired_keys(&self, now: i64) -> Reply<'_, u64> {
        self.with(|tables| tables.drop_expired_keys(now))
    }

    fn set_shun(&self, person: u64, other: u64, shun: Option<Shun>) -> Reply<'_, ()> {
        self.with(|tables| tables.set_shun(person, other, shun))
    }

    fn shuns(&self, person: u64) -> Reply<'_, Vec<(u64, Shun)>> {
        self.with(|tables| tables.shuns(person))
    }

    fn add_report(&self, row: ReportRow) -> Reply<'_, ()> {
        self.with(|tables| tables.reports.push(row))
    }

    fn reports(&self, most: usize) -> Reply<'_, Vec<ReportRow>> {
        self.with(|tables| tables.reports.iter().rev().take(most.min(crate::MOST_ROWS)).cloned().collect())
    }

    fn check(&self) -> Reply<'_, Vec<String>> {
        self.with(|tables| tables.faults())
    }

    fn census(&self, now: i64) -> Reply<'_, Census> {
        self.with(|tables| tables.census(now))
    }

    fn people_after(&self, after: Option<u64>, most: usize) -> Reply<'_, Vec<PersonRow>> {
        self.with(|tables| {
            let rest = tables.people.values().filter(|row| after.is_none_or(|after| row.id > after));
            rest.take(most.min(MOST_ROWS)).cloned().collect()
        })
    }

    fn reports_after(&self, after: u64, most: usize) -> Reply<'_, Vec<(u64, ReportRow)>> {
        self.with(|tables| {
            let rest = (1..).zip(&tables.reports).filter(|(number, _)| *number > after);
            rest.take(most.min(MOST_ROWS)).map(|(number, row)| (number, row.clone())).collect()
        })
    }

    fn games_after(&self, after: u64, most: usize) -> Reply<'_, Vec<(u64, GameId)>> {
        self.with(|tables| {
            let rest = tables.games.iter().filter(|(number, _)| **number > after);
            rest.take(most.min(MOST_ROWS)).map(|(number, kept)| (*number, kept.row.id)).collect()
        })
    }

    fn backstage(&self, id: GameId) -> Reply<'_, Backstage> {
        self.with(|tables| tables.backstage(id))
    }

    fn put(&self, game: WholeGame) -> Reply<'_, bool> {
        self.with(|tables| tables.put(game))
    }

    fn hints(&self) -> Option<broadcast::Receiver<Hint>> {
        None
    }

    fn close(&self) -> Reply<'_, ()> {
        *self.lock() = None;
        Box::pin(std::future::ready(Ok(())))
    }
}

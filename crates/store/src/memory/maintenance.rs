//! Maintenance of the in-memory store: check, statistics, cleanup, import, close.

use super::{Memory, StoredGame, Tables};
use crate::chain::{ChainCheck, ChainHead, LinkedRecord};
use crate::{
    Fault, FullGame, GameId, GameInternals, GameRow, GameState, MAX_ROWS, Maintenance, PersonRow, Reply,
    ReportRow, Stats,
};

impl Maintenance for Memory {
    fn check(&self) -> Reply<'_, Vec<Fault>> {
        self.with_tables(|tables| tables.games.values().flat_map(StoredGame::faults).collect())
    }

    fn check_room(&self) -> Reply<'_, ()> {
        self.with_tables(|_| ())
    }

    fn stats(&self, now: i64) -> Reply<'_, Stats> {
        self.with_tables(|tables| tables.stats(now))
    }

    fn delete_expired_keys(&self, now: i64) -> Reply<'_, u64> {
        self.with_tables(|tables| {
            let before = tables.keys.len();
            tables.keys.retain(|_, key| key.expires.is_none_or(|expires| expires > now));
            (before - tables.keys.len()) as u64
        })
    }

    fn people_after(&self, after: Option<u64>, limit: usize) -> Reply<'_, Vec<PersonRow>> {
        self.with_tables(|tables| {
            let rest = tables.people.values().filter(|row| after.is_none_or(|after| row.id > after));
            rest.take(limit.min(MAX_ROWS)).cloned().collect()
        })
    }

    fn reports_after(&self, after: u64, limit: usize) -> Reply<'_, Vec<(u64, ReportRow)>> {
        self.with_tables(|tables| {
            let rest = (1..).zip(&tables.reports).filter(|(number, _)| *number > after);
            rest.take(limit.min(MAX_ROWS)).map(|(number, row)| (number, row.clone())).collect()
        })
    }

    fn games_after(&self, after: u64, limit: usize) -> Reply<'_, Vec<(u64, GameId)>> {
        self.with_tables(|tables| {
            let rest = tables.games.iter().filter(|(number, _)| **number > after);
            rest.take(limit.min(MAX_ROWS)).map(|(number, game)| (*number, game.row.id)).collect()
        })
    }

    fn game_internals(&self, id: GameId) -> Reply<'_, GameInternals> {
        self.with_tables(|tables| tables.game(id).map(StoredGame::internals).unwrap_or_default())
    }

    fn import_game(&self, game: FullGame) -> Reply<'_, bool> {
        self.with_tables(|tables| tables.import(game))
    }

    fn wipe_deleted(&self) -> Reply<'_, bool> {
        Box::pin(std::future::ready(Ok(true)))
    }

    fn close(&self) -> Reply<'_, ()> {
        *self.lock() = None;
        Box::pin(std::future::ready(Ok(())))
    }
}

impl Tables {
    fn stats(&self, now: i64) -> Stats {
        let rows = || self.games.values().map(|game| &game.row);
        let count = |state| rows().filter(|row| row.state == state).count() as u64;
        Stats {
            gathering: count(GameState::Gathering),
            underway: count(GameState::Underway),
            over: count(GameState::Over),
            people: self.people.len() as u64,
            due: rows().filter(|row| row.due.is_some_and(|due| due <= now)).count() as u64,
            bots_due: rows().filter(|row| row.bots_due).count() as u64,
        }
    }

    fn import(&mut self, full_game: FullGame) -> bool {
        if self.numbers.contains_key(&full_game.game.id) {
            return false;
        }
        self.last_number += 1;
        let chain = full_game.completed_chain();
        let GameInternals { members, nonces, chain: _ } = full_game.internals;
        let row = GameRow { number: self.last_number, ..full_game.game };
        self.numbers.insert(row.id, self.last_number);
        let nonces = nonces.into_iter().collect();
        let events = full_game.events;
        self.games
            .insert(self.last_number, StoredGame { row, events, nonces, members, chain, news_after: None });
        true
    }
}

impl StoredGame {
    fn faults(&self) -> Vec<Fault> {
        let hash = self.chain.links.last().and_then(|link| link.hash);
        let version = self.row.version;
        let head = ChainHead { version, chained: Some(version), hash, rewrites: self.chain.rewrites };
        let mut check = ChainCheck::new(self.row.id, head);
        let charter = (0, self.row.made, &self.row.charter);
        let events = self.events.iter().map(|event| (event.version, event.at, &event.record));
        for ((version, at, record), link) in std::iter::once(charter).chain(events).zip(&self.chain.links) {
            check.add(&LinkedRecord { version, at, record: record.clone(), link: *link });
        }
        check.finish()
    }

    fn internals(&self) -> GameInternals {
        let mut members = self.members.clone();
        members.sort_unstable();
        members.dedup();
        let mut nonces: Vec<(String, u64)> =
            self.nonces.iter().map(|(nonce, version)| (nonce.clone(), *version)).collect();
        nonces.sort_unstable();
        GameInternals { members, nonces, chain: self.chain.clone() }
    }
}

//! Games in the in-memory store.

use std::collections::HashMap;

use tokio::sync::broadcast;

use super::{Memory, StoredGame, Tables};
use crate::{
    Append, Appended, ChangeNotice, Created, EventRow, GameId, GameRow, GameState, GameSummaryRow, Games,
    MAX_ROWS, NewEvent, NewGame, Reply, VersionStamp,
};

impl Games for Memory {
    fn create(&self, new: NewGame) -> Reply<'_, Created> {
        self.with_tables(|tables| tables.create(new))
    }

    fn append(&self, append: Append) -> Reply<'_, Appended> {
        self.with_tables(|tables| tables.append(append))
    }

    fn find_append(&self, id: GameId, nonce: &str) -> Reply<'_, Option<u64>> {
        self.with_tables(|tables| tables.game(id)?.nonces.get(nonce).copied())
    }

    fn game(&self, id: GameId) -> Reply<'_, Option<GameRow>> {
        self.with_tables(|tables| tables.game(id).map(|game| game.row.clone()))
    }

    fn events(&self, id: GameId, after: u64, limit: usize) -> Reply<'_, Vec<EventRow>> {
        self.with_tables(|tables| {
            let Some(game) = tables.game(id) else { return Vec::new() };
            let first = usize::try_from(after).unwrap_or(usize::MAX).min(game.events.len());
            game.events[first..].iter().take(limit.min(MAX_ROWS)).cloned().collect()
        })
    }

    fn versions(&self, ids: Vec<GameId>) -> Reply<'_, Vec<(GameId, VersionStamp)>> {
        self.with_tables(|tables| {
            let stamp = |id| Some((id, VersionStamp { version: tables.game(id)?.row.version, rewrites: 0 }));
            ids.into_iter().filter_map(stamp).collect()
        })
    }

    fn change_notices(&self) -> Option<broadcast::Receiver<ChangeNotice>> {
        None
    }

    fn listed_games(
        &self,
        state: Option<GameState>,
        before: Option<u64>,
        limit: usize,
    ) -> Reply<'_, Vec<GameSummaryRow>> {
        self.with_tables(|tables| {
            let fits =
                |game: &StoredGame| game.row.listed && state.is_none_or(|state| state == game.row.state);
            tables.summaries(before, limit, fits)
        })
    }

    fn all_games(&self, before: Option<u64>, limit: usize) -> Reply<'_, Vec<GameSummaryRow>> {
        self.with_tables(|tables| tables.summaries(before, limit, |_| true))
    }

    fn games_of(&self, person: u64, limit: usize) -> Reply<'_, Vec<GameSummaryRow>> {
        self.with_tables(|tables| tables.summaries(None, limit, |game| game.members.contains(&person)))
    }

    fn count_open_games(&self, maker: u64) -> Reply<'_, u64> {
        self.with_tables(|tables| {
            let open = |game: &&StoredGame| game.row.maker == maker && game.row.state != GameState::Over;
            tables.games.values().filter(open).count() as u64
        })
    }

    fn redact(&self, id: GameId, version: u64, record: String) -> Reply<'_, bool> {
        self.with_tables(|tables| tables.redact(id, version, record))
    }

    fn delete_game(&self, id: GameId) -> Reply<'_, bool> {
        self.with_tables(|tables| {
            tables.numbers.remove(&id).and_then(|number| tables.games.remove(&number)).is_some()
        })
    }
}

impl Tables {
    fn create(&mut self, new: NewGame) -> Created {
        if self.numbers.contains_key(&new.id) {
            return Created::Exists;
        }
        self.last_number += 1;
        let row = GameRow {
            id: new.id,
            number: self.last_number,
            variant: new.variant,
            maker: new.maker,
            made: new.made,
            listed: new.listed,
            charter: new.charter,
            summary: new.summary,
            version: 0,
            state: new.state,
            due: new.due,
            bots_due: new.bots_due,
        };
        let mut game = StoredGame { row, events: Vec::new(), nonces: HashMap::new(), members: new.members };
        game.push(new.events);
        self.numbers.insert(new.id, self.last_number);
        self.games.insert(self.last_number, game);
        Created::Done
    }

    fn append(&mut self, append: Append) -> Appended {
        let Some(game) = self.game_mut(append.game) else { return Appended::NoGame };
        if let Some(version) = append.nonce.as_ref().and_then(|nonce| game.nonces.get(nonce)) {
            return Appended::Repeated { version: *version };
        }
        if game.row.version != append.expected {
            return Appended::Conflict { version: game.row.version };
        }
        game.push(append.events);
        let version = game.row.version;
        if let Some(nonce) = append.nonce {
            game.nonces.insert(nonce, version);
        }
        game.row.summary = append.summary;
        game.row.state = append.state;
        game.row.due = append.due;
        game.row.bots_due = append.bots_due;
        if let Some(members) = append.members {
            game.members = members;
        }
        Appended::Done { version }
    }

    fn summaries(
        &self,
        before: Option<u64>,
        limit: usize,
        fits: impl Fn(&StoredGame) -> bool,
    ) -> Vec<GameSummaryRow> {
        let older = self.games.range(..before.unwrap_or(u64::MAX)).rev().map(|(_, game)| game);
        older.filter(|game| fits(game)).take(limit.min(MAX_ROWS)).map(|game| summary_row(&game.row)).collect()
    }

    fn redact(&mut self, id: GameId, version: u64, record: String) -> bool {
        let Some(game) = self.game_mut(id) else { return false };
        if version == 0 {
            game.row.charter = record;
            return true;
        }
        let event = game.events.iter_mut().find(|event| event.version == version);
        event.map(|event| event.record = record).is_some()
    }
}

impl StoredGame {
    fn push(&mut self, events: Vec<NewEvent>) {
        for NewEvent { at, record } in events {
            self.row.version += 1;
            self.events.push(EventRow { version: self.row.version, at, record });
        }
    }
}

fn summary_row(row: &GameRow) -> GameSummaryRow {
    GameSummaryRow {
        id: row.id,
        number: row.number,
        summary: row.summary.clone(),
        state: row.state,
        version: row.version,
        made: row.made,
    }
}

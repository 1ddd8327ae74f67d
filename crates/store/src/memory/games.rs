//! Games in the in-memory store.

use std::collections::HashMap;

use tokio::sync::broadcast;

use super::{Memory, StoredGame, Tables};
use crate::chain::{CHAIN_START, digest, link};
use crate::record::people_in;
use crate::{
    Append, Appended, Chain, ChainHash, ChangeNotice, Created, EventRow, GameId, GameRow, GameState,
    GameSummaryRow, Games, Link, MAX_ROWS, NewEvent, NewGame, Reply, Rewrite, VersionStamp,
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
            let stamp = |id| {
                let game = tables.game(id)?;
                Some((id, VersionStamp { version: game.row.version, rewrites: game.chain.rewrites }))
            };
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

    fn open_games_between(&self, from: GameId, to: GameId, limit: usize) -> Reply<'_, Vec<GameId>> {
        self.with_tables(|tables| {
            let open = tables.games.values().filter(|game| game.row.state != GameState::Over);
            let mut ids: Vec<GameId> = open.map(|game| game.row.id).collect();
            ids.retain(|id| (from..=to).contains(id));
            ids.sort_unstable();
            ids.truncate(limit);
            ids
        })
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

    fn set_summary(&self, id: GameId, summary: String) -> Reply<'_, bool> {
        self.with_tables(|tables| tables.game_mut(id).map(|game| game.row.summary = summary).is_some())
    }

    fn games_naming(&self, person: u64, after: u64, limit: usize) -> Reply<'_, Vec<(u64, GameId)>> {
        self.with_tables(|tables| {
            let names = |record: &str| people_in(record).any(|who| who == person);
            let is_named = |game: &StoredGame| {
                game.row.maker == person
                    || game.members.contains(&person)
                    || names(&game.row.charter)
                    || game.events.iter().any(|event| names(&event.record))
            };
            let rest = tables.games.iter().filter(|(number, game)| **number > after && is_named(game));
            rest.take(limit.min(MAX_ROWS)).map(|(number, game)| (*number, game.row.id)).collect()
        })
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
        let mut game = StoredGame {
            row,
            events: Vec::new(),
            nonces: HashMap::new(),
            members: new.members,
            chain: Chain::default(),
            news_after: new.has_news.then_some(0),
        };
        game.add_link(digest(0, game.row.made, &game.row.charter));
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
        if append.has_news {
            game.news_after.get_or_insert(append.expected);
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
        self.game_mut(id).is_some_and(|game| game.rewrite(version, record))
    }
}

impl StoredGame {
    fn push(&mut self, events: Vec<NewEvent>) {
        for NewEvent { at, record } in events {
            self.row.version += 1;
            let version = self.row.version;
            self.add_link(digest(version, at, &record));
            self.events.push(EventRow { version, at, record });
        }
    }

    fn add_link(&mut self, digest: ChainHash) {
        let before = self.chain.links.last().and_then(|link| link.hash).unwrap_or(CHAIN_START);
        self.chain.links.push(Link { hash: Some(link(&before, &digest)), rewrite: None });
    }

    /// Replaces a record, marks it as rewritten and counts that. False if there is no such record.
    fn rewrite(&mut self, version: u64, record: String) -> bool {
        let (at, stored) = match version {
            0 => (self.row.made, &mut self.row.charter),
            _ => match self.events.iter_mut().find(|event| event.version == version) {
                Some(event) => (event.at, &mut event.record),
                None => return false,
            },
        };
        let link = usize::try_from(version).ok().and_then(|version| self.chain.links.get_mut(version));
        if *stored != record
            && let Some(link) = link
        {
            link.rewrite = Some(Rewrite::next(link.rewrite, version, at, stored, &record));
            self.chain.rewrites += 1;
            *stored = record;
        }
        true
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

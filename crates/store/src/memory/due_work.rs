//! Due work in memory. There is only one node, so no claim is stored.

use super::{Memory, StoredGame};
use crate::{DueWork, GameId, MAX_ROWS, Reply};

impl DueWork for Memory {
    fn due_games(&self, now: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        self.with_tables(|tables| {
            let rows = tables.games.values().map(|game| &game.row);
            let mut due: Vec<_> = rows
                .filter_map(|row| Some((row.due?, row.number, row.id)))
                .filter(|(due, ..)| *due <= now)
                .collect();
            due.sort_unstable();
            due.into_iter().take(limit.min(MAX_ROWS)).map(|(.., id)| id).collect()
        })
    }

    fn claim_due_games(&self, now: i64, _until: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        self.due_games(now, limit)
    }

    fn games_ahead(&self, after: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        self.with_tables(|tables| {
            let is_ahead = |game: &&StoredGame| {
                let last = game.events.last().map_or(game.row.made, |event| event.at);
                last > after && game.row.due.is_some_and(|due| due > after)
            };
            let mut ahead: Vec<_> = tables.games.values().filter(is_ahead).map(|game| &game.row).collect();
            ahead.sort_unstable_by_key(|row| std::cmp::Reverse(row.due));
            ahead.into_iter().take(limit.min(MAX_ROWS)).map(|row| row.id).collect()
        })
    }

    fn next_due(&self) -> Reply<'_, Option<i64>> {
        self.with_tables(|tables| tables.games.values().filter_map(|game| game.row.due).min())
    }

    fn bots_due(&self, limit: usize) -> Reply<'_, Vec<GameId>> {
        self.with_tables(|tables| {
            let owing = tables.games.values().filter(|game| game.row.bots_due);
            owing.take(limit.min(MAX_ROWS)).map(|game| game.row.id).collect()
        })
    }

    fn claim_bots_due(&self, _now: i64, _until: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        self.bots_due(limit)
    }
}

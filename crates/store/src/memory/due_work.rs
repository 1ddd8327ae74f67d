//! Due work in memory. Nobody shares it, so nothing is marked as taken.

use super::Memory;
use crate::{DueWork, GameId, MAX_ROWS, Reply};

impl DueWork for Memory {
    fn due(&self, now: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        self.with(|tables| {
            let rows = tables.games.values().map(|game| &game.row);
            let mut due: Vec<_> = rows
                .filter_map(|row| Some((row.due?, row.number, row.id)))
                .filter(|(due, ..)| *due <= now)
                .collect();
            due.sort_unstable();
            due.into_iter().take(limit.min(MAX_ROWS)).map(|(.., id)| id).collect()
        })
    }

    fn take_due(&self, now: i64, _until: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        self.due(now, limit)
    }

    fn next_due(&self) -> Reply<'_, Option<i64>> {
        self.with(|tables| tables.games.values().filter_map(|game| game.row.due).min())
    }

    fn bots_due(&self, limit: usize) -> Reply<'_, Vec<GameId>> {
        self.with(|tables| {
            let owing = tables.games.values().filter(|game| game.row.bots_due);
            owing.take(limit.min(MAX_ROWS)).map(|game| game.row.id).collect()
        })
    }

    fn take_bots_due(&self, _now: i64, _until: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        self.bots_due(limit)
    }
}

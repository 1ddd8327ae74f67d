//! Due work in SQLite. Only one server uses a folder, so no claim is stored.

use rusqlite::params;

use super::Sqlite;
use super::query::{first, game_id, row_limit, rows};
use crate::{DueWork, GameId, Reply};

impl DueWork for Sqlite {
    fn due_games(&self, now: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        self.read(move |db| {
            let sql = "SELECT id FROM games WHERE due <= ?1 ORDER BY due, number LIMIT ?2";
            rows(db, sql, params![now, row_limit(limit)], |row| game_id(row, 0))
        })
    }

    fn claim_due_games(&self, now: i64, _until: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        self.due_games(now, limit)
    }

    fn games_ahead(&self, after: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        self.read(move |db| {
            let sql = "SELECT id FROM games WHERE due > ?1 AND
                   (SELECT at FROM events WHERE game = number AND events.version = games.version) > ?1
                 ORDER BY due DESC LIMIT ?2";
            rows(db, sql, params![after, row_limit(limit)], |row| game_id(row, 0))
        })
    }

    fn next_due(&self) -> Reply<'_, Option<i64>> {
        self.read(|db| {
            let earliest =
                first(db, "SELECT min(due) FROM games WHERE due IS NOT NULL", &[], |row| row.get(0))?;
            Ok(earliest.flatten())
        })
    }

    fn bots_due(&self, limit: usize) -> Reply<'_, Vec<GameId>> {
        self.read(move |db| {
            let sql = "SELECT id FROM games WHERE errand = 1 ORDER BY number LIMIT ?1";
            rows(db, sql, params![row_limit(limit)], |row| game_id(row, 0))
        })
    }

    fn claim_bots_due(&self, _now: i64, _until: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        self.bots_due(limit)
    }
}

//! Due work in PostgreSQL: a node marks the games that it claims.
//!
//! Claims are written without waiting for the disk. If one is lost, another node does the same work too.

use super::Postgres;
use super::pool::Retry;
use super::rows::{first, game_id, get, row_limit, rows};
use crate::{DueWork, GameId, MAX_CLAIM_SECONDS, Reply};

/// How many games a node claims at a time, so that other nodes get some too.
const MAX_CLAIMED_GAMES: usize = 64;

impl DueWork for Postgres {
    fn due_games(&self, now: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        Box::pin(async move {
            let sql = "SELECT id FROM games WHERE due <= $1 ORDER BY due, number LIMIT $2";
            let found = self.db.query(Retry::Safe, sql, &[&now, &row_limit(limit)]).await;
            rows(found, |row| game_id(row, 0))
        })
    }

    fn claim_due_games(&self, now: i64, until: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        Box::pin(async move {
            let sql = "UPDATE games SET due_taken = $2 WHERE number IN (
                   SELECT number FROM games WHERE due <= $1 AND (due_taken <= $1 OR due_taken > $4)
                   ORDER BY due, number LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
                 RETURNING id";
            let limit = row_limit(limit.min(MAX_CLAIMED_GAMES));
            let wrong = now.saturating_add(MAX_CLAIM_SECONDS);
            let found = self.unsynced.query(Retry::Unsafe, sql, &[&now, &until, &limit, &wrong]).await;
            rows(found, |row| game_id(row, 0))
        })
    }

    fn games_ahead(&self, after: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        Box::pin(async move {
            let sql = "SELECT id FROM games WHERE due > $1 AND
                   (SELECT at FROM events WHERE game = number AND events.version = games.version) > $1
                 ORDER BY due DESC LIMIT $2";
            let found = self.db.query(Retry::Safe, sql, &[&after, &row_limit(limit)]).await;
            rows(found, |row| game_id(row, 0))
        })
    }

    fn next_due(&self) -> Reply<'_, Option<i64>> {
        Box::pin(async move {
            let sql = "SELECT min(due) FROM games WHERE due IS NOT NULL";
            let earliest = first(self.db.query(Retry::Safe, sql, &[]).await, |row| get(row, 0))?;
            Ok(earliest.flatten())
        })
    }

    fn bots_due(&self, limit: usize) -> Reply<'_, Vec<GameId>> {
        Box::pin(async move {
            let sql = "SELECT id FROM games WHERE errand ORDER BY number LIMIT $1";
            let found = self.db.query(Retry::Safe, sql, &[&row_limit(limit)]).await;
            rows(found, |row| game_id(row, 0))
        })
    }

    fn claim_bots_due(&self, now: i64, until: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        Box::pin(async move {
            let sql = "UPDATE games SET errand_taken = $2 WHERE number IN (
                   SELECT number FROM games WHERE errand AND (errand_taken <= $1 OR errand_taken > $4)
                   ORDER BY number LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
                 RETURNING id";
            let limit = row_limit(limit.min(MAX_CLAIMED_GAMES));
            let wrong = now.saturating_add(MAX_CLAIM_SECONDS);
            let found = self.unsynced.query(Retry::Unsafe, sql, &[&now, &until, &limit, &wrong]).await;
            rows(found, |row| game_id(row, 0))
        })
    }
}

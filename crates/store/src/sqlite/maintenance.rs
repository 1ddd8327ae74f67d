//! Maintenance of a SQLite store: check, statistics, cleanup, import, close.

use rusqlite::{Connection, Result, params};

use super::games::{add_appearances, linked_record, set_members};
use super::people::{person_row, report_row};
use super::query::{execute, first, game_id, get_u64, row_limit, rows, saturating_i64};
use super::schema::{self, ChainColumns};
use super::{Sqlite, check};
use crate::{
    Chain, Fault, FullGame, GameId, GameInternals, Maintenance, PersonRow, Reply, ReportRow, Stats,
    StoreError,
};

impl Maintenance for Sqlite {
    fn check(&self) -> Reply<'_, Vec<Fault>> {
        self.read(|db| Ok(check::faults(db)))
    }

    fn check_room(&self) -> Reply<'_, ()> {
        // Some pages, in the file and in the log. What is left is free for the next append.
        self.write(|db| {
            db.execute_batch(
                "CREATE TABLE room (bytes BLOB); INSERT INTO room VALUES (zeroblob(16384)); DROP TABLE room",
            )
        })
    }

    fn stats(&self, now: i64) -> Reply<'_, Stats> {
        self.read(move |db| stats(db, now))
    }

    fn delete_expired_keys(&self, now: i64) -> Reply<'_, u64> {
        self.write(move |db| Ok(execute(db, "DELETE FROM keys WHERE expires <= ?1", params![now])? as u64))
    }

    fn people_after(&self, after: Option<u64>, limit: usize) -> Reply<'_, Vec<PersonRow>> {
        self.read(move |db| {
            let sql = "SELECT id, handle, name, language, made, seen, passphrase, recovery FROM people
                 WHERE ?1 IS NULL OR id > ?1 ORDER BY id LIMIT ?2";
            rows(db, sql, params![after.map(u64::cast_signed), row_limit(limit)], person_row)
        })
    }

    fn reports_after(&self, after: u64, limit: usize) -> Reply<'_, Vec<(u64, ReportRow)>> {
        self.read(move |db| {
            let sql = "SELECT at, by_person, about, game, text, number FROM reports
                 WHERE number > ?1 ORDER BY number LIMIT ?2";
            rows(db, sql, params![saturating_i64(after), row_limit(limit)], |row| {
                Ok((get_u64(row, 5)?, report_row(row)?))
            })
        })
    }

    fn games_after(&self, after: u64, limit: usize) -> Reply<'_, Vec<(u64, GameId)>> {
        self.read(move |db| {
            let sql = "SELECT number, id FROM games WHERE number > ?1 ORDER BY number LIMIT ?2";
            rows(db, sql, params![saturating_i64(after), row_limit(limit)], |row| {
                Ok((get_u64(row, 0)?, game_id(row, 1)?))
            })
        })
    }

    fn game_internals(&self, id: GameId) -> Reply<'_, GameInternals> {
        self.read(move |db| internals(db, id))
    }

    fn import_game(&self, game: FullGame) -> Reply<'_, bool> {
        self.write(move |db| import(db, &game))
    }

    fn wipe_deleted(&self) -> Reply<'_, bool> {
        // Freed space is zeroed when it is freed; only the log still has what was there before.
        Box::pin(async move {
            match &self.writer {
                Some(writer) => writer.empty_log().await,
                None => Err(StoreError::ReadOnly),
            }
        })
    }

    fn close(&self) -> Reply<'_, ()> {
        Box::pin(async move {
            // The last connection to close cleans up the log. That must be the writer's.
            self.readers.close().await;
            match &self.writer {
                Some(writer) => writer.close().await,
                None => Ok(()),
            }
        })
    }
}

fn stats(db: &Connection, now: i64) -> Result<Stats> {
    let sql =
        "SELECT (SELECT count(*) FROM games WHERE state = 0), (SELECT count(*) FROM games WHERE state = 1),
               (SELECT count(*) FROM games WHERE state = 2), (SELECT count(*) FROM people),
               (SELECT count(*) FROM games WHERE due <= ?1), (SELECT count(*) FROM games WHERE errand = 1)";
    let stats = first(db, sql, params![now], |row| {
        Ok(Stats {
            gathering: get_u64(row, 0)?,
            underway: get_u64(row, 1)?,
            over: get_u64(row, 2)?,
            people: get_u64(row, 3)?,
            due: get_u64(row, 4)?,
            bots_due: get_u64(row, 5)?,
        })
    })?;
    Ok(stats.unwrap_or_default())
}

fn internals(db: &Connection, id: GameId) -> Result<GameInternals> {
    let id = id.to_string();
    let sql = "SELECT person FROM members JOIN games ON game = number WHERE id = ?1";
    let mut members = rows(db, sql, params![id], |row| get_u64(row, 0))?;
    let sql = "SELECT nonce, nonces.version FROM nonces JOIN games ON game = number WHERE id = ?1";
    let mut nonces = rows(db, sql, params![id], |row| Ok((row.get::<_, String>(0)?, get_u64(row, 1)?)))?;
    // The order must not depend on how the database sorts.
    members.sort_unstable();
    nonces.sort_unstable();
    Ok(GameInternals { members, nonces, chain: chain(db, &id)? })
}

fn chain(db: &Connection, id: &str) -> Result<Chain> {
    if schema::chain_columns(db)? == ChainColumns::Absent {
        return Ok(Chain::default());
    }
    let rewrites = first(db, "SELECT rewrites FROM games WHERE id = ?1", params![id], |row| get_u64(row, 0))?;
    let sql = "SELECT game, version, at, record, hash, original, rewritten, seal FROM events
         WHERE game = (SELECT number FROM games WHERE id = ?1) ORDER BY version";
    let links = rows(db, sql, params![id], |row| Ok(linked_record(row)?.link))?;
    Ok(Chain { links, rewrites: rewrites.unwrap_or_default() })
}

fn import(db: &Connection, full_game: &FullGame) -> Result<bool> {
    let game = &full_game.game;
    let made = execute(
        db,
        "INSERT OR IGNORE INTO games (id, variant, maker, made, listed, version, state, due, errand, card)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        params![
            game.id.to_string(),
            game.variant,
            game.maker.cast_signed(),
            game.made,
            game.listed,
            saturating_i64(game.version),
            game.state.code(),
            game.due,
            game.bots_due,
            game.summary,
        ],
    )?;
    if made == 0 {
        return Ok(false);
    }
    let number = db.last_insert_rowid();
    let chain = full_game.completed_chain();
    let sql = "INSERT INTO events (game, version, at, record, hash, original, rewritten, seal)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    for (version, ((at, record), link)) in (0i64..).zip(full_game.records().zip(&chain.links)) {
        let mark = link.rewrite;
        let count = saturating_i64(mark.map_or(0, |mark| mark.count));
        let (original, seal) = (mark.map(|mark| mark.original), mark.map(|mark| mark.seal));
        execute(db, sql, params![number, version, at, record, link.hash, original, count, seal])?;
    }
    let last = chain.links.last().and_then(|link| link.hash);
    let sql = "UPDATE games SET hash = ?2, rewrites = ?3 WHERE number = ?1";
    execute(db, sql, params![number, last, saturating_i64(chain.rewrites)])?;
    set_members(db, number, &full_game.internals.members)?;
    add_appearances(db, number, &full_game.people())?;
    for (nonce, version) in &full_game.internals.nonces {
        let sql = "INSERT INTO nonces (game, nonce, version) VALUES (?1, ?2, ?3)";
        execute(db, sql, params![number, nonce, saturating_i64(*version)])?;
    }
    Ok(true)
}

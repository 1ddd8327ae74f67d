//! Maintenance of a PostgreSQL store: check, statistics, cleanup, import, close.

use super::people::{person_row, report_row};
use super::pool::{Pool, Retry};
use super::rows::{first, game_id, get, get_u64, ids_as_i64, row_limit, rows, saturating_i64};
use super::{Postgres, chain, check, random_tag};
use crate::{
    ChainHash, Fault, FullGame, GameId, GameInternals, Maintenance, PersonRow, Reply, ReportRow, Stats,
    StoreError,
};

impl Maintenance for Postgres {
    fn check(&self) -> Reply<'_, Vec<Fault>> {
        Box::pin(check::faults(&self.db))
    }

    fn check_room(&self) -> Reply<'_, ()> {
        Box::pin(async move {
            let sql = "UPDATE detente_form SET version = version";
            self.db.query(Retry::Safe, sql, &[]).await?;
            Ok(())
        })
    }

    fn stats(&self, now: i64) -> Reply<'_, Stats> {
        Box::pin(stats(&self.db, now))
    }

    fn delete_expired_keys(&self, now: i64) -> Reply<'_, u64> {
        Box::pin(async move {
            let sql = "DELETE FROM keys WHERE expires <= $1 RETURNING person";
            Ok(self.db.query(Retry::Safe, sql, &[&now]).await?.len() as u64)
        })
    }

    fn people_after(&self, after: Option<u64>, limit: usize) -> Reply<'_, Vec<PersonRow>> {
        Box::pin(async move {
            let sql = "SELECT id, handle, name, language, made, seen, passphrase, recovery FROM people
                 WHERE $1::bigint IS NULL OR id > $1 ORDER BY id LIMIT $2";
            let after = after.map(u64::cast_signed);
            rows(self.db.query(Retry::Safe, sql, &[&after, &row_limit(limit)]).await, person_row)
        })
    }

    fn reports_after(&self, after: u64, limit: usize) -> Reply<'_, Vec<(u64, ReportRow)>> {
        Box::pin(async move {
            let sql = "SELECT at, by_person, about, game, text, number FROM reports
                 WHERE number > $1 ORDER BY number LIMIT $2";
            let found = self.db.query(Retry::Safe, sql, &[&saturating_i64(after), &row_limit(limit)]).await;
            rows(found, |row| Ok((get_u64(row, 5)?, report_row(row)?)))
        })
    }

    fn games_after(&self, after: u64, limit: usize) -> Reply<'_, Vec<(u64, GameId)>> {
        Box::pin(async move {
            let sql = "SELECT number, id FROM games WHERE number > $1 ORDER BY number LIMIT $2";
            let found = self.db.query(Retry::Safe, sql, &[&saturating_i64(after), &row_limit(limit)]).await;
            rows(found, |row| Ok((get_u64(row, 0)?, game_id(row, 1)?)))
        })
    }

    fn game_internals(&self, id: GameId) -> Reply<'_, GameInternals> {
        Box::pin(internals(&self.db, id))
    }

    fn import_game(&self, game: FullGame) -> Reply<'_, bool> {
        Box::pin(async move { import(&self.db, &game, random_tag()).await })
    }

    fn wipe_deleted(&self) -> Reply<'_, bool> {
        // PostgreSQL's own vacuum does this.
        Box::pin(std::future::ready(Ok(true)))
    }

    fn close(&self) -> Reply<'_, ()> {
        Box::pin(async move {
            self.stop_tasks();
            self.db.close().await;
            self.unsynced.close().await;
            Ok(())
        })
    }
}

async fn stats(db: &Pool, now: i64) -> Result<Stats, StoreError> {
    let sql =
        "SELECT (SELECT count(*) FROM games WHERE state = 0), (SELECT count(*) FROM games WHERE state = 1),
               (SELECT count(*) FROM games WHERE state = 2), (SELECT count(*) FROM people),
               (SELECT count(*) FROM games WHERE due <= $1), (SELECT count(*) FROM games WHERE errand)";
    let stats = first(db.query(Retry::Safe, sql, &[&now]).await, |row| {
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

async fn internals(db: &Pool, id: GameId) -> Result<GameInternals, StoreError> {
    let id = id.to_string();
    let sql = "SELECT person FROM members JOIN games ON game = number WHERE id = $1";
    let mut members = rows(db.query(Retry::Safe, sql, &[&id]).await, |row| get_u64(row, 0))?;
    let sql = "SELECT nonce, nonces.version FROM nonces JOIN games ON game = number WHERE id = $1";
    let found = db.query(Retry::Safe, sql, &[&id]).await;
    let mut nonces = rows(found, |row| Ok((get::<String>(row, 0)?, get_u64(row, 1)?)))?;
    // The order must not depend on how the database sorts.
    members.sort_unstable();
    nonces.sort_unstable();
    let chain = chain::chain(db, &id).await?;
    Ok(GameInternals { members, nonces, chain })
}

async fn import(db: &Pool, full_game: &FullGame, tag: i64) -> Result<bool, StoreError> {
    let (game, internals) = (&full_game.game, &full_game.internals);
    let (times, records): (Vec<i64>, Vec<&str>) = full_game.records().unzip();
    let chain = full_game.completed_chain();
    let hashes: Vec<Option<&[u8]>> = chain.hashes().collect();
    let last = hashes.last().copied().flatten();
    let marks = || chain.links.iter().map(|link| link.rewrite.as_ref());
    let bytes = |hash: &'_ ChainHash| hash.to_vec();
    let originals: Vec<Option<Vec<u8>>> =
        marks().map(|mark| mark.map(|mark| bytes(&mark.original))).collect();
    let counts: Vec<i64> = marks().map(|mark| mark.map_or(0, |mark| saturating_i64(mark.count))).collect();
    let seals: Vec<Option<Vec<u8>>> = marks().map(|mark| mark.map(|mark| bytes(&mark.seal))).collect();
    let names: Vec<&str> = internals.nonces.iter().map(|(nonce, _)| nonce.as_str()).collect();
    let versions: Vec<i64> = internals.nonces.iter().map(|(_, version)| saturating_i64(*version)).collect();
    let rows = db
        .query(
            Retry::Unsafe,
            "WITH made AS (
               INSERT INTO games (id, variant, maker, made, listed, version, state, due, errand, card, chained,
                 hash, rewrites)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $6, $17, $18)
               ON CONFLICT (id) DO NOTHING RETURNING number),
             added AS (
               INSERT INTO events (game, version, at, tag, record, hash, original, rewritten, seal)
               SELECT number, i - 1, at, $11, record, hash, original, rewritten, seal
               FROM made, unnest($12::bigint[], $13::text[], $19::bytea[], $20::bytea[], $21::bigint[], $22::bytea[])
                 WITH ORDINALITY AS new (at, record, hash, original, rewritten, seal, i)),
             seated AS (
               INSERT INTO members (game, person) SELECT number, person
               FROM made, unnest($14::bigint[]) AS person),
             remembered AS (
               INSERT INTO nonces (game, nonce, version) SELECT number, nonce, version
               FROM made, unnest($15::text[], $16::bigint[]) AS new (nonce, version)),
             named AS (
               INSERT INTO appearances (person, game) SELECT DISTINCT person, number
               FROM made, unnest($23::bigint[]) AS person ON CONFLICT DO NOTHING)
             SELECT number FROM made",
            &[
                &game.id.to_string(),
                &game.variant,
                &game.maker.cast_signed(),
                &game.made,
                &game.listed,
                &saturating_i64(game.version),
                &game.state.code(),
                &game.due,
                &game.bots_due,
                &game.summary,
                &tag,
                &times,
                &records,
                &ids_as_i64(&internals.members),
                &names,
                &versions,
                &last,
                &saturating_i64(chain.rewrites),
                &hashes,
                &originals,
                &counts,
                &seals,
                &ids_as_i64(&full_game.people()),
            ],
        )
        .await?;
    Ok(!rows.is_empty())
}

//! The hash chain of games in PostgreSQL: reading it, and filling in what nodes of an older version left out.

use tokio_postgres::Row;

use super::pool::{Pool, Retry};
use super::rows::{first, game_id, get, get_u64, row_limit, rows, saturating_i64};
use crate::chain::{CHAIN_START, ChainHead, LinkedRecord, link};
use crate::{Chain, ChainHash, GameId, Link, MAX_ROWS, Rewrite, StoreError};

/// How many games are looked for at once.
const GAMES_PER_QUERY: usize = 100;

/// Fills in the chains of all games. Nodes of an older version may go on writing meanwhile.
pub(super) async fn fill_all(db: &Pool) -> Result<(), StoreError> {
    let mut after = -1;
    loop {
        let sql =
            "SELECT number, id FROM games WHERE chained < version AND number > $1 ORDER BY number LIMIT $2";
        let found = db.query(Retry::Safe, sql, &[&after, &row_limit(GAMES_PER_QUERY)]).await;
        let page = rows(found, |row| Ok((get::<i64>(row, 0)?, game_id(row, 1)?)))?;
        let Some((last, _)) = page.last() else { return Ok(()) };
        after = *last;
        for (_, id) in page {
            fill_game(db, id).await?;
        }
    }
}

/// Fills in the hashes at the end of one game's chain.
pub(super) async fn fill_game(db: &Pool, id: GameId) -> Result<(), StoreError> {
    let sql = "SELECT number, version, chained, hash, rewrites FROM games WHERE id = $1";
    let found = db.query(Retry::Safe, sql, &[&id.to_string()]).await;
    let known = first(found, |row| Ok((get::<i64>(row, 0)?, get::<i64>(row, 4)?, chain_head(row)?)))?;
    let Some((number, rewrites, head)) = known else { return Ok(()) };
    let mut chained = head.chained.map_or(-1, saturating_i64);
    let mut hash = head.hash.unwrap_or(CHAIN_START);
    while chained < saturating_i64(head.version) {
        let page = linked_records(db, number, chained).await?;
        let Some(last) = page.last() else { return Ok(()) };
        let mut hashes = Vec::with_capacity(page.len());
        for record in &page {
            hash = link(&hash, &record.digest());
            hashes.push(hash);
        }
        let versions: Vec<i64> = page.iter().map(|record| saturating_i64(record.version)).collect();
        let hashes: Vec<&[u8]> = hashes.iter().map(|hash| &hash[..]).collect();
        let last = saturating_i64(last.version);
        // Another node may have filled it in, or rewritten a record that was read here.
        let sql = "WITH filled AS (
               UPDATE games SET chained = $3, hash = $4
               WHERE number = $1 AND chained = $2 AND rewrites = $5 RETURNING number)
             UPDATE events SET hash = new.hash
             FROM filled, unnest($6::bigint[], $7::bytea[]) AS new (version, hash)
             WHERE game = filled.number AND events.version = new.version
             RETURNING events.version";
        let last_hash = &hash[..];
        let filled = db
            .query(Retry::Safe, sql, &[&number, &chained, &last, &last_hash, &rewrites, &versions, &hashes])
            .await?;
        if filled.is_empty() {
            return Ok(());
        }
        chained = last;
    }
    Ok(())
}

/// The records of a game with a version above `after`, at most one page.
pub(super) async fn linked_records(
    db: &Pool,
    game: i64,
    after: i64,
) -> Result<Vec<LinkedRecord>, StoreError> {
    let sql = "SELECT version, at, record, hash, original, rewritten, seal FROM events
         WHERE game = $1 AND version > $2 ORDER BY version LIMIT $3";
    rows(db.query(Retry::Safe, sql, &[&game, &after, &row_limit(MAX_ROWS)]).await, linked_record)
}

pub(super) async fn chain(db: &Pool, id: &str) -> Result<Chain, StoreError> {
    let sql = "SELECT number, rewrites - rewrites_before FROM games WHERE id = $1";
    let found = db.query(Retry::Safe, sql, &[&id]).await;
    let Some((number, rewrites)) = first(found, |row| Ok((get::<i64>(row, 0)?, get_u64(row, 1)?)))? else {
        return Ok(Chain::default());
    };
    let mut links = Vec::new();
    let mut after = -1;
    loop {
        let page = linked_records(db, number, after).await?;
        let Some(last) = page.last() else { return Ok(Chain { links, rewrites }) };
        after = saturating_i64(last.version);
        links.extend(page.iter().map(|record| record.link));
    }
}

/// From the columns version, chained, hash, rewrites, which come after one other column.
pub(super) fn chain_head(row: &Row) -> Result<ChainHead, StoreError> {
    Ok(ChainHead {
        version: get_u64(row, 1)?,
        chained: u64::try_from(get::<i64>(row, 2)?).ok(),
        hash: hash(row, 3)?,
        rewrites: get_u64(row, 4)?,
    })
}

fn linked_record(row: &Row) -> Result<LinkedRecord, StoreError> {
    let rewrite = match (hash(row, 4)?, hash(row, 6)?) {
        (Some(original), Some(seal)) => Some(Rewrite { original, count: get_u64(row, 5)?, seal }),
        (None | Some(_), _) => None,
    };
    Ok(LinkedRecord {
        version: get_u64(row, 0)?,
        at: get(row, 1)?,
        record: get(row, 2)?,
        link: Link { hash: hash(row, 3)?, rewrite },
    })
}

/// A hash of another length counts as missing.
fn hash(row: &Row, column: usize) -> Result<Option<ChainHash>, StoreError> {
    let bytes: Option<Vec<u8>> = get(row, column)?;
    Ok(bytes.and_then(|bytes| bytes.try_into().ok()))
}

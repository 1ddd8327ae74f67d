//! The integrity check of a PostgreSQL store. It goes page by page, because no statement may take long.

use super::chain::{chain_head, linked_records};
use super::pool::{Pool, Retry};
use super::rows::{first, game_id, get, row_limit, rows, saturating_i64};
use crate::chain::{ChainCheck, ChainHead};
use crate::{Fault, GameId, StoreError};

/// How many games are checked at once for rows that belong to none of them.
const GAMES_PER_QUERY: usize = 1000;
/// How often a game with faults is checked again if it changes meanwhile.
const MAX_ATTEMPTS: usize = 5;

/// What a check of a table selects: rows that are wrong, each as one sentence.
const WRONG_ROWS: &[&str] = &[
    "SELECT 'a key of a person who does not exist: ' || encode(hash, 'hex') FROM keys
     WHERE NOT EXISTS (SELECT FROM people WHERE id = person)",
    "SELECT 'game ' || id || ': it remembers a request that led to event ' || nonces.version
       || ', which it does not have'
     FROM nonces JOIN games ON game = number WHERE nonces.version NOT BETWEEN 0 AND games.version",
    "SELECT 'game ' || id || ': it is over and still has a deadline' FROM games
     WHERE state = 2 AND due IS NOT NULL",
];

pub(super) async fn faults(db: &Pool) -> Result<Vec<Fault>, StoreError> {
    let mut faults = Vec::new();
    for sql in WRONG_ROWS {
        let found = db.query(Retry::Safe, sql, &[]).await;
        faults.extend(rows(found, |row| get::<String>(row, 0))?.into_iter().map(Fault::of_store));
    }
    let mut after = -1;
    loop {
        let sql = "SELECT number, id FROM games WHERE number > $1 ORDER BY number LIMIT $2";
        let found = db.query(Retry::Safe, sql, &[&after, &row_limit(GAMES_PER_QUERY)]).await;
        let page = rows(found, |row| Ok((get::<i64>(row, 0)?, game_id(row, 1)?)))?;
        let last = page.last().map(|(number, _)| *number);
        let numbers: Vec<i64> = page.iter().map(|(number, _)| *number).collect();
        check_strays(db, after, last.unwrap_or(i64::MAX), &numbers, &mut faults).await?;
        for (number, id) in page {
            faults.extend(check_game(db, number, id).await?);
        }
        let Some(last) = last else { return Ok(faults) };
        after = last;
    }
}

/// Rows of games with numbers above `after`, up to `last`, that do not exist.
async fn check_strays(
    db: &Pool,
    after: i64,
    last: i64,
    games: &[i64],
    faults: &mut Vec<Fault>,
) -> Result<(), StoreError> {
    let sql = "SELECT DISTINCT kind || ' of game number ' || game || ', which does not exist' FROM (
           SELECT 'events' AS kind, game FROM events UNION ALL
           SELECT 'repeated requests', game FROM nonces UNION ALL
           SELECT 'members', game FROM members) AS stray
         WHERE game > $1 AND game <= $2 AND game <> ALL ($3)
           AND NOT EXISTS (SELECT FROM games WHERE number = game)";
    let found = db.query(Retry::Safe, sql, &[&after, &last, &games]).await;
    faults.extend(rows(found, |row| get::<String>(row, 0))?.into_iter().map(Fault::of_store));
    Ok(())
}

async fn check_game(db: &Pool, number: i64, id: GameId) -> Result<Vec<Fault>, StoreError> {
    for _ in 0..MAX_ATTEMPTS {
        let Some(before) = head(db, number).await? else { return Ok(Vec::new()) };
        let mut check = ChainCheck::new(id, before);
        let mut after = -1;
        loop {
            let page = linked_records(db, number, after).await?;
            for record in &page {
                check.add(record);
            }
            let Some(last) = page.last() else { break };
            after = saturating_i64(last.version);
        }
        let faults = check.finish();
        // A node may have written meanwhile.
        if faults.is_empty() || head(db, number).await? == Some(before) {
            return Ok(faults);
        }
    }
    Ok(vec![Fault::of_game(id, "it changed all the time, so that it could not be checked")])
}

async fn head(db: &Pool, number: i64) -> Result<Option<ChainHead>, StoreError> {
    let sql =
        "SELECT number, version, chained, hash, rewrites - rewrites_before FROM games WHERE number = $1";
    first(db.query(Retry::Safe, sql, &[&number]).await, chain_head)
}

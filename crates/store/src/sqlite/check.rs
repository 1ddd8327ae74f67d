//! The integrity check of a SQLite store. It goes on after each fault, with what can still be read.

use rusqlite::{Connection, Result, Row, params};

use super::games::linked_record;
use super::query::{get_u64, row_limit, rows};
use super::schema::{self, ChainColumns};
use crate::chain::{ChainCheck, ChainHead};
use crate::{Fault, GameId, MAX_ROWS};

/// How many faults of the file are listed; the rest follow from the same damage.
const MAX_FILE_FAULTS: usize = 100;

/// What a check of a table selects: rows that are wrong, each as one sentence.
const WRONG_ROWS: &[(&str, &str)] = &[
    (
        "events",
        "SELECT DISTINCT 'events of game number ' || game || ', which does not exist' FROM events
        WHERE game NOT IN (SELECT number FROM games)",
    ),
    (
        "nonces",
        "SELECT 'a repeated request of game number ' || game || ', which does not exist' FROM nonces
        WHERE game NOT IN (SELECT number FROM games)",
    ),
    (
        "members",
        "SELECT 'a member of game number ' || game || ', which does not exist' FROM members
        WHERE game NOT IN (SELECT number FROM games)",
    ),
    (
        "keys",
        "SELECT 'a key of a person who does not exist: ' || hex(hash) FROM keys
        WHERE person NOT IN (SELECT id FROM people)",
    ),
    (
        "people",
        "SELECT 'person ' || id || ' has an impossible recovery code' FROM people
        WHERE recovery IS NOT NULL AND length(recovery) <> 32",
    ),
    (
        "keys",
        "SELECT 'a key has an impossible form: ' || hex(hash) FROM keys
        WHERE length(hash) <> 32 OR kind NOT IN (0, 1, 2)",
    ),
    (
        "nonces",
        "SELECT 'game ' || id || ': it remembers a request that led to event ' || nonces.version
          || ', which it does not have'
        FROM nonces JOIN games ON game = number WHERE nonces.version NOT BETWEEN 0 AND games.version",
    ),
    (
        "games",
        "SELECT 'game ' || id || ': it is over and still has a deadline' FROM games
        WHERE state = 2 AND due IS NOT NULL",
    ),
];

pub(super) fn faults(db: &Connection) -> Vec<Fault> {
    let mut faults = Vec::new();
    check_file(db, &mut faults);
    for (table, sql) in WRONG_ROWS {
        match rows(db, sql, &[], |row| row.get::<_, String>(0)) {
            Ok(found) => faults.extend(found.into_iter().map(Fault::of_store)),
            Err(error) => faults.push(Fault::of_store(format!("the table {table} cannot be read: {error}"))),
        }
    }
    check_games(db, &mut faults);
    faults
}

/// The damage that SQLite finds itself: pages, indexes, types of columns.
fn check_file(db: &Connection, faults: &mut Vec<Fault>) {
    let sql = format!("PRAGMA integrity_check({MAX_FILE_FAULTS})");
    match rows(db, &sql, &[], |row| row.get::<_, String>(0)) {
        Ok(lines) => {
            // SQLite puts several faults of one tree on one line.
            let lines = lines.iter().flat_map(|line| line.lines()).filter(|line| *line != "ok");
            faults.extend(lines.map(|line| Fault::of_store(format!("the file: {line}"))));
        }
        Err(error) => faults.push(Fault::of_store(format!("the file: {error}"))),
    }
}

fn check_games(db: &Connection, faults: &mut Vec<Fault>) {
    let Ok(columns) = schema::chain_columns(db) else { return };
    let mut after = -1;
    loop {
        let sql = "SELECT number, id FROM games WHERE number > ?1 ORDER BY number LIMIT ?2";
        let page = rows(db, sql, params![after, row_limit(MAX_ROWS)], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
        });
        let page = match page {
            Ok(page) => page,
            Err(error) => {
                faults
                    .push(Fault::of_store(format!("the games after number {after} cannot be read: {error}")));
                return;
            }
        };
        let Some((last, _)) = page.last() else { return };
        after = *last;
        for (number, id) in page {
            match id.parse() {
                Ok(id) => check_game(db, number, id, columns, faults),
                Err(_) => faults.push(Fault::of_store(format!("{id:?} is no game's name"))),
            }
        }
    }
}

/// Checks the chain of one game, in one transaction, so that a server may write meanwhile.
fn check_game(db: &Connection, number: i64, id: GameId, columns: ChainColumns, faults: &mut Vec<Fault>) {
    let checked = db.unchecked_transaction().and_then(|snapshot| {
        let head = match columns {
            ChainColumns::Present => "SELECT version, version, hash, rewrites FROM games WHERE number = ?1",
            ChainColumns::Absent => "SELECT version, NULL, NULL, 0 FROM games WHERE number = ?1",
        };
        // A server may have deleted it meanwhile.
        let Some(head) = rows(&snapshot, head, params![number], chain_head)?.pop() else { return Ok(()) };
        let mut check = ChainCheck::new(id, head);
        let read = read_records(&snapshot, number, columns, &mut check);
        faults.extend(check.finish());
        read
    });
    if let Err(error) = checked {
        faults.push(Fault::of_game(id, format!("its records cannot all be read: {error}")));
    }
}

fn read_records(db: &Connection, number: i64, columns: ChainColumns, check: &mut ChainCheck) -> Result<()> {
    let sql = match columns {
        ChainColumns::Present => {
            "SELECT game, version, at, record, hash, original, rewritten, seal FROM events
             WHERE game = ?1 ORDER BY version"
        }
        ChainColumns::Absent => {
            "SELECT game, version, at, record, NULL, NULL, 0, NULL FROM events
             WHERE game = ?1 ORDER BY version"
        }
    };
    let mut statement = db.prepare_cached(sql)?;
    let mut found = statement.query(params![number])?;
    while let Some(row) = found.next()? {
        match linked_record(row) {
            Ok(record) => {
                check.add(&record);
            }
            Err(error) => check.add_unreadable(get_u64(row, 1)?, &error.to_string()),
        }
    }
    Ok(())
}

fn chain_head(row: &Row<'_>) -> Result<ChainHead> {
    Ok(ChainHead {
        version: get_u64(row, 0)?,
        chained: row.get::<_, Option<i64>>(1)?.map(i64::cast_unsigned),
        // A hash of another length is a wrong hash.
        hash: row.get(2).unwrap_or_default(),
        rewrites: get_u64(row, 3)?,
    })
}

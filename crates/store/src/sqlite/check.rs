//! The integrity check of a SQLite store.

use rusqlite::{Connection, Result};

use super::query::rows;

/// The faults of the stored data, as text for an administrator.
pub(super) fn faults(db: &Connection) -> Result<Vec<String>> {
    let mut faults: Vec<String> = rows(db, "PRAGMA integrity_check(100)", &[], |row| row.get(0))?;
    faults.retain(|line| line != "ok");
    // In a broken file the other checks would only find consequences of this.
    if !faults.is_empty() {
        return Ok(faults);
    }
    faults.extend(rows(db, "PRAGMA foreign_key_check", &[], |row| {
        let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
        Ok(format!("a row of {table} belongs to nothing in {parent}"))
    })?);
    faults.extend(rows(
        db,
        "SELECT id, games.version, count(events.version), min(events.version), max(events.version)
         FROM games LEFT JOIN events ON game = number GROUP BY number
         HAVING count(events.version) <> games.version + 1
             OR min(events.version) <> 0 OR max(events.version) <> games.version",
        &[],
        |row| {
            let (id, version, events): (String, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let (first, last): (Option<i64>, Option<i64>) = (row.get(3)?, row.get(4)?);
            Ok(format!(
                "game {id} has version {version} and {events} records, numbered from {} to {}",
                number_or_nothing(first),
                number_or_nothing(last)
            ))
        },
    )?);
    faults.extend(rows(
        db,
        "SELECT id FROM nonces JOIN games ON game = number WHERE nonces.version > games.version",
        &[],
        |row| Ok(format!("game {} remembers an append that it does not have", row.get::<_, String>(0)?)),
    )?);
    faults.extend(rows(db, "SELECT id FROM games WHERE state = 2 AND due IS NOT NULL", &[], |row| {
        Ok(format!("game {} is over and still has a deadline", row.get::<_, String>(0)?))
    })?);
    Ok(faults)
}

fn number_or_nothing(number: Option<i64>) -> String {
    number.map_or_else(|| "nothing".to_owned(), |number| number.to_string())
}

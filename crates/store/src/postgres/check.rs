//! The integrity check of a PostgreSQL store.

use tokio_postgres::Row;

use super::pool::{Pool, Retry};
use super::rows::{get, rows};
use crate::StoreError;

/// The faults of the stored data, as text for an administrator.
pub(super) async fn faults(db: &Pool) -> Result<Vec<String>, StoreError> {
    let mut faults = fault_rows(
        db,
        "SELECT id, games.version, count(events.version), min(events.version), max(events.version)
         FROM games LEFT JOIN events ON game = number GROUP BY number
         HAVING count(events.version) <> games.version + 1
             OR min(events.version) <> 0 OR max(events.version) <> games.version",
        |row| {
            Ok(format!(
                "game {} has version {} and {} records, numbered from {} to {}",
                get::<String>(row, 0)?,
                get::<i64>(row, 1)?,
                get::<i64>(row, 2)?,
                number_or_nothing(get(row, 3)?),
                number_or_nothing(get(row, 4)?)
            ))
        },
    )
    .await?;
    faults.extend(
        fault_rows(
            db,
            "SELECT id FROM nonces JOIN games ON game = number WHERE nonces.version > games.version",
            |row| Ok(format!("game {} remembers an append that it does not have", get::<String>(row, 0)?)),
        )
        .await?,
    );
    faults.extend(
        fault_rows(db, "SELECT id FROM games WHERE state = 2 AND due IS NOT NULL", |row| {
            Ok(format!("game {} is over and still has a deadline", get::<String>(row, 0)?))
        })
        .await?,
    );
    Ok(faults)
}

fn number_or_nothing(number: Option<i64>) -> String {
    number.map_or_else(|| "nothing".to_owned(), |number| number.to_string())
}

async fn fault_rows(
    db: &Pool,
    sql: &'static str,
    describe: fn(&Row) -> Result<String, StoreError>,
) -> Result<Vec<String>, StoreError> {
    rows(db.query(Retry::Safe, sql, &[]).await, describe)
}

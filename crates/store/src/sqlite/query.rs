//! Helper functions that run statements, read rows and columns, and convert integers.

use rusqlite::types::Type;
use rusqlite::{Connection, Error, Result, Row, ToSql};

use crate::{GameId, MAX_ROWS};

/// The values of a statement's parameters.
pub(super) type Values<'a> = &'a [&'a dyn ToSql];

/// Runs a statement and returns all rows.
pub(super) fn rows<T>(
    db: &Connection,
    sql: &str,
    values: Values<'_>,
    read: fn(&Row<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query(values)?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(read(row)?);
    }
    Ok(all)
}

/// Runs a statement and returns the first row, if there is one.
pub(super) fn first<T>(
    db: &Connection,
    sql: &str,
    values: Values<'_>,
    read: fn(&Row<'_>) -> Result<T>,
) -> Result<Option<T>> {
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query(values)?;
    rows.next()?.map(read).transpose()
}

/// Runs a statement that returns no rows; returns how many rows it changed.
pub(super) fn execute(db: &Connection, sql: &str, values: Values<'_>) -> Result<usize> {
    db.prepare_cached(sql)?.execute(values)
}

/// For versions and counts: a number that is too large becomes `i64::MAX`, which no game reaches.
pub(super) fn saturating_i64(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn get_u64(row: &Row<'_>, column: usize) -> Result<u64> {
    row.get::<_, i64>(column).map(i64::cast_unsigned)
}

pub(super) fn row_limit(limit: usize) -> i64 {
    limit.min(MAX_ROWS) as i64
}

pub(super) fn game_id(row: &Row<'_>, column: usize) -> Result<GameId> {
    let text: String = row.get(column)?;
    text.parse().map_err(|error| {
        Error::FromSqlConversionFailure(column, Type::Text, Box::<crate::InvalidGameId>::new(error))
    })
}

/// An enum, stored as its integer code.
pub(super) fn enum_from_code<T>(row: &Row<'_>, column: usize, from_code: fn(i16) -> Option<T>) -> Result<T> {
    let code: i16 = row.get(column)?;
    from_code(code).ok_or(Error::IntegralValueOutOfRange(column, code.into()))
}

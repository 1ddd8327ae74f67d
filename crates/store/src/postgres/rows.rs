//! Helper functions that read rows and columns, and convert integers.

use tokio_postgres::Row;
use tokio_postgres::types::FromSqlOwned;

use super::pool::QueryError;
use crate::{GameId, MAX_ROWS, StoreError};

/// The result of a statement.
pub(super) type QueryResult = Result<Vec<Row>, QueryError>;

/// All rows of a result.
pub(super) fn rows<T>(
    found: QueryResult,
    read: fn(&Row) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let found = found?;
    let mut all = Vec::with_capacity(found.len());
    for row in &found {
        all.push(read(row)?);
    }
    Ok(all)
}

/// The first row of a result, if there is one.
pub(super) fn first<T>(
    found: QueryResult,
    read: fn(&Row) -> Result<T, StoreError>,
) -> Result<Option<T>, StoreError> {
    found?.first().map(read).transpose()
}

pub(super) fn get<T: FromSqlOwned>(row: &Row, column: usize) -> Result<T, StoreError> {
    row.try_get(column).map_err(|error| StoreError::Damaged(error.to_string()))
}

pub(super) fn get_u64(row: &Row, column: usize) -> Result<u64, StoreError> {
    get::<i64>(row, column).map(i64::cast_unsigned)
}

pub(super) fn game_id(row: &Row, column: usize) -> Result<GameId, StoreError> {
    let text: String = get(row, column)?;
    text.parse().map_err(|_| StoreError::Damaged(format!("{text:?} is no game's name")))
}

/// An enum, stored as its integer code.
pub(super) fn enum_from_code<T>(
    row: &Row,
    column: usize,
    from_code: fn(i16) -> Option<T>,
) -> Result<T, StoreError> {
    let code = get(row, column)?;
    let name = || row.columns().get(column).map_or("column", |column| column.name());
    from_code(code).ok_or_else(|| StoreError::Damaged(format!("{code} is not a known {}", name())))
}

/// For versions and counts: a number that is too large becomes `i64::MAX`, which no game reaches.
pub(super) fn saturating_i64(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Ids of people use all 64 bits, so they keep their bits and may become negative.
pub(super) fn ids_as_i64(people: &[u64]) -> Vec<i64> {
    people.iter().map(|person| person.cast_signed()).collect()
}

pub(super) fn row_limit(limit: usize) -> i64 {
    limit.min(MAX_ROWS) as i64
}

//! The tables, and how an older file becomes a newer one.

use rusqlite::{Connection, TransactionBehavior};

use crate::StoreError;

/// Each step brings a file one version further. A step that was released is never changed.
const STEPS: &[&str] = &[include_str!("schema/1.sql")];

/// `DTNT`: marks our files.
const APPLICATION: i64 = 0x4454_4e54;

/// Makes the tables or brings them up to date.
pub(super) fn prepare(connection: &mut Connection) -> Result<(), StoreError> {
    migrate(connection, STEPS)
}

/// Refuses a file that has not the newest form; reading changes nothing.
pub(super) fn expect_current(connection: &Connection) -> Result<(), StoreError> {
    let version = version(connection, STEPS.len())?;
    if version < STEPS.len() { Err(StoreError::TooOld { version: version as i64 }) } else { Ok(()) }
}

/// Refuses a file that is not ours or newer than this program.
pub(super) fn expect_known(connection: &Connection) -> Result<(), StoreError> {
    match version(connection, STEPS.len())? {
        0 => Err(StoreError::Damaged("this database is empty".to_owned())),
        _ => Ok(()),
    }
}

fn migrate(connection: &mut Connection, steps: &[&str]) -> Result<(), StoreError> {
    // Looked at inside the transaction, so that of two who try one does it.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version = version(&transaction, steps.len())?;
    for step in &steps[version..] {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", steps.len() as i64)?;
    transaction.commit()?;
    Ok(())
}

/// Which form the file has; 0 is an empty one.
fn version(connection: &Connection, newest: usize) -> Result<usize, StoreError> {
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let version = pragma("user_version")?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables > 0 && pragma("application_id")? != APPLICATION {
        return Err(StoreError::Damaged("this database is not one of detente's".to_owned()));
    }
    match usize::try_from(version) {
        Ok(known) if known <= newest => Ok(known),
        Ok(_) | Err(_) => Err(StoreError::TooNew { version }),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop anywhere")]
mod tests {
    use super::*;

    #[test]
    fn a_file_migrates_from_any_version_and_keeps_its_rows() {
        let first = "CREATE TABLE games (id INTEGER); INSERT INTO games VALUES (7);";
        let second = "ALTER TABLE games ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';";
        let mut file = Connection::open_in_memory().unwrap();
        migrate(&mut file, &[first]).unwrap();
        migrate(&mut file, &[first, second]).unwrap();
        migrate(&mut file, &[first, second]).unwrap();
        let row = file.query_row("SELECT id, colour FROM games", [], |row| Ok((row.get(0)?, row.get(1)?)));
        assert_eq!(row, Ok((7, "red".to_owned())));
        assert_eq!(migrate(&mut file, &[first]), Err(StoreError::TooNew { version: 2 }));
    }

    #[test]
    fn a_step_that_fails_changes_nothing() {
        let mut file = Connection::open_in_memory().unwrap();
        migrate(&mut file, &["CREATE TABLE games (id INTEGER);"]).unwrap();
        let bad = "CREATE TABLE other (id INTEGER); CREATE TABLE games (id INTEGER);";
        assert!(migrate(&mut file, &["", bad]).is_err());
        assert_eq!(version(&file, 2), Ok(1));
        assert!(file.prepare("SELECT * FROM other").is_err());
    }

    #[test]
    fn a_database_of_somebody_else_is_left_alone() {
        let mut file = Connection::open_in_memory().unwrap();
        file.execute_batch("CREATE TABLE recipes (id INTEGER)").unwrap();
        assert!(matches!(prepare(&mut file), Err(StoreError::Damaged(_))));
    }
}

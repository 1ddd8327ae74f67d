//! The tables, and the migrations from older versions of the schema.

use rusqlite::{Connection, TransactionBehavior};

use crate::StoreError;

/// The migrations, one per schema version. A released one never changes.
const MIGRATIONS: &[&str] = &[include_str!("schema/1.sql")];

/// `DTNT`: SQLite's application id, which marks our files.
const APPLICATION_ID: i64 = 0x4454_4e54;

/// Creates the tables or migrates them to the newest version.
pub(super) fn create_or_migrate(connection: &mut Connection) -> Result<(), StoreError> {
    migrate(connection, MIGRATIONS)
}

/// Fails if the file does not have the newest schema version. Changes nothing.
pub(super) fn require_current(connection: &Connection) -> Result<(), StoreError> {
    let version = schema_version(connection, MIGRATIONS.len())?;
    if version < MIGRATIONS.len() { Err(StoreError::TooOld { version: version as i64 }) } else { Ok(()) }
}

/// Fails if the file is empty, not ours, or newer than this program.
pub(super) fn require_known(connection: &Connection) -> Result<(), StoreError> {
    match schema_version(connection, MIGRATIONS.len())? {
        0 => Err(StoreError::Damaged("this database is empty".to_owned())),
        _ => Ok(()),
    }
}

fn migrate(connection: &mut Connection, migrations: &[&str]) -> Result<(), StoreError> {
    // Read the version inside the transaction, so that of two processes one migrates.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version = schema_version(&transaction, migrations.len())?;
    for migration in &migrations[version..] {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", migrations.len() as i64)?;
    transaction.commit()?;
    Ok(())
}

/// The schema version of the file; 0 for an empty file.
fn schema_version(connection: &Connection, newest: usize) -> Result<usize, StoreError> {
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let version = pragma("user_version")?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables > 0 && pragma("application_id")? != APPLICATION_ID {
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
    fn a_migration_that_fails_changes_nothing() {
        let mut file = Connection::open_in_memory().unwrap();
        migrate(&mut file, &["CREATE TABLE games (id INTEGER);"]).unwrap();
        let bad = "CREATE TABLE other (id INTEGER); CREATE TABLE games (id INTEGER);";
        assert!(migrate(&mut file, &["", bad]).is_err());
        assert_eq!(schema_version(&file, 2), Ok(1));
        assert!(file.prepare("SELECT * FROM other").is_err());
    }

    #[test]
    fn a_foreign_database_is_refused() {
        let mut file = Connection::open_in_memory().unwrap();
        file.execute_batch("CREATE TABLE recipes (id INTEGER)").unwrap();
        assert!(matches!(create_or_migrate(&mut file), Err(StoreError::Damaged(_))));
    }
}

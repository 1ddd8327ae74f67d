//! The tables, and the migrations from older versions of the schema.

use rusqlite::{Connection, TransactionBehavior, params};

use crate::StoreError;
use crate::chain::{CHAIN_START, digest, link};
use crate::record::people_in;

/// A step from one schema version to the next. A released one never changes.
struct Migration {
    sql: &'static str,
    /// What SQL cannot compute.
    fill: fn(&Connection) -> rusqlite::Result<()>,
}

const MIGRATIONS: &[Migration] = &[
    Migration { sql: include_str!("schema/1.sql"), fill: |_| Ok(()) },
    Migration { sql: include_str!("schema/2.sql"), fill: fill_chains },
    Migration { sql: include_str!("schema/3.sql"), fill: |_| Ok(()) },
    Migration { sql: include_str!("schema/4.sql"), fill: fill_appearances },
    Migration { sql: include_str!("schema/5.sql"), fill: |_| Ok(()) },
    Migration { sql: include_str!("schema/6.sql"), fill: |_| Ok(()) },
];

/// The schema version from which on games have a hash chain.
const FIRST_WITH_CHAIN: i64 = 2;

/// `DTNT`: SQLite's application id, which marks our files.
const APPLICATION_ID: i64 = 0x4454_4e54;

/// Creates the tables or migrates them to the newest version.
pub(super) fn create_or_migrate(connection: &mut Connection) -> Result<(), StoreError> {
    migrate(connection, MIGRATIONS)
}

/// Fails if the file is empty, not ours, or newer than this program. An older schema can be read, but not
/// written.
pub(super) fn require_known(connection: &Connection) -> Result<(), StoreError> {
    match schema_version(connection, MIGRATIONS.len())? {
        0 => Err(StoreError::Damaged("this database is empty".to_owned())),
        _ => Ok(()),
    }
}

/// Whether the tables have columns for the hash chain. A file that was not opened for writing since it came
/// from an older version has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ChainColumns {
    Present,
    Absent,
}

pub(super) fn chain_columns(connection: &Connection) -> rusqlite::Result<ChainColumns> {
    let version = connection.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))?;
    Ok(if version < FIRST_WITH_CHAIN { ChainColumns::Absent } else { ChainColumns::Present })
}

/// Computes the hashes of all records. They are trusted as they are: nothing shows what they were.
fn fill_chains(db: &Connection) -> rusqlite::Result<()> {
    let mut games = db.prepare("SELECT number FROM games")?;
    let mut select =
        db.prepare("SELECT rowid, version, at, record FROM events WHERE game = ?1 ORDER BY version")?;
    let mut update = db.prepare("UPDATE events SET hash = ?2 WHERE rowid = ?1")?;
    let numbers = games.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<i64>>>()?;
    for number in numbers {
        let mut hash = CHAIN_START;
        let mut hashes = Vec::new();
        let mut rows = select.query([number])?;
        while let Some(row) = rows.next()? {
            let version = row.get::<_, i64>(1)?.cast_unsigned();
            hash = link(&hash, &digest(version, row.get(2)?, row.get_ref(3)?.as_str()?));
            hashes.push((row.get::<_, i64>(0)?, hash));
        }
        for (event, hash) in hashes {
            update.execute(params![event, hash])?;
        }
        db.execute("UPDATE games SET hash = ?2 WHERE number = ?1", params![number, hash])?;
    }
    Ok(())
}

/// Who was ever named in which game.
fn fill_appearances(db: &Connection) -> rusqlite::Result<()> {
    db.execute_batch(
        "INSERT OR IGNORE INTO appearances (person, game) SELECT maker, number FROM games;
         INSERT OR IGNORE INTO appearances (person, game) SELECT person, game FROM members;",
    )?;
    let mut select = db.prepare("SELECT game, record FROM events WHERE instr(record, '\"who\":') > 0")?;
    let mut insert = db.prepare("INSERT OR IGNORE INTO appearances (person, game) VALUES (?1, ?2)")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let game: i64 = row.get(0)?;
        for person in people_in(row.get_ref(1)?.as_str()?) {
            insert.execute(params![person.cast_signed(), game])?;
        }
    }
    Ok(())
}

fn migrate(connection: &mut Connection, migrations: &[Migration]) -> Result<(), StoreError> {
    // Read the version inside the transaction, so that of two processes one migrates.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version = schema_version(&transaction, migrations.len())?;
    if version == migrations.len() {
        // Also a store on a full disk can be opened.
        return Ok(());
    }
    for migration in &migrations[version..] {
        transaction.execute_batch(migration.sql)?;
        (migration.fill)(&transaction)?;
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

    const fn step(sql: &'static str) -> Migration {
        Migration { sql, fill: |_| Ok(()) }
    }

    #[test]
    fn a_file_migrates_from_any_version_and_keeps_its_rows() {
        let first = || step("CREATE TABLE games (id INTEGER); INSERT INTO games VALUES (7);");
        let second = || step("ALTER TABLE games ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';");
        let mut file = Connection::open_in_memory().unwrap();
        migrate(&mut file, &[first()]).unwrap();
        migrate(&mut file, &[first(), second()]).unwrap();
        migrate(&mut file, &[first(), second()]).unwrap();
        let row = file.query_row("SELECT id, colour FROM games", [], |row| Ok((row.get(0)?, row.get(1)?)));
        assert_eq!(row, Ok((7, "red".to_owned())));
        assert_eq!(migrate(&mut file, &[first()]), Err(StoreError::TooNew { version: 2 }));
    }

    #[test]
    fn a_migration_that_fails_changes_nothing() {
        let mut file = Connection::open_in_memory().unwrap();
        migrate(&mut file, &[step("CREATE TABLE games (id INTEGER);")]).unwrap();
        let bad = "CREATE TABLE other (id INTEGER); CREATE TABLE games (id INTEGER);";
        assert!(migrate(&mut file, &[step(""), step(bad)]).is_err());
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

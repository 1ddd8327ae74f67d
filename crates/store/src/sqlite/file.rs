//! Opens connections to the database file, with the pragmas that make commits durable.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::private_files::create_file;
use crate::StoreError;

/// The name of the database file in the folder of a store.
pub const DATABASE_FILE: &str = "detente.sqlite";

/// What a connection may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OpenMode {
    /// Write, and create the file if it does not exist.
    Create,
    Write,
    Read,
}

/// How long a connection waits while another process writes.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// At least the number of different statements, so that no statement is prepared twice.
const MAX_PREPARED_STATEMENTS: usize = 64;

pub(super) fn connect(path: &Path, mode: OpenMode) -> Result<Connection, StoreError> {
    if mode != OpenMode::Create && !path.exists() {
        return Err(StoreError::Missing { path: path.display().to_string() });
    }
    // Readers open the file for writing too, because they share the index of the write-ahead log.
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if mode == OpenMode::Create {
        create_file(path)?;
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
    }
    let connection = Connection::open_with_flags(path, flags)?;
    connection.set_prepared_statement_cache_capacity(MAX_PREPARED_STATEMENTS);
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    match mode {
        OpenMode::Create | OpenMode::Write => {
            // The result is the mode that is in effect now.
            let journal: String =
                connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))?;
            if journal != "wal" {
                return Err(StoreError::Failed(format!("the journal is in mode {journal} and not in wal")));
            }
            // Every commit waits until the log is on disk, so acknowledged writes survive a power failure.
            connection.pragma_update(None, "synchronous", "full")?;
            connection.pragma_update(None, "foreign_keys", true)?;
            connection.pragma_update(None, "journal_size_limit", 64 << 20)?;
            // What is deleted is overwritten with zeros: the name of a deleted person must not stay in free space.
            connection.pragma_update_and_check(None, "secure_delete", true, |_| Ok(()))?;
        }
        OpenMode::Read => connection.pragma_update(None, "query_only", true)?,
    }
    Ok(connection)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop anywhere")]
mod tests {
    use super::*;

    /// In this mode a commit returns when the log is on disk, and `writer` replies after the commit. So
    /// acknowledged writes are on disk.
    #[test]
    fn a_commit_waits_for_the_disk() {
        let path = std::env::temp_dir().join(format!("detente-sync-{}.sqlite", std::process::id()));
        for open_mode in [OpenMode::Create, OpenMode::Write] {
            let connection = connect(&path, open_mode).unwrap();
            let synchronous: i64 =
                connection.pragma_query_value(None, "synchronous", |row| row.get(0)).unwrap();
            let journal: String =
                connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
            assert_eq!((synchronous, journal.as_str()), (2, "wal"), "2 is FULL");
        }
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{end}", path.display()));
        }
    }
}

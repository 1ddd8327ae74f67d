//! The SQLite store: one database file in a folder, with one writer thread and some reader threads.
//!
//! Methods do not block the caller's runtime: requests go to the threads through channels, and the caller
//! awaits the reply. Writes that wait at the same time are committed together.

mod backup;
mod channels;
mod check;
mod due_work;
mod file;
mod games;
mod lock;
mod maintenance;
mod moderation;
mod notifications;
mod people;
mod private_files;
mod query;
mod readers;
mod salvage;
mod schema;
mod writer;

use std::path::Path;

use rusqlite::Connection;
use tokio::sync::oneshot;

use self::readers::Readers;
use self::writer::Writer;
use crate::{Reply, StoreError};

pub use self::backup::{Existing, backup, restore};
pub use self::file::DATABASE_FILE;
pub use self::salvage::Salvage;

/// A store in a folder with one SQLite database, for one server.
///
/// A request starts only when its reply is polled. Close the store before the folder is opened again.
#[derive(Debug)]
pub struct Sqlite {
    /// None: the store is read-only.
    writer: Option<Writer>,
    readers: Readers,
}

impl Sqlite {
    /// Opens the store in a folder, and creates or migrates its database. Blocks. Only one server at a time
    /// can open a folder in this way.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let lock = lock::acquire(folder)?;
        let path = folder.join(DATABASE_FILE);
        let mut connection = file::connect(&path, file::OpenMode::Create)?;
        schema::create_or_migrate(&mut connection)?;
        notifications::end_claims(&connection)?;
        lock::sync_folder(folder)?;
        Ok(Self { writer: Some(Writer::start(connection, lock)?), readers: Readers::start(&path)? })
    }

    /// Opens a store for reading, also while a server uses it. Writes are refused.
    pub fn open_read_only(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(DATABASE_FILE);
        schema::require_known(&file::connect(&path, file::OpenMode::Read)?)?;
        Ok(Self { writer: None, readers: Readers::start(&path)? })
    }

    /// Limits the size of the file, as a full disk does; 0 leaves it as large as it is. For tests.
    pub fn set_max_pages(&self, pages: u32) -> Reply<'_, ()> {
        self.write(move |db| {
            let size: u32 = db.pragma_query_value(None, "page_count", |row| row.get(0))?;
            db.pragma_update_and_check(None, "max_page_count", pages.max(size), |_| Ok(()))
        })
    }

    fn write<T: Send + 'static>(
        &self,
        work: impl FnMut(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Reply<'_, T> {
        let (job, answer) = writer::write_job(work);
        Box::pin(async move {
            self.writer.as_ref().ok_or(StoreError::ReadOnly)?.send(job).await?;
            wait_for_reply(answer).await
        })
    }

    fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Reply<'_, T> {
        let (job, answer) = readers::read_job(work);
        Box::pin(async move {
            self.readers.send(job).await?;
            wait_for_reply(answer).await
        })
    }
}

/// Waits for the reply of a thread. If the thread has ended, the store is closed.
async fn wait_for_reply<T>(answer: oneshot::Receiver<Result<T, StoreError>>) -> Result<T, StoreError> {
    answer.await.unwrap_or(Err(StoreError::Closed))
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::NotADatabase) => {
                Self::Damaged(error.to_string())
            }
            Some(rusqlite::ErrorCode::DiskFull) => Self::Full(error.to_string()),
            Some(_) | None => Self::Failed(error.to_string()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop anywhere")]
mod tests {
    use super::*;
    use crate::Maintenance;

    /// Reads the pragmas of the connection that writes.
    #[tokio::test]
    async fn the_writing_connection_syncs_every_commit() {
        let folder = std::env::temp_dir().join(format!("detente-pragmas-{}", std::process::id()));
        let store = Sqlite::open(&folder).unwrap();
        let number = async |name: &'static str| {
            store
                .write(move |db| db.pragma_query_value(None, name, |row| row.get::<_, i64>(0)))
                .await
                .unwrap()
        };
        assert_eq!(number("synchronous").await, 2, "full");
        assert_eq!(number("foreign_keys").await, 1);
        assert_eq!(number("user_version").await, 6);
        let mode =
            store.write(|db| db.pragma_query_value(None, "journal_mode", |row| row.get::<_, String>(0)));
        assert_eq!(mode.await.unwrap(), "wal");
        store.close().await.unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[tokio::test]
    async fn the_reading_connections_cannot_write() {
        let folder = std::env::temp_dir().join(format!("detente-readers-{}", std::process::id()));
        let store = Sqlite::open(&folder).unwrap();
        assert!(store.read(|db| db.execute("DELETE FROM games", [])).await.is_err());
        store.close().await.unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

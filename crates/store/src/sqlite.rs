//! One file in one folder: SQLite with a thread that writes and some that read.
//!
//! Nothing here blocks the caller's runtime: requests go to the threads through channels, and the
//! replies are waited for. Everything that is written in the same moment is committed together.

mod check;
mod file;
mod games;
mod lock;
mod people;
mod readers;
mod schema;
mod upkeep;
mod whole;
mod writer;

use std::path::Path;

use rusqlite::Connection;
use tokio::sync::{broadcast, oneshot};

use self::readers::Readers;
use self::writer::Writer;
use crate::{
    Append, Appended, Backstage, CardRow, Census, Created, EventRow, GameId, GameRow, GameState, Hash, Hint,
    KeyRow, Mark, NewGame, PersonRow, Reply, ReportRow, Shun, Store, StoreError, WholeGame,
};

pub use self::file::FILE;
pub use self::upkeep::{Existing, backup, restore};

/// The store of a server: a folder with one database in it.
///
/// Nothing is done before a reply is polled. [`close`](Store::close) it before the folder is opened
/// again.
#[derive(Debug)]
pub struct Sqlite {
    /// None: this one only looks.
    writer: Option<Writer>,
    readers: Readers,
}

impl Sqlite {
    /// Opens the store in a folder, making or bringing up to date what is there. Blocks; only one
    /// at a time can have a folder open in this way.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let lock = lock::take(folder)?;
        let path = folder.join(FILE);
        let mut connection = file::connect(&path, file::May::Create)?;
        schema::prepare(&mut connection)?;
        lock::sync(folder)?;
        Ok(Self { writer: Some(Writer::start(connection, lock)?), readers: Readers::start(&path)? })
    }

    /// Opens a store to look into it, also while a server works on it. Writing is refused.
    pub fn look(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(FILE);
        schema::expect_current(&file::connect(&path, file::May::Read)?)?;
        Ok(Self { writer: None, readers: Readers::start(&path)? })
    }

    fn write<T: Send + 'static>(
        &self,
        deed: impl FnMut(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Reply<'_, T> {
        let (deed, answer) = writer::deed(deed);
        Box::pin(async move {
            self.writer.as_ref().ok_or(StoreError::LookOnly)?.send(deed).await?;
            wait(answer).await
        })
    }

    fn read<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Reply<'_, T> {
        let (look, answer) = readers::look(look);
        Box::pin(async move {
            self.readers.send(look).await?;
            wait(answer).await
        })
    }
}

/// A thread that is gone answers nothing.
async fn wait<T>(answer: oneshot::Receiver<Result<T, StoreError>>) -> Result<T, StoreError> {
    answer.await.unwrap_or(Err(StoreError::Closed))
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::NotADatabase) => {
                Self::Damaged(error.to_string())
            }
            Some(_) | None => Self::Failed(error.to_string()),
        }
    }
}

impl Store for Sqlite {
    fn create(&self, new: NewGame) -> Reply<'_, Created> {
        self.write(move |db| games::create(db, &new))
    }

    fn append(&self, append: Append) -> Reply<'_, Appended> {
        self.write(move |db| games::append(db, &append))
    }

    fn done(&self, id: GameId, nonce: &str) -> Reply<'_, Option<u64>> {
        let nonce = nonce.to_owned();
        self.read(move |db| games::done(db, id, &nonce))
    }

    fn game(&self, id: GameId) -> Reply<'_, Option<GameRow>> {
        self.read(move |db| games::game(db, id))
    }

    fn marks(&self, ids: Vec<GameId>) -> Reply<'_, Vec<(GameId, Mark)>> {
        self.read(move |db| games::marks(db, &ids))
    }

    fn events(&self, id: GameId, after: u64, most: usize) -> Reply<'_, Vec<EventRow>> {
        self.read(move |db| games::events(db, id, after, most))
    }

    fn due(&self, now: i64, most: usize) -> Reply<'_, Vec<GameId>> {
        self.read(move |db| games::due(db, now, most))
    }

    /// One server works on a folder, so that there is nobody to keep them from.
    fn take_due(&self, now: i64, _until: i64, most: usize) -> Reply<'_, Vec<GameId>> {
        self.due(now, most)
    }

    fn next_due(&self) -> Reply<'_, Option<i64>> {
        self.read(games::next_due)
    }

    fn errands(&self, most: usize) -> Reply<'_, Vec<GameId>> {
        self.read(move |db| games::errands(db, most))
    }

    fn take_errands(&self, _now: i64, _until: i64, most: usize) -> Reply<'_, Vec<GameId>> {
        self.errands(most)
    }

    fn listed(&self, state: Option<GameState>, before: Option<u64>, most: usize) -> Reply<'_, Vec<CardRow>> {
        self.read(move |db| games::listed(db, state, before, most))
    }

    fn every_game(&self, before: Option<u64>, most: usize) -> Reply<'_, Vec<CardRow>> {
        self.read(move |db| games::every_game(db, before, most))
    }

    fn games_of(&self, person: u64, most: usize) -> Reply<'_, Vec<CardRow>> {
        self.read(move |db| games::games_of(db, person, most))
    }

    fn count_games_of_maker(&self, maker: u64) -> Reply<'_, u64> {
        self.read(move |db| games::count_games_of_maker(db, maker))
    }

    fn redact(&self, id: GameId, version: u64, record: String) -> Reply<'_, bool> {
        self.write(move |db| games::redact(db, id, version, &record))
    }

    fn delete_game(&self, id: GameId) -> Reply<'_, bool> {
        self.write(move |db| games::delete(db, id))
    }

    fn add_person(&self, row: PersonRow) -> Reply<'_, bool> {
        self.write(move |db| people::add_person(db, &row))
    }

    fn person(&self, id: u64) -> Reply<'_, Option<PersonRow>> {
        self.read(move |db| people::person(db, id))
    }

    fn person_by_handle(&self, handle: &str) -> Reply<'_, Option<PersonRow>> {
        let handle = handle.to_owned();
        self.read(move |db| people::person_by_handle(db, &handle))
    }

    fn person_by_recovery(&self, hash: Hash) -> Reply<'_, Option<PersonRow>> {
        self.read(move |db| people::person_by_recovery(db, hash))
    }

    fn update_person(&self, row: PersonRow) -> Reply<'_, bool> {
        self.write(move |db| people::update_person(db, &row))
    }

    fn delete_person(&self, id: u64) -> Reply<'_, bool> {
        self.write(move |db| people::delete_person(db, id))
    }

    fn add_key(&self, row: KeyRow) -> Reply<'_, bool> {
        self.write(move |db| people::add_key(db, &row))
    }

    fn key(&self, hash: Hash) -> Reply<'_, Option<KeyRow>> {
        self.read(move |db| people::key(db, hash))
    }

    fn take_key(&self, hash: Hash) -> Reply<'_, Option<KeyRow>> {
        self.write(move |db| people::take_key(db, hash))
    }

    fn drop_key(&self, hash: Hash, person: u64) -> Reply<'_, bool> {
        self.write(move |db| people::drop_key(db, hash, person))
    }

    fn keys_of(&self, person: u64) -> Reply<'_, Vec<KeyRow>> {
        self.read(move |db| people::keys_of(db, person))
    }

    fn drop_expired_keys(&self, now: i64) -> Reply<'_, u64> {
        self.write(move |db| people::drop_expired_keys(db, now))
    }

    fn set_shun(&self, person: u64, other: u64, shun: Option<Shun>) -> Reply<'_, ()> {
        self.write(move |db| people::set_shun(db, person, other, shun))
    }

    fn shuns(&self, person: u64) -> Reply<'_, Vec<(u64, Shun)>> {
        self.read(move |db| people::shuns(db, person))
    }

    fn add_report(&self, row: ReportRow) -> Reply<'_, ()> {
        self.write(move |db| people::add_report(db, &row))
    }

    fn reports(&self, most: usize) -> Reply<'_, Vec<ReportRow>> {
        self.read(move |db| people::reports(db, most))
    }

    fn check(&self) -> Reply<'_, Vec<String>> {
        self.read(check::faults)
    }

    fn census(&self, now: i64) -> Reply<'_, Census> {
        self.read(move |db| whole::census(db, now))
    }

    fn people_after(&self, after: Option<u64>, most: usize) -> Reply<'_, Vec<PersonRow>> {
        self.read(move |db| whole::people(db, after, most))
    }

    fn reports_after(&self, after: u64, most: usize) -> Reply<'_, Vec<(u64, ReportRow)>> {
        self.read(move |db| whole::reports(db, after, most))
    }

    fn games_after(&self, after: u64, most: usize) -> Reply<'_, Vec<(u64, GameId)>> {
        self.read(move |db| whole::games(db, after, most))
    }

    fn backstage(&self, id: GameId) -> Reply<'_, Backstage> {
        self.read(move |db| whole::backstage(db, id))
    }

    fn put(&self, game: WholeGame) -> Reply<'_, bool> {
        self.write(move |db| whole::put(db, &game))
    }

    fn hints(&self) -> Option<broadcast::Receiver<Hint>> {
        None
    }

    fn close(&self) -> Reply<'_, ()> {
        Box::pin(async move {
            // The last connection that closes tidies the file up, and that should be the writer's.
            self.readers.close().await;
            match &self.writer {
                Some(writer) => writer.close().await,
                None => Ok(()),
            }
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop anywhere")]
mod tests {
    use super::*;

    /// Asked of the very connection that writes.
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
        assert_eq!(number("user_version").await, 1);
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

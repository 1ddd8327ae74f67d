//! Copies of a store, while it is used and back.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::file::{self, FILE, OpenMode};
use super::{check, lock, schema};
use crate::StoreError;

/// What to do with a store that is where another should go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// Leave it alone and refuse.
    Keep,
    /// Put it aside under another name, and what was aside before is lost.
    PutAside,
}

/// Copies the store of a folder into one new file, also while a server works on it: the copy is the
/// store as it was at one moment. It is checked and on disk when this returns.
pub fn backup(folder: &Path, to: &Path) -> Result<(), StoreError> {
    let source = file::connect(&folder.join(FILE), OpenMode::Write)?;
    if to.exists() {
        return Err(StoreError::Exists { path: to.display().to_string() });
    }
    let part = with_suffix(to, "part");
    remove(&part)?;
    let copied = copy(&source, &part);
    if copied.is_err() {
        // Half a backup is worse than none.
        let _ = fs::remove_file(&part);
    }
    copied?;
    move_into_place(&part, to)
}

fn copy(source: &rusqlite::Connection, part: &Path) -> Result<(), StoreError> {
    let text = part.to_str().ok_or_else(|| StoreError::Failed("the path is not text".to_owned()))?;
    source.execute("VACUUM INTO ?1", [text])?;
    expect_whole(part)
}

/// Puts a backup where a server will find it. Nobody may work on the folder meanwhile.
pub fn restore(from: &Path, folder: &Path, existing: Existing) -> Result<(), StoreError> {
    if !from.exists() {
        return Err(StoreError::Missing { path: from.display().to_string() });
    }
    let _lock = lock::take(folder)?;
    let target = folder.join(FILE);
    if target.exists() && existing == Existing::Keep {
        return Err(StoreError::Exists { path: target.display().to_string() });
    }
    let part = with_suffix(&target, "part");
    fs::copy(from, &part).map_err(|error| lock::failed(&part, &error))?;
    let whole = expect_whole(&part);
    if whole.is_err() {
        let _ = fs::remove_file(&part);
    }
    whole?;
    if target.exists() {
        put_aside(&target)?;
    }
    move_into_place(&part, &target)
}

/// Keeps the old store under another name. Its log must be gone before a new store takes its name:
/// it would be read as the new one's.
fn put_aside(target: &Path) -> Result<(), StoreError> {
    // A store that cannot be opened has no log worth keeping. Closing the last connection empties it.
    if let Ok(connection) = file::connect(target, OpenMode::Write) {
        let _ = connection.query_row("PRAGMA wal_checkpoint(truncate)", [], |_| Ok(()));
    }
    let aside = with_suffix(target, "before");
    remove(&aside)?;
    fs::hard_link(target, &aside)
        .or_else(|_| fs::copy(target, &aside).map(|_| ()))
        .map_err(|error| lock::failed(&aside, &error))?;
    remove(&side_file(target, "wal"))?;
    remove(&side_file(target, "shm"))
}

/// Refuses what is not one of our stores, or not whole.
fn expect_whole(path: &Path) -> Result<(), StoreError> {
    let connection = file::connect(path, OpenMode::Read)?;
    schema::expect_known(&connection)?;
    match check::faults(&connection)?.into_iter().next() {
        Some(fault) => Err(StoreError::Damaged(fault)),
        None => Ok(()),
    }
}

/// Gives a finished file its name; what is there already is replaced.
fn move_into_place(part: &Path, to: &Path) -> Result<(), StoreError> {
    // A database that was read in write-ahead mode may have left its side files.
    remove(&side_file(part, "wal"))?;
    remove(&side_file(part, "shm"))?;
    File::open(part).and_then(|file| file.sync_all()).map_err(|error| lock::failed(part, &error))?;
    fs::rename(part, to).map_err(|error| lock::failed(to, &error))?;
    match to.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => lock::sync(folder),
        Some(_) | None => lock::sync(Path::new(".")),
    }
}

/// `name.suffix`
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(suffix);
    name.into()
}

/// `name-suffix`, as SQLite calls its side files.
fn side_file(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-");
    name.push(suffix);
    name.into()
}

fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(lock::failed(path, &error)),
    }
}

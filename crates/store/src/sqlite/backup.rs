//! Backup and restore of a SQLite store. A backup can be made while a server uses the store.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::file::{self, DATABASE_FILE, OpenMode};
use super::private_files::{create_file, restrict};
use super::{check, lock, schema};
use crate::StoreError;

/// What to do with an existing store at the place where a backup is restored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// Keep it, and refuse to restore.
    Keep,
    /// Keep it under another name. An older store with that name is deleted.
    Rename,
}

/// Copies the store of a folder into one new file, also while a server uses it. The copy is the state of the
/// store at one moment. When this returns, the copy is checked and on disk.
pub fn backup(folder: &Path, to: &Path) -> Result<(), StoreError> {
    let source = file::connect(&folder.join(DATABASE_FILE), OpenMode::Write)?;
    if to.exists() {
        return Err(StoreError::Exists { path: to.display().to_string() });
    }
    let part = with_suffix(to, "part");
    remove(&part)?;
    let copied = copy(&source, &part);
    if copied.is_err() {
        // Do not leave an incomplete backup.
        let _ = fs::remove_file(&part);
    }
    copied?;
    move_into_place(&part, to)
}

fn copy(source: &rusqlite::Connection, part: &Path) -> Result<(), StoreError> {
    let text = part.to_str().ok_or_else(|| StoreError::Failed("the path is not text".to_owned()))?;
    // SQLite writes into an empty file, and keeps its mode.
    create_file(part)?;
    source.execute("VACUUM INTO ?1", [text])?;
    require_intact(part)
}

/// Restores a backup into the folder of a server. Fails if a server uses the folder.
pub fn restore(from: &Path, folder: &Path, existing: Existing) -> Result<(), StoreError> {
    if !from.exists() {
        return Err(StoreError::Missing { path: from.display().to_string() });
    }
    let _lock = lock::acquire(folder)?;
    let target = folder.join(DATABASE_FILE);
    if target.exists() && existing == Existing::Keep {
        return Err(StoreError::Exists { path: target.display().to_string() });
    }
    let part = with_suffix(&target, "part");
    fs::copy(from, &part).map_err(|error| lock::io_error(&part, &error))?;
    restrict(&part)?;
    let intact = require_intact(&part);
    if intact.is_err() {
        let _ = fs::remove_file(&part);
    }
    intact?;
    if target.exists() {
        rename_existing(&target)?;
    }
    move_into_place(&part, &target)
}

/// Keeps the old store under another name. Its write-ahead log must be deleted before a new store gets its
/// name, because SQLite would read the log as part of the new store.
fn rename_existing(target: &Path) -> Result<(), StoreError> {
    // The checkpoint writes the log into the old store. A store that cannot be opened has no usable log.
    if let Ok(connection) = file::connect(target, OpenMode::Write) {
        let _ = connection.query_row("PRAGMA wal_checkpoint(truncate)", [], |_| Ok(()));
    }
    let aside = with_suffix(target, "before");
    remove(&aside)?;
    fs::hard_link(target, &aside)
        .or_else(|_| fs::copy(target, &aside).map(|_| ()))
        .map_err(|error| lock::io_error(&aside, &error))?;
    remove(&side_file(target, "wal"))?;
    remove(&side_file(target, "shm"))
}

/// Fails if the file is not one of our stores, or if it has faults.
fn require_intact(path: &Path) -> Result<(), StoreError> {
    let connection = file::connect(path, OpenMode::Read)?;
    schema::require_known(&connection)?;
    match check::faults(&connection).into_iter().next() {
        Some(fault) => Err(StoreError::Damaged(fault.to_string())),
        None => Ok(()),
    }
}

/// Gives a finished file its final name. An existing file with that name is replaced.
fn move_into_place(part: &Path, to: &Path) -> Result<(), StoreError> {
    // Reading a database in write-ahead mode may leave side files.
    remove(&side_file(part, "wal"))?;
    remove(&side_file(part, "shm"))?;
    File::open(part).and_then(|file| file.sync_all()).map_err(|error| lock::io_error(part, &error))?;
    fs::rename(part, to).map_err(|error| lock::io_error(to, &error))?;
    match to.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => lock::sync_folder(folder),
        Some(_) | None => lock::sync_folder(Path::new(".")),
    }
}

/// The path `name.suffix`.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(suffix);
    name.into()
}

/// The path `name-suffix`, as SQLite names its side files.
fn side_file(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-");
    name.push(suffix);
    name.into()
}

/// Deletes a file if it exists.
fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(lock::io_error(path, &error)),
    }
}

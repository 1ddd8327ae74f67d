//! The lock file that allows one server per folder.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use super::private_files::{create_file, create_folder};
use crate::StoreError;

const LOCK_FILE: &str = "detente.lock";

/// Locks a folder until the returned file is dropped; creates the folder if needed. The operating system
/// releases the lock also if the program is killed. The file itself stays, and has no meaning.
pub(super) fn acquire(folder: &Path) -> Result<File, StoreError> {
    create_folder(folder)?;
    let path = folder.join(LOCK_FILE);
    create_file(&path)?;
    let file = File::options().write(true).open(&path);
    let file = file.map_err(|error| io_error(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { folder: folder.display().to_string() }),
        Err(TryLockError::Error(error)) => Err(io_error(&path, &error)),
    }
}

/// Waits until the list of files in a folder is on disk.
pub(super) fn sync_folder(folder: &Path) -> Result<(), StoreError> {
    // Other systems cannot open a folder, and do not need this.
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| io_error(folder, &error))?;
    }
    Ok(())
}

pub(super) fn io_error(path: &Path, error: &io::Error) -> StoreError {
    StoreError::Failed(format!("{}: {error}", path.display()))
}

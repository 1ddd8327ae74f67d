//! One server a folder.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use crate::StoreError;

const LOCK: &str = "detente.lock";

/// Takes a folder, making it if need be, for as long as the answer lives. The system lets go of the
/// lock also if the program is killed; the file itself stays and means nothing.
pub(super) fn take(folder: &Path) -> Result<File, StoreError> {
    fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    let path = folder.join(LOCK);
    let file = File::options().create(true).write(true).truncate(false).open(&path);
    let file = file.map_err(|error| failed(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { folder: folder.display().to_string() }),
        Err(TryLockError::Error(error)) => Err(failed(&path, &error)),
    }
}

/// Waits until what a folder contains is on disk.
pub(super) fn sync(folder: &Path) -> Result<(), StoreError> {
    // Elsewhere folders cannot be opened, and need not be.
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| failed(folder, &error))?;
    }
    Ok(())
}

pub(super) fn failed(path: &Path, error: &io::Error) -> StoreError {
    StoreError::Failed(format!("{}: {error}", path.display()))
}

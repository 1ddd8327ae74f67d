//! What a store answers.

use std::fmt;
use std::pin::Pin;

/// An answer to wait for.
pub type Reply<'s, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 's>>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Created {
    Done,
    /// There is a game with this id; nothing has changed.
    Exists,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// The game now has this version.
    Done { version: u64 },
    /// Somebody was faster: the game has this version, and nothing has changed.
    Conflict { version: u64 },
    /// The same was appended before and gave this version; nothing has changed.
    Repeated { version: u64 },
    /// There is no such game.
    NoGame,
}

/// Why a store could not do its work. Nothing that was asked has happened then; only a disk or a
/// connection that failed in the middle of writing may have kept it, which a nonce finds out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// The store was closed.
    Closed,
    /// Another server works on this folder.
    InUse { folder: String },
    /// The data was written by a newer version of the program.
    TooNew { version: i64 },
    /// The data was written by an older version and was not brought up to date yet.
    TooOld { version: i64 },
    /// This store was opened for reading only.
    ReadOnly,
    /// There is something already where a backup or a restored game store should be put.
    Exists { path: String },
    /// There is nothing to read.
    Missing { path: String },
    /// The data is not what was stored: the disk or somebody changed it.
    Damaged(String),
    /// The database cannot be reached just now. What was asked may have happened all the same.
    Unreachable(String),
    /// What the database or the disk said.
    Failed(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => f.write_str("the store is closed"),
            Self::InUse { folder } => write!(f, "another detente works on {folder}: stop it first"),
            Self::TooNew { version } => {
                write!(f, "the data has form {version}, which a newer version of detente has written")
            }
            Self::TooOld { version } => {
                write!(
                    f,
                    "the data has the older form {version}: start the server once to bring it up to date"
                )
            }
            Self::ReadOnly => f.write_str("the store was opened for reading only"),
            Self::Exists { path } => write!(f, "{path} is there already"),
            Self::Missing { path } => write!(f, "there is no {path}"),
            Self::Damaged(what) => write!(f, "the stored data is damaged: {what}"),
            Self::Unreachable(what) => write!(f, "the database cannot be reached: {what}"),
            Self::Failed(what) => write!(f, "the store failed: {what}"),
        }
    }
}

impl std::error::Error for StoreError {}

//! The results and errors that a store returns.

use std::fmt;
use std::pin::Pin;

/// The future result of a store method.
pub type Reply<'s, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 's>>;

/// The result of creating a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Created {
    Done,
    /// A game with this id exists already; nothing changed.
    Exists,
}

/// The result of appending events to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// The game now has this version.
    Done { version: u64 },
    /// Another append came first: the game has this version, and nothing changed.
    Conflict { version: u64 },
    /// An append with this nonce was done before and led to this version; nothing changed now.
    Repeated { version: u64 },
    /// There is no such game.
    NoGame,
}

/// Why a store method failed. In general nothing changed. But if the disk or the connection failed during
/// a write, the write may be stored; an append with a nonce can find out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// The store was closed.
    Closed,
    /// Another server uses this folder.
    InUse { folder: String },
    /// A newer version of the program wrote the data.
    TooNew { version: i64 },
    /// This store was opened for reading only.
    ReadOnly,
    /// A file exists already at the path of the backup or of the restored store.
    Exists { path: String },
    /// There is no file at this path.
    Missing { path: String },
    /// The program was built without the PostgreSQL store.
    BuiltWithoutPostgres,
    /// The data is not what the store wrote: something else changed it.
    Damaged(String),
    /// There is no room on the disk; nothing changed.
    Full(String),
    /// The database cannot be reached at the moment. The request may have been done nevertheless.
    Unreachable(String),
    /// The error message of the database or the operating system.
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
            Self::ReadOnly => f.write_str("the store was opened for reading only"),
            Self::Exists { path } => write!(f, "{path} is there already"),
            Self::Missing { path } => write!(f, "there is no {path}"),
            Self::BuiltWithoutPostgres => f.write_str(
                "this detente was built without PostgreSQL: take a release, or build it with `--features postgres`",
            ),
            Self::Damaged(what) => write!(f, "the stored data is damaged: {what}"),
            Self::Full(what) => write!(f, "there is no room on the disk: {what}"),
            Self::Unreachable(what) => write!(f, "the database cannot be reached: {what}"),
            Self::Failed(what) => write!(f, "the store failed: {what}"),
        }
    }
}

impl std::error::Error for StoreError {}

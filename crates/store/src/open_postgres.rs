//! Opens the PostgreSQL store, if the program was built with it (the feature `postgres`).

use std::sync::Arc;

use crate::{Store, StoreError};

/// How many statements of one node run at the same time.
pub(crate) const MAX_CONNECTIONS: u32 = 8;
/// For writes that may be lost in a crash: notices, and which node has claimed due work.
pub(crate) const MAX_UNSYNCED_CONNECTIONS: u32 = 2;
/// All connections of a node: these, and one that listens for notices.
pub const MAX_NODE_CONNECTIONS: u32 = MAX_CONNECTIONS + MAX_UNSYNCED_CONNECTIONS + 1;

/// Whether other nodes may use the database at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Shared,
    Exclusive,
}

/// Connects, and creates or migrates the tables.
#[cfg(feature = "postgres")]
pub async fn open_postgres(url: &str, access: Access) -> Result<Arc<dyn Store>, StoreError> {
    Ok(Arc::new(crate::Postgres::open_with(url, access).await?))
}

/// This program has no PostgreSQL store: always an error that says how to get one.
#[cfg(not(feature = "postgres"))]
pub async fn open_postgres(_: &str, _: Access) -> Result<Arc<dyn Store>, StoreError> {
    Err(StoreError::BuiltWithoutPostgres)
}

//! The PostgreSQL store, for several nodes (servers) on the same games.
//!
//! Nodes share only the database. Each method is one statement, and therefore one transaction. Of two appends
//! with the same expected version, the row lock lets one succeed. A statement whose reply was lost is sent
//! again only if it is idempotent. Appends have a tag, so that a second attempt can find the first.

mod chain;
mod channels;
mod check;
mod due_work;
mod games;
mod maintenance;
mod moderation;
mod notices;
mod notifications;
mod people;
mod pool;
mod rows;
mod schema;
mod tls;

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast;
use tokio::task::AbortHandle;
use tokio_postgres::Client;
use tokio_postgres::config::TargetSessionAttrs;

use self::notices::Notifier;
use self::pool::Pool;
use self::tls::Address;
use crate::open_postgres::{MAX_CONNECTIONS, MAX_UNSYNCED_CONNECTIONS};
use crate::{Access, ChangeNotice, StoreError};

/// A store in a PostgreSQL database. Its connections are tasks, so it needs a Tokio runtime.
pub struct Postgres {
    db: Arc<Pool>,
    /// Connections whose commits do not wait for the disk.
    unsynced: Arc<Pool>,
    notifier: Notifier,
    notices: broadcast::Sender<ChangeNotice>,
    listener: AbortHandle,
    /// Fills in the chains of games that nodes of an older version wrote to.
    filler: AbortHandle,
    /// The connection that holds the exclusive lock, and the task that drives it.
    exclusive: Option<(Client, AbortHandle)>,
}

impl fmt::Debug for Postgres {
    /// Leaves out the configuration, because it contains the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Postgres").finish_non_exhaustive()
    }
}

impl Postgres {
    /// Connects, and creates or migrates the tables. Other nodes may do the same.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Self::open_with(url, Access::Shared).await
    }

    /// Like [`open`](Self::open), but fails if another node uses the database, and keeps other nodes out.
    pub async fn open_exclusive(url: &str) -> Result<Self, StoreError> {
        Self::open_with(url, Access::Exclusive).await
    }

    pub(crate) async fn open_with(url: &str, access: Access) -> Result<Self, StoreError> {
        let address = configure(url)?;
        let (mut client, connection) = pool::connect(&address).await?;
        let driver = tokio::spawn(connection);
        let prepared = async {
            let row = client.query_one("SHOW synchronous_commit", &[]).await.map_err(schema::store_error)?;
            if row.get::<_, String>(0) == "off" {
                let message = "synchronous_commit is off, so that what is acknowledged could be lost";
                return Err(StoreError::Failed(message.to_owned()));
            }
            notices::lock_presence(&client, access).await?;
            schema::create_or_migrate(&mut client).await
        };
        let prepared = prepared.await;
        let exclusive = match (&prepared, access) {
            (Ok(()), Access::Exclusive) => Some((client, driver.abort_handle())),
            (Ok(()) | Err(_), Access::Shared) | (Err(_), Access::Exclusive) => {
                driver.abort();
                None
            }
        };
        prepared?;
        let unsynced = Arc::new(Pool::new(without_sync(&address), MAX_UNSYNCED_CONNECTIONS));
        let (notices, listener) = notices::listen(address.clone(), access);
        let db = Arc::new(Pool::new(address, MAX_CONNECTIONS));
        let filled = Arc::clone(&db);
        // What it cannot do now, the next append to a game or the next start does.
        let filler = tokio::spawn(async move { drop(chain::fill_all(&filled).await) });
        Ok(Self {
            db,
            filler: filler.abort_handle(),
            notifier: Notifier::start(Arc::clone(&unsynced)),
            unsynced,
            notices,
            listener,
            exclusive,
        })
    }

    /// Stops the background tasks.
    fn stop_tasks(&self) {
        self.listener.abort();
        self.filler.abort();
        if let Some((_, driver)) = &self.exclusive {
            driver.abort();
        }
    }
}

/// The connection settings in the URL, with our own timeouts.
fn configure(url: &str) -> Result<Address, StoreError> {
    let mut address = Address::read(url)?;
    let config = &mut address.config;
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(Duration::from_secs(2));
    }
    if config.get_application_name().is_none() {
        config.application_name("detente");
    }
    // If the URL has several hosts, connect to the one that accepts writes.
    config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    config.keepalives_idle(Duration::from_secs(5));
    config.keepalives_interval(Duration::from_secs(2));
    config.keepalives_retries(2);
    config.tcp_user_timeout(Duration::from_secs(5));
    Ok(address)
}

/// Settings for connections whose commits do not wait for the disk.
fn without_sync(address: &Address) -> Address {
    let mut unsynced = address.clone();
    let options = address.config.get_options().unwrap_or_default();
    unsynced.config.options(format!("{options} -c synchronous_commit=off"));
    unsynced
}

/// A random number that identifies an append. Each new `RandomState` has a random seed.
fn random_tag() -> i64 {
    RandomState::new().build_hasher().finish().cast_signed()
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop_tasks();
    }
}

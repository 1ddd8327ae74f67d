//! PostgreSQL, for several nodes that work on the same games.
//!
//! Nodes share nothing but the database. Each method is one statement and so one transaction; of two appends
//! with the same expected version the row lets one pass. A statement whose answer was lost is sent again
//! only if twice is the same as once: appends carry a tag by which the first is found.

mod check;
mod due_work;
mod games;
mod notices;
mod people;
mod pool;
mod rows;
mod schema;
mod upkeep;

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast;
use tokio::task::AbortHandle;
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::{Client, Config};

use self::notices::Notifier;
use self::pool::Pool;
use crate::{ChangeNotice, StoreError};

/// How many statements of one node run at a time.
const MAX_CONNECTIONS: u32 = 8;
/// For what need not survive a crash: notices, and which node has taken what is due.
const MAX_UNSYNCED_CONNECTIONS: u32 = 2;

/// A store in a PostgreSQL database. Needs a Tokio runtime, in which its connections live.
pub struct Postgres {
    db: Pool,
    /// Connections whose commits do not wait for the disk.
    unsynced: Arc<Pool>,
    notifier: Notifier,
    notices: broadcast::Sender<ChangeNotice>,
    listener: AbortHandle,
    /// The connection that keeps others out, and the task that drives it.
    exclusive: Option<(Client, AbortHandle)>,
}

/// Who else may work on the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    Shared,
    Exclusive,
}

impl fmt::Debug for Postgres {
    /// Without the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Postgres").finish_non_exhaustive()
    }
}

impl Postgres {
    /// Connects, and makes the tables or brings them up to date. Others may do the same.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Self::open_with(url, Access::Shared).await
    }

    /// The same, if nobody else works on this database; and nobody can while this is open.
    pub async fn open_exclusive(url: &str) -> Result<Self, StoreError> {
        Self::open_with(url, Access::Exclusive).await
    }

    async fn open_with(url: &str, access: Access) -> Result<Self, StoreError> {
        let config = configure(url)?;
        let (mut client, connection) = pool::connect(&config).await?;
        let driver = tokio::spawn(connection);
        let prepared = async {
            let row = client.query_one("SHOW synchronous_commit", &[]).await.map_err(schema::failed)?;
            if row.get::<_, String>(0) == "off" {
                let message = "synchronous_commit is off, so that what is acknowledged could be lost";
                return Err(StoreError::Failed(message.to_owned()));
            }
            notices::lock_presence(&client, access).await?;
            schema::prepare(&mut client).await
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
        let unsynced = Arc::new(Pool::new(without_sync(&config), MAX_UNSYNCED_CONNECTIONS));
        let (notices, listener) = notices::listen(config.clone(), access);
        Ok(Self {
            db: Pool::new(config, MAX_CONNECTIONS),
            notifier: Notifier::start(Arc::clone(&unsynced)),
            unsynced,
            notices,
            listener,
            exclusive,
        })
    }

    /// Ends what runs by itself.
    fn stop_tasks(&self) {
        self.listener.abort();
        if let Some((_, driver)) = &self.exclusive {
            driver.abort();
        }
    }
}

/// What the address says, with our own timeouts.
fn configure(url: &str) -> Result<Config, StoreError> {
    // The error does not repeat the address: there may be a password in it.
    let mut config = Config::from_str(url)
        .map_err(|_| StoreError::Failed("this is not the address of a PostgreSQL database".to_owned()))?;
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(Duration::from_secs(2));
    }
    if config.get_application_name().is_none() {
        config.application_name("detente");
    }
    // Of several hosts, the one that takes writes.
    config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    config.keepalives_idle(Duration::from_secs(5));
    config.keepalives_interval(Duration::from_secs(2));
    config.keepalives_retries(2);
    config.tcp_user_timeout(Duration::from_secs(5));
    Ok(config)
}

/// Connections that do not wait for the disk.
fn without_sync(config: &Config) -> Config {
    let mut unsynced = config.clone();
    let options = config.get_options().unwrap_or_default();
    unsynced.options(format!("{options} -c synchronous_commit=off"));
    unsynced
}

/// A number that no other append has: every new state is seeded by the system.
fn tag() -> i64 {
    RandomState::new().build_hasher().finish().cast_signed()
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop_tasks();
    }
}

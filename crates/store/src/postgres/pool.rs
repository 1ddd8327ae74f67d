//! The connection pool, with timeouts and retries for broken connections.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row, Statement};

use super::tls::{Address, Driver};
use crate::StoreError;

/// How long a statement may take before the database counts as unreachable.
const QUERY_TIMEOUT: Duration = Duration::from_secs(3);
/// How long a statement that is safe to retry is retried.
const RETRY_TIMEOUT: Duration = Duration::from_secs(5);
/// The time between two attempts.
const RETRY_DELAY: Duration = Duration::from_millis(50);

/// The values of a statement's parameters.
pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Whether a statement may be sent again when its result is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Retry {
    /// It is idempotent: twice has the same effect as once.
    Safe,
    /// Twice would have another effect than once.
    Unsafe,
}

/// Why a statement failed.
#[derive(Debug)]
pub(super) enum QueryError {
    /// The database refused it; nothing changed.
    Refused(SqlState, String),
    /// The connection broke, or the database did not answer.
    Lost(String),
    Closed,
}

/// A pool of connections, which are opened when they are needed.
#[derive(Debug)]
pub(super) struct Pool {
    address: Address,
    idle: Mutex<Vec<PooledConnection>>,
    permits: Semaphore,
    max: u32,
}

/// One connection with its prepared statements.
#[derive(Debug)]
struct PooledConnection {
    client: Client,
    task: AbortHandle,
    prepared: HashMap<&'static str, Statement>,
}

impl Pool {
    pub(super) fn new(address: Address, max: u32) -> Self {
        Self { address, idle: Mutex::default(), permits: Semaphore::new(max as usize), max }
    }

    /// Runs one statement in a transaction of its own.
    pub(super) async fn query(
        &self,
        retry: Retry,
        sql: &'static str,
        values: Values<'_>,
    ) -> Result<Vec<Row>, QueryError> {
        let until = Instant::now() + RETRY_TIMEOUT;
        loop {
            let error = match self.attempt(sql, values).await {
                Ok(rows) => return Ok(rows),
                Err(error) => error,
            };
            let may_retry = match &error {
                QueryError::Lost(_) => retry == Retry::Safe,
                // The database ends one of the statements in a deadlock; that one changed nothing.
                QueryError::Refused(state, _) => *state == SqlState::T_R_DEADLOCK_DETECTED,
                QueryError::Closed => false,
            };
            if !may_retry || Instant::now() + RETRY_DELAY > until {
                return Err(error);
            }
            sleep(RETRY_DELAY).await;
        }
    }

    async fn attempt(&self, sql: &'static str, values: Values<'_>) -> Result<Vec<Row>, QueryError> {
        let waited = timeout(QUERY_TIMEOUT, self.permits.acquire()).await;
        let waited = waited.map_err(|_| QueryError::Lost("all connections are taken".to_owned()))?;
        let _permit = waited.map_err(|_| QueryError::Closed)?;
        let mut connection = match self.take_idle() {
            Some(connection) => connection,
            None => self.connect().await?,
        };
        let rows = connection.run(sql, values).await;
        // A connection that did not reply in time is closed: its late reply must not reach the next query.
        if !matches!(&rows, Err(QueryError::Lost(_))) {
            self.idle().push(connection);
        }
        rows
    }

    /// A connection that is not known to be broken.
    fn take_idle(&self) -> Option<PooledConnection> {
        let mut idle = self.idle();
        while let Some(connection) = idle.pop() {
            if !connection.client.is_closed() {
                return Some(connection);
            }
        }
        None
    }

    async fn connect(&self) -> Result<PooledConnection, QueryError> {
        let (client, connection) = connect(&self.address).await?;
        let task = tokio::spawn(async move {
            // The query that waits for a reply gets the error.
            let _ = connection.await;
        });
        Ok(PooledConnection { client, task: task.abort_handle(), prepared: HashMap::new() })
    }

    /// Waits for running statements; later statements are refused.
    pub(super) async fn close(&self) {
        let all = self.permits.acquire_many(self.max).await;
        self.permits.close();
        drop(all);
        self.idle().clear();
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<PooledConnection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens a connection: the client, and the future that drives it.
pub(super) async fn connect(address: &Address) -> Result<(Client, Driver), QueryError> {
    match timeout(QUERY_TIMEOUT, address.connect()).await {
        Ok(Ok(connected)) => Ok(connected),
        Ok(Err(error)) => Err(query_error(&error)),
        Err(_) => Err(QueryError::Lost("the database does not answer".to_owned())),
    }
}

impl PooledConnection {
    async fn run(&mut self, sql: &'static str, values: Values<'_>) -> Result<Vec<Row>, QueryError> {
        let answer = timeout(QUERY_TIMEOUT, async {
            let statement = match self.prepared.get(sql) {
                Some(statement) => statement.clone(),
                None => {
                    let statement = self.client.prepare(sql).await?;
                    self.prepared.insert(sql, statement.clone());
                    statement
                }
            };
            self.client.query(&statement, values).await
        });
        match answer.await {
            Ok(Ok(rows)) => Ok(rows),
            Ok(Err(error)) => Err(query_error(&error)),
            Err(_) => Err(QueryError::Lost("the database does not answer".to_owned())),
        }
    }
}

impl Drop for PooledConnection {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn query_error(error: &tokio_postgres::Error) -> QueryError {
    match error.as_db_error() {
        Some(refusal) if is_transient(refusal.code()) => QueryError::Lost(refusal.message().to_owned()),
        Some(refusal) => QueryError::Refused(refusal.code().clone(), refusal.message().to_owned()),
        None => QueryError::Lost(full_text(error)),
    }
}

/// Whether a database that starts, stops or became a standby gives this error. Another connection may work.
fn is_transient(state: &SqlState) -> bool {
    [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::READ_ONLY_SQL_TRANSACTION,
        SqlState::TOO_MANY_CONNECTIONS,
        SqlState::QUERY_CANCELED,
    ]
    .contains(state)
}

/// The error's text, with its causes.
pub(super) fn full_text(error: &tokio_postgres::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(deeper) = cause {
        text.push_str(": ");
        text.push_str(&deeper.to_string());
        cause = deeper.source();
    }
    text
}

impl From<QueryError> for StoreError {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::Refused(state, message) if state == SqlState::DISK_FULL => Self::Full(message),
            QueryError::Refused(_, message) => Self::Failed(message),
            QueryError::Lost(message) => Self::Unreachable(message),
            QueryError::Closed => Self::Closed,
        }
    }
}

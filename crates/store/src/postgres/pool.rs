//! Connections to the database: a few that are kept, and what happens when one breaks.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, NoTls, Row, Statement};

use crate::StoreError;

/// How long a statement may take before the database counts as out of reach.
const TIMEOUT: Duration = Duration::from_secs(3);
/// For how long a statement that may be sent again is sent again.
const RETRY_FOR: Duration = Duration::from_secs(5);
/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// What a statement may be given.
pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Whether a statement may be sent again when nobody knows what became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Retry {
    /// Twice is the same as once.
    Safe,
    /// Twice would be something else.
    Unsafe,
}

/// Why a statement gave no rows.
#[derive(Debug)]
pub(super) enum QueryError {
    /// The database refused it: nothing has happened.
    Refused(SqlState, String),
    /// The connection broke, or the database did not answer.
    Lost(String),
    Closed,
}

/// Some connections, made when they are needed.
#[derive(Debug)]
pub(super) struct Pool {
    config: Config,
    idle: Mutex<Vec<PooledConnection>>,
    permits: Semaphore,
    max: u32,
}

/// One connection, with the statements that it has prepared.
#[derive(Debug)]
struct PooledConnection {
    client: Client,
    task: AbortHandle,
    prepared: HashMap<&'static str, Statement>,
}

impl Pool {
    pub(super) fn new(config: Config, max: u32) -> Self {
        Self { config, idle: Mutex::default(), permits: Semaphore::new(max as usize), max }
    }

    /// Runs one statement, which is a transaction of its own.
    pub(super) async fn query(
        &self,
        retry: Retry,
        sql: &'static str,
        values: Values<'_>,
    ) -> Result<Vec<Row>, QueryError> {
        let until = Instant::now() + RETRY_FOR;
        loop {
            let error = match self.attempt(sql, values).await {
                Ok(rows) => return Ok(rows),
                Err(error) => error,
            };
            let may_retry = match &error {
                QueryError::Lost(_) => retry == Retry::Safe,
                // Of two that waited for each other one is sent away; it has changed nothing.
                QueryError::Refused(state, _) => *state == SqlState::T_R_DEADLOCK_DETECTED,
                QueryError::Closed => false,
            };
            if !may_retry || Instant::now() + PAUSE > until {
                return Err(error);
            }
            sleep(PAUSE).await;
        }
    }

    async fn attempt(&self, sql: &'static str, values: Values<'_>) -> Result<Vec<Row>, QueryError> {
        let waited = timeout(TIMEOUT, self.permits.acquire()).await;
        let waited = waited.map_err(|_| QueryError::Lost("all connections are taken".to_owned()))?;
        let _permit = waited.map_err(|_| QueryError::Closed)?;
        let mut connection = match self.take_idle() {
            Some(connection) => connection,
            None => self.connect().await?,
        };
        let rows = connection.run(sql, values).await;
        // One that did not answer in time would give the answer to somebody else's question.
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
        let (client, connection) = connect(&self.config).await?;
        let task = tokio::spawn(async move {
            // Whoever waits for an answer gets the error.
            let _ = connection.await;
        });
        Ok(PooledConnection { client, task: task.abort_handle(), prepared: HashMap::new() })
    }

    /// Waits for what is under way; everything that comes later is refused.
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

/// A connection and what drives it.
pub(super) async fn connect(
    config: &Config,
) -> Result<
    (Client, tokio_postgres::Connection<tokio_postgres::Socket, tokio_postgres::tls::NoTlsStream>),
    QueryError,
> {
    match timeout(TIMEOUT, config.connect(NoTls)).await {
        Ok(Ok(connected)) => Ok(connected),
        Ok(Err(error)) => Err(query_error(&error)),
        Err(_) => Err(QueryError::Lost("the database does not answer".to_owned())),
    }
}

impl PooledConnection {
    async fn run(&mut self, sql: &'static str, values: Values<'_>) -> Result<Vec<Row>, QueryError> {
        let answer = timeout(TIMEOUT, async {
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

/// What a database answers that starts, stops or has become a standby: another connection may do better.
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
            QueryError::Refused(_, message) => Self::Failed(message),
            QueryError::Lost(message) => Self::Unreachable(message),
            QueryError::Closed => Self::Closed,
        }
    }
}

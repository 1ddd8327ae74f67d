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
const PATIENCE: Duration = Duration::from_secs(3);
/// How long something that can be asked again is asked again.
const PERSISTENCE: Duration = Duration::from_secs(5);
/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// What a statement may be given.
pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Whether a statement may be sent again when nobody knows what became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Again {
    /// Twice is the same as once.
    May,
    /// Twice would be something else.
    MayNot,
}

/// Why a statement gave no rows.
#[derive(Debug)]
pub(super) enum Fault {
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
    idle: Mutex<Vec<Line>>,
    places: Semaphore,
    most: u32,
}

/// One connection, with the statements that it has prepared.
#[derive(Debug)]
struct Line {
    client: Client,
    task: AbortHandle,
    prepared: HashMap<&'static str, Statement>,
}

impl Pool {
    pub(super) fn new(config: Config, most: u32) -> Self {
        Self { config, idle: Mutex::default(), places: Semaphore::new(most as usize), most }
    }

    /// Runs one statement, which is a transaction of its own.
    pub(super) async fn query(
        &self,
        again: Again,
        sql: &'static str,
        values: Values<'_>,
    ) -> Result<Vec<Row>, Fault> {
        let until = Instant::now() + PERSISTENCE;
        loop {
            let fault = match self.attempt(sql, values).await {
                Ok(rows) => return Ok(rows),
                Err(fault) => fault,
            };
            let may = match &fault {
                Fault::Lost(_) => again == Again::May,
                // Of two that waited for each other one is sent away; it has changed nothing.
                Fault::Refused(state, _) => *state == SqlState::T_R_DEADLOCK_DETECTED,
                Fault::Closed => false,
            };
            if !may || Instant::now() + PAUSE > until {
                return Err(fault);
            }
            sleep(PAUSE).await;
        }
    }

    async fn attempt(&self, sql: &'static str, values: Values<'_>) -> Result<Vec<Row>, Fault> {
        let waited = timeout(PATIENCE, self.places.acquire()).await;
        let waited = waited.map_err(|_| Fault::Lost("all connections are taken".to_owned()))?;
        let _place = waited.map_err(|_| Fault::Closed)?;
        let mut line = match self.take_idle() {
            Some(line) => line,
            None => self.connect().await?,
        };
        let rows = line.run(sql, values).await;
        // One that did not answer in time would give the answer to somebody else's question.
        if !matches!(&rows, Err(Fault::Lost(_))) {
            self.idle().push(line);
        }
        rows
    }

    /// A connection that is not known to be broken.
    fn take_idle(&self) -> Option<Line> {
        let mut idle = self.idle();
        while let Some(line) = idle.pop() {
            if !line.client.is_closed() {
                return Some(line);
            }
        }
        None
    }

    async fn connect(&self) -> Result<Line, Fault> {
        let (client, connection) = connect(&self.config).await?;
        let task = tokio::spawn(async move {
            // Whoever waits for an answer is told what went wrong.
            let _ = connection.await;
        });
        Ok(Line { client, task: task.abort_handle(), prepared: HashMap::new() })
    }

    /// Waits for what is under way; everything that comes later is refused.
    pub(super) async fn close(&self) {
        let all = self.places.acquire_many(self.most).await;
        self.places.close();
        drop(all);
        self.idle().clear();
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Line>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection and what drives it.
pub(super) async fn connect(
    config: &Config,
) -> Result<
    (Client, tokio_postgres::Connection<tokio_postgres::Socket, tokio_postgres::tls::NoTlsStream>),
    Fault,
> {
    match timeout(PATIENCE, config.connect(NoTls)).await {
        Ok(Ok(connected)) => Ok(connected),
        Ok(Err(error)) => Err(fault(&error)),
        Err(_) => Err(Fault::Lost("the database does not answer".to_owned())),
    }
}

impl Line {
    async fn run(&mut self, sql: &'static str, values: Values<'_>) -> Result<Vec<Row>, Fault> {
        let answer = timeout(PATIENCE, async {
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
            Ok(Err(error)) => Err(fault(&error)),
            Err(_) => Err(Fault::Lost("the database does not answer".to_owned())),
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn fault(error: &tokio_postgres::Error) -> Fault {
    match error.as_db_error() {
        Some(told) if is_parting(told.code()) => Fault::Lost(told.message().to_owned()),
        Some(told) => Fault::Refused(told.code().clone(), told.message().to_owned()),
        None => Fault::Lost(said(error)),
    }
}

/// What a database says that starts, stops or has become a standby: another connection may do better.
fn is_parting(state: &SqlState) -> bool {
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

/// The error with its causes.
pub(super) fn said(error: &tokio_postgres::Error) -> String {
    let mut said = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(deeper) = cause {
        said.push_str(": ");
        said.push_str(&deeper.to_string());
        cause = deeper.source();
    }
    said
}

impl From<Fault> for StoreError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Refused(_, said) => Self::Failed(said),
            Fault::Lost(said) => Self::Unreachable(said),
            Fault::Closed => Self::Closed,
        }
    }
}

//! The writer thread. It takes all waiting jobs and commits them together, so that they share one wait for
//! the disk (group commit).

use std::fs::File;
use std::thread;
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use crate::StoreError;

/// How many requests the queue holds; further callers wait.
const MAX_QUEUED_REQUESTS: usize = 1024;
/// How many jobs one commit contains, so that the first job does not wait long for the last.
const MAX_JOBS_PER_COMMIT: usize = 256;
/// How long emptying the log waits for readers.
const EMPTY_LOG_TIMEOUT: Duration = Duration::from_millis(200);

#[derive(Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<Request>,
}

enum Request {
    Write(Box<dyn WriteJob>),
    EmptyLog(oneshot::Sender<Result<bool, StoreError>>),
    Close(oneshot::Sender<Result<(), StoreError>>),
}

/// What cannot be done in a transaction, and so is done after the jobs that came before it.
enum AfterBatch {
    EmptyLog(oneshot::Sender<Result<bool, StoreError>>),
    Close(oneshot::Sender<Result<(), StoreError>>),
}

/// A write. Its result is sent when it is on disk.
pub(super) trait WriteJob: Send {
    /// May run again, if it was rolled back because another job failed.
    fn run(&mut self, db: &Connection) -> Result<(), StoreError>;
    fn reply(self: Box<Self>, committed: &Result<(), StoreError>);
}

struct PendingWrite<T, F> {
    work: F,
    result: Result<T, StoreError>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

pub(super) fn write_job<T: Send + 'static>(
    work: impl FnMut(&Connection) -> rusqlite::Result<T> + Send + 'static,
) -> (Box<dyn WriteJob>, oneshot::Receiver<Result<T, StoreError>>) {
    let (reply, answer) = oneshot::channel();
    (Box::new(PendingWrite { work, result: Err(StoreError::Closed), reply }), answer)
}

impl<T: Send, F: FnMut(&Connection) -> rusqlite::Result<T> + Send> WriteJob for PendingWrite<T, F> {
    fn run(&mut self, db: &Connection) -> Result<(), StoreError> {
        self.result = (self.work)(db).map_err(StoreError::from);
        self.result.as_ref().map(|_| ()).map_err(Clone::clone)
    }

    fn reply(self: Box<Self>, committed: &Result<(), StoreError>) {
        let result = committed.clone().and(self.result);
        // The caller may have stopped waiting.
        let _ = self.reply.send(result);
    }
}

impl Writer {
    pub(super) fn start(connection: Connection, lock: File) -> Result<Self, StoreError> {
        let (queue, requests) = mpsc::channel(MAX_QUEUED_REQUESTS);
        let work = move || run_writer(connection, lock, requests);
        let thread = thread::Builder::new().name("store writer".to_owned()).spawn(work);
        thread.map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(Self { queue })
    }

    pub(super) async fn send(&self, job: Box<dyn WriteJob>) -> Result<(), StoreError> {
        self.queue.send(Request::Write(job)).await.map_err(|_| StoreError::Closed)
    }

    /// Writes the log into the database file, and empties it. False if somebody still reads from it.
    pub(super) async fn empty_log(&self) -> Result<bool, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.queue.send(Request::EmptyLog(reply)).await.map_err(|_| StoreError::Closed)?;
        super::wait_for_reply(answer).await
    }

    pub(super) async fn close(&self) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        self.queue.send(Request::Close(reply)).await.map_err(|_| StoreError::Closed)?;
        super::wait_for_reply(answer).await
    }
}

fn run_writer(connection: Connection, lock: File, mut requests: mpsc::Receiver<Request>) {
    let mut batch = Vec::with_capacity(MAX_JOBS_PER_COMMIT);
    while let Some(first) = requests.blocking_recv() {
        let then = collect_batch(first, &mut requests, &mut batch);
        if !batch.is_empty() {
            let committed = commit(&connection, &mut batch);
            for job in batch.drain(..) {
                job.reply(&committed);
            }
        }
        match then {
            Some(AfterBatch::EmptyLog(reply)) => {
                let _ = reply.send(empty_log(&connection));
            }
            Some(AfterBatch::Close(reply)) => {
                // Requests that still wait get no reply, which callers read as closed.
                drop(requests);
                let closed = connection.close().map_err(|(_, error)| StoreError::from(error));
                drop(lock);
                let _ = reply.send(closed);
                return;
            }
            None => {}
        }
    }
}

/// Writers wait meanwhile, so it does not wait long for readers: a backup may take minutes.
fn empty_log(db: &Connection) -> Result<bool, StoreError> {
    db.busy_timeout(EMPTY_LOG_TIMEOUT)?;
    let busy = db.query_row("PRAGMA wal_checkpoint(truncate)", [], |row| row.get::<_, i64>(0));
    db.busy_timeout(super::file::BUSY_TIMEOUT)?;
    Ok(busy? == 0)
}

/// Moves the waiting jobs into the batch, up to its limit or up to a request of another kind.
fn collect_batch(
    first: Request,
    requests: &mut mpsc::Receiver<Request>,
    batch: &mut Vec<Box<dyn WriteJob>>,
) -> Option<AfterBatch> {
    let mut next = Some(first);
    while let Some(request) = next {
        match request {
            Request::Write(job) => batch.push(job),
            Request::EmptyLog(reply) => return Some(AfterBatch::EmptyLog(reply)),
            Request::Close(reply) => return Some(AfterBatch::Close(reply)),
        }
        next = if batch.len() < MAX_JOBS_PER_COMMIT { requests.try_recv().ok() } else { None };
    }
    None
}

/// Runs all jobs in one transaction. If one fails, only that one is rolled back.
fn commit(db: &Connection, batch: &mut [Box<dyn WriteJob>]) -> Result<(), StoreError> {
    let mut one_failed = false;
    let committed = run_in_transaction(db, batch, |job| job.run(db).inspect_err(|_| one_failed = true));
    // Failures are rare, so savepoints are used only after one.
    if one_failed { run_in_transaction(db, batch, |job| run_in_savepoint(db, job)) } else { committed }
}

fn run_in_savepoint(db: &Connection, job: &mut Box<dyn WriteJob>) -> Result<(), StoreError> {
    execute(db, "SAVEPOINT job")?;
    if let Err(error) = job.run(db) {
        // After some errors, such as a full disk, SQLite has rolled back the whole transaction.
        if db.is_autocommit() {
            return Err(error);
        }
        execute(db, "ROLLBACK TO job")?;
    }
    execute(db, "RELEASE job")
}

fn run_in_transaction(
    db: &Connection,
    batch: &mut [Box<dyn WriteJob>],
    mut run_one: impl FnMut(&mut Box<dyn WriteJob>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut all = || {
        execute(db, "BEGIN IMMEDIATE")?;
        batch.iter_mut().try_for_each(&mut run_one)?;
        execute(db, "COMMIT")
    };
    let committed = all();
    if committed.is_err() && !db.is_autocommit() {
        // If this fails too, the next BEGIN fails.
        let _ = execute(db, "ROLLBACK");
    }
    committed
}

fn execute(db: &Connection, sql: &str) -> Result<(), StoreError> {
    db.prepare_cached(sql)?.execute([])?;
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop anywhere")]
mod tests {
    use super::*;

    fn table() -> Connection {
        let db = Connection::open_in_memory().unwrap();
        db.execute_batch("CREATE TABLE t (n INTEGER PRIMARY KEY)").unwrap();
        db
    }

    fn insert(n: i64) -> (Box<dyn WriteJob>, oneshot::Receiver<Result<usize, StoreError>>) {
        write_job(move |db| {
            db.execute("INSERT INTO t VALUES (?1)", [n + 100])?;
            db.execute("INSERT INTO t VALUES (?1)", [n])
        })
    }

    #[test]
    fn only_the_failed_job_is_rolled_back() {
        let db = table();
        let (mut batch, mut answers): (Vec<_>, Vec<_>) = [1, 2, 1, 3].into_iter().map(insert).unzip();
        // The third inserts 101, which exists already.
        let committed = commit(&db, &mut batch);
        assert_eq!(committed, Ok(()));
        batch.drain(..).for_each(|job| job.reply(&committed));
        let answered: Vec<bool> =
            answers.iter_mut().map(|answer| answer.try_recv().unwrap().is_ok()).collect();
        assert_eq!(answered, [true, true, false, true]);
        let rows: i64 = db.query_row("SELECT count(*) FROM t", [], |row| row.get(0)).unwrap();
        assert_eq!(rows, 6);
        assert!(db.is_autocommit());
    }

    #[test]
    fn no_reply_is_sent_before_the_commit() {
        let db = table();
        let (one, mut answer) = insert(1);
        let mut batch = vec![one];
        commit(&db, &mut batch).unwrap();
        assert!(db.is_autocommit(), "committed");
        assert!(answer.try_recv().is_err(), "and not yet replied");
        batch.drain(..).for_each(|job| job.reply(&Ok(())));
        assert_eq!(answer.try_recv(), Ok(Ok(1)));
    }

    #[test]
    fn a_failed_commit_fails_all_jobs() {
        let db = table();
        db.execute_batch(
            "PRAGMA foreign_keys = on;
             CREATE TABLE child (n INTEGER REFERENCES t (n) DEFERRABLE INITIALLY DEFERRED);",
        )
        .unwrap();
        let (good, mut good_answer) = insert(1);
        // The constraint is deferred, so only the commit fails.
        let (bad, mut bad_answer) = write_job(|db| db.execute("INSERT INTO child VALUES (77)", []));
        let mut batch = vec![good, bad];
        let committed = commit(&db, &mut batch);
        assert!(committed.is_err());
        batch.drain(..).for_each(|job| job.reply(&committed));
        assert!(good_answer.try_recv().unwrap().is_err());
        assert!(bad_answer.try_recv().unwrap().is_err());
        assert!(db.is_autocommit(), "rolled back");
        let rows: i64 = db.query_row("SELECT count(*) FROM t", [], |row| row.get(0)).unwrap();
        assert_eq!(rows, 0);
    }
}

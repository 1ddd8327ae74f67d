//! The one thread that writes. It takes everything that waits and commits it together: one wait for
//! the disk serves all.

use std::fs::File;
use std::thread;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use crate::StoreError;

/// How many may wait; the next one waits to be let in.
const MAX_WAITING: usize = 1024;
/// How many are committed together, so that the first does not wait long for the last.
const MAX_BATCH: usize = 256;

#[derive(Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<Request>,
}

enum Request {
    Do(Box<dyn WriteJob>),
    Close(oneshot::Sender<Result<(), StoreError>>),
}

/// Something to be written. Its result is sent once it is on disk.
pub(super) trait WriteJob: Send {
    /// May run again, when what it did was undone because of another.
    fn run(&mut self, db: &Connection) -> Result<(), StoreError>;
    fn reply(self: Box<Self>, committed: &Result<(), StoreError>);
}

struct Pending<T, F> {
    work: F,
    result: Result<T, StoreError>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

pub(super) fn job<T: Send + 'static>(
    work: impl FnMut(&Connection) -> rusqlite::Result<T> + Send + 'static,
) -> (Box<dyn WriteJob>, oneshot::Receiver<Result<T, StoreError>>) {
    let (reply, answer) = oneshot::channel();
    (Box::new(Pending { work, result: Err(StoreError::Closed), reply }), answer)
}

impl<T: Send, F: FnMut(&Connection) -> rusqlite::Result<T> + Send> WriteJob for Pending<T, F> {
    fn run(&mut self, db: &Connection) -> Result<(), StoreError> {
        self.result = (self.work)(db).map_err(StoreError::from);
        self.result.as_ref().map(|_| ()).map_err(Clone::clone)
    }

    fn reply(self: Box<Self>, committed: &Result<(), StoreError>) {
        let result = committed.clone().and(self.result);
        // Whoever asked may have gone.
        let _ = self.reply.send(result);
    }
}

impl Writer {
    pub(super) fn start(connection: Connection, lock: File) -> Result<Self, StoreError> {
        let (queue, requests) = mpsc::channel(MAX_WAITING);
        let work = move || work(connection, lock, requests);
        let thread = thread::Builder::new().name("store writer".to_owned()).spawn(work);
        thread.map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(Self { queue })
    }

    pub(super) async fn send(&self, job: Box<dyn WriteJob>) -> Result<(), StoreError> {
        self.queue.send(Request::Do(job)).await.map_err(|_| StoreError::Closed)
    }

    pub(super) async fn close(&self) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        self.queue.send(Request::Close(reply)).await.map_err(|_| StoreError::Closed)?;
        super::wait(answer).await
    }
}

fn work(connection: Connection, lock: File, mut requests: mpsc::Receiver<Request>) {
    let mut batch = Vec::with_capacity(MAX_BATCH);
    while let Some(first) = requests.blocking_recv() {
        let closing = gather(first, &mut requests, &mut batch);
        if !batch.is_empty() {
            let committed = commit(&connection, &mut batch);
            for job in batch.drain(..) {
                job.reply(&committed);
            }
        }
        if let Some(reply) = closing {
            // Those who still wait get no answer, which means that it is closed.
            drop(requests);
            let closed = connection.close().map_err(|(_, error)| StoreError::from(error));
            drop(lock);
            let _ = reply.send(closed);
            return;
        }
    }
}

/// Everything that waits now, up to a bound or to somebody who wants to close.
fn gather(
    first: Request,
    requests: &mut mpsc::Receiver<Request>,
    batch: &mut Vec<Box<dyn WriteJob>>,
) -> Option<oneshot::Sender<Result<(), StoreError>>> {
    let mut next = Some(first);
    while let Some(request) = next {
        match request {
            Request::Do(job) => batch.push(job),
            Request::Close(reply) => return Some(reply),
        }
        next = if batch.len() < MAX_BATCH { requests.try_recv().ok() } else { None };
    }
    None
}

/// Does all of them in one transaction. One that fails is undone alone.
fn commit(db: &Connection, batch: &mut [Box<dyn WriteJob>]) -> Result<(), StoreError> {
    let mut one_failed = false;
    let committed = transact(db, batch, |job| job.run(db).inspect_err(|_| one_failed = true));
    // That is rare: only then is it worth a savepoint for each.
    if one_failed { transact(db, batch, |job| run_alone(db, job)) } else { committed }
}

fn run_alone(db: &Connection, job: &mut Box<dyn WriteJob>) -> Result<(), StoreError> {
    execute(db, "SAVEPOINT job")?;
    if job.run(db).is_err() {
        execute(db, "ROLLBACK TO job")?;
    }
    execute(db, "RELEASE job")
}

fn transact(
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
        // If this fails too, the next BEGIN will say so.
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
        job(move |db| {
            db.execute("INSERT INTO t VALUES (?1)", [n + 100])?;
            db.execute("INSERT INTO t VALUES (?1)", [n])
        })
    }

    #[test]
    fn one_that_fails_is_undone_alone() {
        let db = table();
        let (mut batch, mut answers): (Vec<_>, Vec<_>) = [1, 2, 1, 3].into_iter().map(insert).unzip();
        // The third inserts 101, which is there already.
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
    fn nobody_is_answered_before_the_commit() {
        let db = table();
        let (one, mut answer) = insert(1);
        let mut batch = vec![one];
        commit(&db, &mut batch).unwrap();
        assert!(db.is_autocommit(), "committed");
        assert!(answer.try_recv().is_err(), "and not yet answered");
        batch.drain(..).for_each(|job| job.reply(&Ok(())));
        assert_eq!(answer.try_recv(), Ok(Ok(1)));
    }

    #[test]
    fn a_commit_that_fails_fails_for_all() {
        let db = table();
        db.execute_batch(
            "PRAGMA foreign_keys = on;
             CREATE TABLE child (n INTEGER REFERENCES t (n) DEFERRABLE INITIALLY DEFERRED);",
        )
        .unwrap();
        let (good, mut good_answer) = insert(1);
        // Deferred, so that only the commit finds out.
        let (bad, mut bad_answer) = job(|db| db.execute("INSERT INTO child VALUES (77)", []));
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

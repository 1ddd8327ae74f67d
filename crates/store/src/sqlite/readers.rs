//! The reader threads. Each has its own connection and sees committed data.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::file::{self, OpenMode};
use crate::StoreError;

const READER_THREADS: usize = 4;
const MAX_QUEUED_REQUESTS: usize = 1024;

#[derive(Debug)]
pub(super) struct Readers {
    queue: mpsc::Sender<Request>,
}

enum Request {
    Read(ReadJob),
    Close(oneshot::Sender<()>),
}

pub(super) type ReadJob = Box<dyn FnOnce(&Connection) + Send>;

pub(super) fn read_job<T: Send + 'static>(
    work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
) -> (ReadJob, oneshot::Receiver<Result<T, StoreError>>) {
    let (reply, answer) = oneshot::channel();
    let job = move |db: &Connection| {
        // The caller may have stopped waiting.
        let _ = reply.send(work(db).map_err(StoreError::from));
    };
    (Box::new(job), answer)
}

impl Readers {
    pub(super) fn start(path: &Path) -> Result<Self, StoreError> {
        let (queue, requests) = mpsc::channel(MAX_QUEUED_REQUESTS);
        let requests = Arc::new(Mutex::new(requests));
        for _ in 0..READER_THREADS {
            let connection = file::connect(path, OpenMode::Read)?;
            let requests = Arc::clone(&requests);
            let work = move || run_reader(connection, &requests);
            let thread = thread::Builder::new().name("store reader".to_owned()).spawn(work);
            thread.map_err(|error| StoreError::Failed(error.to_string()))?;
        }
        Ok(Self { queue })
    }

    pub(super) async fn send(&self, job: ReadJob) -> Result<(), StoreError> {
        self.queue.send(Request::Read(job)).await.map_err(|_| StoreError::Closed)
    }

    /// Ends all threads and waits for them.
    pub(super) async fn close(&self) {
        for _ in 0..READER_THREADS {
            let (reply, answer) = oneshot::channel();
            if self.queue.send(Request::Close(reply)).await.is_err() {
                return;
            }
            let _ = answer.await;
        }
    }
}

fn run_reader(connection: Connection, requests: &Mutex<mpsc::Receiver<Request>>) {
    loop {
        // One thread waits for a request, the others for the lock. The lock is released before the job runs.
        let request = requests.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
        match request {
            Some(Request::Read(job)) => job(&connection),
            Some(Request::Close(reply)) => {
                drop(connection);
                let _ = reply.send(());
                return;
            }
            None => return,
        }
    }
}

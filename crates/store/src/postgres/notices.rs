//! Notices between nodes that a game has changed. They may be lost; what counts is the version in the store.
//!
//! A notice is sent after the commit and not within it: a transaction that notifies holds a lock of the whole
//! database until it is on disk, so that no two could be committed together.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{broadcast, mpsc};
use tokio::time::{sleep, timeout};
use tokio_postgres::{AsyncMessage, Client, Config};

use super::Access;
use super::pool::{Pool, QueryError, Retry, connect};
use super::schema::failed;
use crate::{ChangeNotice, GameId, StoreError};

/// Notices that wait to be sent or received; more are lost.
const MAX_WAITING: usize = 10_000;
/// How many go into one message: the database takes less than 8,000 bytes.
const MAX_PER_MESSAGE: usize = 200;
/// How often the connection is asked whether it still lives.
const KEEPALIVE: Duration = Duration::from_secs(5);
const TIMEOUT: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(250);

/// Sends notices to the other nodes.
#[derive(Clone, Debug)]
pub(super) struct Notifier(mpsc::Sender<(GameId, u64)>);

impl Notifier {
    pub(super) fn start(unsynced: Arc<Pool>) -> Self {
        let (queue, changes) = mpsc::channel(MAX_WAITING);
        tokio::spawn(send(unsynced, changes));
        Self(queue)
    }

    pub(super) fn notify(&self, game: GameId, version: u64) {
        let _ = self.0.try_send((game, version));
    }
}

/// Sends everything that waits in one message, again and again.
async fn send(unsynced: Arc<Pool>, mut changes: mpsc::Receiver<(GameId, u64)>) {
    let mut waiting = Vec::new();
    while changes.recv_many(&mut waiting, MAX_PER_MESSAGE).await > 0 {
        let mut text = String::new();
        for (game, version) in waiting.drain(..) {
            let _ = write!(text, "{game}:{version} ");
        }
        match unsynced.query(Retry::Unsafe, "SELECT pg_notify('detente', $1)", &[&text]).await {
            Ok(_) | Err(QueryError::Refused(..) | QueryError::Lost(_)) => {}
            Err(QueryError::Closed) => return,
        }
    }
}

/// Who works on the database holds a lock as long as its connection lives: nodes share it.
const PRESENCE: i64 = 0x4454_4e55;

pub(super) async fn lock_presence(client: &Client, access: Access) -> Result<(), StoreError> {
    let sql = match access {
        Access::Shared => "SELECT pg_try_advisory_lock_shared($1)",
        Access::Exclusive => "SELECT pg_try_advisory_lock($1)",
    };
    let row = client.query_one(sql, &[&PRESENCE]).await.map_err(failed)?;
    if row.get(0) { Ok(()) } else { Err(StoreError::InUse { folder: "the database".to_owned() }) }
}

/// Receives the notices of the other nodes.
pub(super) fn listen(
    config: Config,
    access: Access,
) -> (broadcast::Sender<ChangeNotice>, tokio::task::AbortHandle) {
    let (notices, _) = broadcast::channel(MAX_WAITING);
    let task = tokio::spawn(listen_forever(config, access, notices.clone()));
    (notices, task.abort_handle())
}

async fn listen_forever(config: Config, access: Access, notices: broadcast::Sender<ChangeNotice>) {
    loop {
        // Whatever it was, it may be over soon.
        let _ = listen_once(&config, access, &notices).await;
        sleep(PAUSE).await;
    }
}

/// Until the connection breaks.
async fn listen_once(
    config: &Config,
    access: Access,
    notices: &broadcast::Sender<ChangeNotice>,
) -> Result<(), QueryError> {
    let (client, mut connection) = connect(config).await?;
    let received = notices.clone();
    let driver = tokio::spawn(async move {
        while let Some(Ok(message)) = std::future::poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(notification) = message {
                pass_on(notification.payload(), &received);
            }
        }
    });
    let _abort = AbortOnDrop(driver.abort_handle());
    let lost = || QueryError::Lost(String::new());
    client.batch_execute("LISTEN detente").await.map_err(|_| lost())?;
    if access == Access::Shared {
        // A node that comes back while somebody copies the database goes on: it was there first.
        let _ = lock_presence(&client, access).await;
    }
    // Whatever happened while nobody listened.
    let _ = notices.send(ChangeNotice::Missed);
    loop {
        sleep(KEEPALIVE).await;
        let alive = timeout(TIMEOUT, client.simple_query("")).await;
        alive.map_err(|_| lost())?.map_err(|_| lost())?;
    }
}

struct AbortOnDrop(tokio::task::AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn pass_on(text: &str, notices: &broadcast::Sender<ChangeNotice>) {
    for change in text.split_whitespace() {
        let Some((game, version)) = change.split_once(':') else { continue };
        if let (Ok(game), Ok(version)) = (game.parse(), version.parse()) {
            // Nobody may be interested.
            let _ = notices.send(ChangeNotice::Changed { game, version });
        }
    }
}

//! Change notices between nodes (LISTEN and NOTIFY). A notice may be lost; the stored version is reliable.
//!
//! A notice is sent after the commit, in a transaction of its own. A transaction with NOTIFY holds a lock on
//! the whole database until it is on disk, so no two of them could be committed together.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{broadcast, mpsc};
use tokio::time::{sleep, timeout};
use tokio_postgres::{AsyncMessage, Client};

use super::Access;
use super::pool::{Pool, QueryError, Retry, connect};
use super::schema::store_error;
use super::tls::Address;
use crate::{ChangeNotice, GameId, StoreError};

/// How many notices wait to be sent or received; more are lost.
const MAX_QUEUED_NOTICES: usize = 10_000;
/// How many notices one message contains. PostgreSQL accepts less than 8,000 bytes.
const MAX_NOTICES_PER_MESSAGE: usize = 200;
/// The time between two checks that the connection works.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);
/// How long such a check may take.
const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(3);
/// The time before a broken connection is opened again.
const RECONNECT_DELAY: Duration = Duration::from_millis(250);

/// Sends notices to the other nodes.
#[derive(Clone, Debug)]
pub(super) struct Notifier(mpsc::Sender<(GameId, u64)>);

impl Notifier {
    pub(super) fn start(unsynced: Arc<Pool>) -> Self {
        let (queue, changes) = mpsc::channel(MAX_QUEUED_NOTICES);
        tokio::spawn(send_notices(unsynced, changes));
        Self(queue)
    }

    pub(super) fn notify(&self, game: GameId, version: u64) {
        let _ = self.0.try_send((game, version));
    }
}

/// Sends the waiting notices, many in one message, until the store closes.
async fn send_notices(unsynced: Arc<Pool>, mut changes: mpsc::Receiver<(GameId, u64)>) {
    let mut waiting = Vec::new();
    while changes.recv_many(&mut waiting, MAX_NOTICES_PER_MESSAGE).await > 0 {
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

/// The advisory lock that each node holds while its connection exists. Nodes share it.
const PRESENCE_LOCK: i64 = 0x4454_4e55;

/// Takes the presence lock; fails if another node has exclusive access, or if this one cannot have it.
pub(super) async fn lock_presence(client: &Client, access: Access) -> Result<(), StoreError> {
    let sql = match access {
        Access::Shared => "SELECT pg_try_advisory_lock_shared($1)",
        Access::Exclusive => "SELECT pg_try_advisory_lock($1)",
    };
    let row = client.query_one(sql, &[&PRESENCE_LOCK]).await.map_err(store_error)?;
    if row.get(0) { Ok(()) } else { Err(StoreError::InUse { folder: "the database".to_owned() }) }
}

/// Receives the notices of the other nodes.
pub(super) fn listen(
    address: Address,
    access: Access,
) -> (broadcast::Sender<ChangeNotice>, tokio::task::AbortHandle) {
    let (notices, _) = broadcast::channel(MAX_QUEUED_NOTICES);
    let task = tokio::spawn(listen_forever(address, access, notices.clone()));
    (notices, task.abort_handle())
}

async fn listen_forever(address: Address, access: Access, notices: broadcast::Sender<ChangeNotice>) {
    loop {
        // Any error may be temporary.
        let _ = listen_once(&address, access, &notices).await;
        sleep(RECONNECT_DELAY).await;
    }
}

/// Receives notices until the connection breaks.
async fn listen_once(
    address: &Address,
    access: Access,
    notices: &broadcast::Sender<ChangeNotice>,
) -> Result<(), QueryError> {
    let (client, mut connection) = connect(address).await?;
    let received = notices.clone();
    let driver = tokio::spawn(async move {
        while let Some(Ok(message)) = std::future::poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(notification) = message {
                broadcast_changes(notification.payload(), &received);
            }
        }
    });
    let _abort = AbortOnDrop(driver.abort_handle());
    let lost = || QueryError::Lost(String::new());
    client.batch_execute("LISTEN detente").await.map_err(|_| lost())?;
    if access == Access::Shared {
        // A node that reconnects during an exclusive copy continues, because it started before the copy.
        let _ = lock_presence(&client, access).await;
    }
    // Games may have changed before this connection listened.
    let _ = notices.send(ChangeNotice::Missed);
    loop {
        sleep(KEEPALIVE_INTERVAL).await;
        let alive = timeout(KEEPALIVE_TIMEOUT, client.simple_query("")).await;
        alive.map_err(|_| lost())?.map_err(|_| lost())?;
    }
}

struct AbortOnDrop(tokio::task::AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn broadcast_changes(text: &str, notices: &broadcast::Sender<ChangeNotice>) {
    for change in text.split_whitespace() {
        let Some((game, version)) = change.split_once(':') else { continue };
        if let (Ok(game), Ok(version)) = (game.parse(), version.parse()) {
            // It is not an error that nobody receives it.
            let _ = notices.send(ChangeNotice::Changed { game, version });
        }
    }
}

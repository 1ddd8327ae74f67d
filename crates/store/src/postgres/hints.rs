//! Hints between nodes that a game has changed. They may be lost; what counts is the version in the store.
//!
//! A hint is sent after the commit and not within it: a transaction that notifies holds a lock of the whole
//! database until it is on disk, so that no two could be committed together.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{broadcast, mpsc};
use tokio::time::{sleep, timeout};
use tokio_postgres::{AsyncMessage, Client, Config};

use super::Company;
use super::pool::{Again, Fault, Pool, connect};
use super::schema::failed;
use crate::{GameId, Hint, StoreError};

/// Hints that wait to be sent or heard; more are lost.
const MOST_WAITING: usize = 10_000;
/// How many go into one message: the database takes less than 8,000 bytes.
const A_MESSAGE: usize = 200;
/// How often the connection is asked whether it still lives.
const PULSE: Duration = Duration::from_secs(5);
const PATIENCE: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(250);

/// The way out.
#[derive(Clone, Debug)]
pub(super) struct Teller(mpsc::Sender<(GameId, u64)>);

impl Teller {
    pub(super) fn start(light: Arc<Pool>) -> Self {
        let (tell, told) = mpsc::channel(MOST_WAITING);
        tokio::spawn(send(light, told));
        Self(tell)
    }

    pub(super) fn tell(&self, game: GameId, version: u64) {
        let _ = self.0.try_send((game, version));
    }
}

/// Sends everything that waits in one message, again and again.
async fn send(light: Arc<Pool>, mut told: mpsc::Receiver<(GameId, u64)>) {
    let mut waiting = Vec::new();
    while told.recv_many(&mut waiting, A_MESSAGE).await > 0 {
        let mut text = String::new();
        for (game, version) in waiting.drain(..) {
            let _ = write!(text, "{game}:{version} ");
        }
        match light.query(Again::MayNot, "SELECT pg_notify('detente', $1)", &[&text]).await {
            Ok(_) | Err(Fault::Refused(..) | Fault::Lost(_)) => {}
            Err(Fault::Closed) => return,
        }
    }
}

/// Who works on the database holds a lock as long as its connection lives: nodes share it.
const PRESENCE: i64 = 0x4454_4e55;

pub(super) async fn enter(client: &Client, company: Company) -> Result<(), StoreError> {
    let sql = match company {
        Company::Others => "SELECT pg_try_advisory_lock_shared($1)",
        Company::Nobody => "SELECT pg_try_advisory_lock($1)",
    };
    let row = client.query_one(sql, &[&PRESENCE]).await.map_err(failed)?;
    if row.get(0) { Ok(()) } else { Err(StoreError::InUse { folder: "the database".to_owned() }) }
}

/// The way in.
pub(super) fn hear(config: Config, company: Company) -> (broadcast::Sender<Hint>, tokio::task::AbortHandle) {
    let (hints, _) = broadcast::channel(MOST_WAITING);
    let task = tokio::spawn(listen(config, company, hints.clone()));
    (hints, task.abort_handle())
}

async fn listen(config: Config, company: Company, hints: broadcast::Sender<Hint>) {
    loop {
        // Whatever it was, it may be over soon.
        let _ = listen_once(&config, company, &hints).await;
        sleep(PAUSE).await;
    }
}

/// Until the connection breaks.
async fn listen_once(
    config: &Config,
    company: Company,
    hints: &broadcast::Sender<Hint>,
) -> Result<(), Fault> {
    let (client, mut connection) = connect(config).await?;
    let heard = hints.clone();
    let driver = tokio::spawn(async move {
        while let Some(Ok(message)) = std::future::poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(notice) = message {
                pass_on(notice.payload(), &heard);
            }
        }
    });
    let _stop = Stop(driver.abort_handle());
    let lost = || Fault::Lost(String::new());
    client.batch_execute("LISTEN detente").await.map_err(|_| lost())?;
    if company == Company::Others {
        // A node that comes back while somebody copies the database goes on: it was there first.
        let _ = enter(&client, company).await;
    }
    // Whatever happened while nobody listened.
    let _ = hints.send(Hint::Missed);
    loop {
        sleep(PULSE).await;
        let alive = timeout(PATIENCE, client.simple_query("")).await;
        alive.map_err(|_| lost())?.map_err(|_| lost())?;
    }
}

struct Stop(tokio::task::AbortHandle);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn pass_on(text: &str, hints: &broadcast::Sender<Hint>) {
    for hint in text.split_whitespace() {
        let Some((game, version)) = hint.split_once(':') else { continue };
        if let (Ok(game), Ok(version)) = (game.parse(), version.parse()) {
            // Nobody may be interested.
            let _ = hints.send(Hint::Changed { game, version });
        }
    }
}

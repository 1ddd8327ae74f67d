//! Deadlines: what is due is found in the store, never only in memory.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use game::{Actor, Command};
use store::GameId;
use tokio::task::JoinSet;

use crate::app::App;
use crate::refused::{Reason, Refused};

/// The store is asked at least this often: another node may have opened a round.
const LONGEST_WAIT: Duration = Duration::from_millis(250);
/// How many games are looked at in one go, and how many at a time.
const MOST_DUE: usize = 2000;
const AT_A_TIME: usize = 128;
/// How long other nodes leave what is due to the one that took it on; one that died is late by so much.
const TAKEN_SECONDS: i64 = 5;

/// Runs until the server stops.
pub async fn run(app: Arc<App>) {
    // Games that could not be ticked are left alone for a while.
    let mut resting: HashMap<GameId, i64> = HashMap::new();
    loop {
        match tick(&app, &mut resting).await {
            Ok(_) => {}
            Err(error) => tracing::error!(%error, "the clock cannot ask the store"),
        }
        let sooner = app.due_sooner.notified();
        let _ = tokio::time::timeout(LONGEST_WAIT, sooner).await;
        // Several changes in a moment are one reason to look.
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Asks the clock of every game that is due; how many there were.
pub async fn tick(app: &Arc<App>, resting: &mut HashMap<GameId, i64>) -> Result<usize, store::StoreError> {
    let now = app.now().seconds();
    resting.retain(|_, until| *until > now);
    let mut seen = HashSet::new();
    loop {
        let due = app.store.take_due(now, now + TAKEN_SECONDS, MOST_DUE).await?;
        let fresh: Vec<GameId> =
            due.into_iter().filter(|id| !resting.contains_key(id) && seen.insert(*id)).collect();
        if fresh.is_empty() {
            return Ok(seen.len());
        }
        tick_all(app, fresh, now, resting).await;
    }
}

async fn tick_all(app: &Arc<App>, due: Vec<GameId>, now: i64, resting: &mut HashMap<GameId, i64>) {
    let mut running = JoinSet::new();
    for id in due {
        if running.len() >= AT_A_TIME
            && let Some(Ok((id, Err(_)))) = running.join_next().await
        {
            resting.insert(id, now + 30);
        }
        let app = Arc::clone(app);
        running.spawn(async move { (id, tick_one(&app, id).await) });
    }
    while let Some(done) = running.join_next().await {
        if let Ok((id, Err(refused))) = done {
            tracing::warn!(game = %id, id = refused.reason.key(), "a game that is due could not be ticked");
            resting.insert(id, now + 30);
        }
    }
}

async fn tick_one(app: &Arc<App>, id: GameId) -> Result<(), Refused> {
    let room = app.room(id).await?;
    let due = room.game().due().map(game::Timestamp::seconds);
    let late = app.now().seconds() - due.unwrap_or_else(|| app.now().seconds());
    app.metrics.ticks.add();
    app.metrics.tick_delay.note(Duration::from_secs(u64::try_from(late).unwrap_or(0)));
    match room.execute(app, Actor::Clock, Command::Tick, None).await {
        Ok(_) => Ok(()),
        // Another node was faster.
        Err(refused)
            if matches!(
                refused.reason,
                Reason::NotDue | Reason::AlreadyOver | Reason::Busy | Reason::StoreAway
            ) =>
        {
            Ok(())
        }
        Err(refused) => Err(refused),
    }
}

//! Finds games whose deadline has passed, in the store and not only in memory. What then happens is decided
//! in `crates/game/src/decide/deadline.rs`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use game::{Actor, Command};
use store::GameId;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::app::App;
use crate::refusals::{Reason, Refused};

/// The store is asked at least this often, because another node may have set a new deadline.
const MAX_WAIT: Duration = Duration::from_millis(250);
/// How many due games are taken per query, and how many are ticked in parallel.
const MAX_DUE_PER_QUERY: usize = 2000;
const MAX_PARALLEL_TICKS: usize = 128;
/// How long a due game belongs to the node that took it. If that node dies, the game is this late.
const LEASE_SECONDS: i64 = 5;
/// After how long a game whose tick failed is tried again. Not by the clock of the machine, which may be set
/// back in the meantime.
const RETRY_AFTER: Duration = Duration::from_secs(30);

/// Runs until the server stops.
pub async fn run(app: Arc<App>) {
    // Games that could not be ticked are tried again later.
    let mut resting = HashMap::new();
    loop {
        match tick_due_games(&app, &mut resting).await {
            Ok(_) => {}
            Err(error) => tracing::error!(%error, "reading due games failed"),
        }
        let sooner = app.due_sooner.notified();
        let _ = tokio::time::timeout(MAX_WAIT, sooner).await;
        // Several changes at almost the same time need only one query.
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Ticks every game that is due. Returns how many there were.
pub async fn tick_due_games(
    app: &Arc<App>,
    resting: &mut HashMap<GameId, Instant>,
) -> Result<usize, store::StoreError> {
    let now = app.now().seconds();
    resting.retain(|_, until| *until > Instant::now());
    let mut seen = HashSet::new();
    loop {
        let due = app.store.claim_due_games(now, now + LEASE_SECONDS, MAX_DUE_PER_QUERY).await?;
        let fresh: Vec<GameId> =
            due.into_iter().filter(|id| !resting.contains_key(id) && seen.insert(*id)).collect();
        if fresh.is_empty() {
            return Ok(seen.len());
        }
        tick_games(app, fresh, resting).await;
    }
}

async fn tick_games(app: &Arc<App>, due: Vec<GameId>, resting: &mut HashMap<GameId, Instant>) {
    let mut running = JoinSet::new();
    for id in due {
        if running.len() >= MAX_PARALLEL_TICKS
            && let Some(Ok((id, Err(_)))) = running.join_next().await
        {
            resting.insert(id, Instant::now() + RETRY_AFTER);
        }
        let app = Arc::clone(app);
        running.spawn(async move { (id, tick_game(&app, id).await) });
    }
    while let Some(done) = running.join_next().await {
        if let Ok((id, Err(refused))) = done {
            tracing::warn!(game = %id, id = refused.reason.key(), "tick of a due game failed");
            resting.insert(id, Instant::now() + RETRY_AFTER);
        }
    }
}

async fn tick_game(app: &Arc<App>, id: GameId) -> Result<(), Refused> {
    match send_tick(app, id).await {
        Ok(_) => Ok(()),
        // Not an error: another node was faster, or the next query finds the game again.
        Err(refused)
            if matches!(
                refused.reason,
                Reason::NotDue | Reason::AlreadyOver | Reason::Busy | Reason::StoreUnreachable
            ) =>
        {
            Ok(())
        }
        Err(refused) => Err(refused),
    }
}

async fn send_tick(app: &Arc<App>, id: GameId) -> Result<u64, Refused> {
    let live_game = app.live_game(id).await?;
    let due = live_game.game().due().map(game::Timestamp::seconds);
    let late = app.now().seconds() - due.unwrap_or_else(|| app.now().seconds());
    app.metrics.ticks.increment();
    app.metrics.tick_delay.observe(Duration::from_secs(u64::try_from(late).unwrap_or(0)));
    live_game.execute(app, Actor::Clock, Command::Tick, None).await
}

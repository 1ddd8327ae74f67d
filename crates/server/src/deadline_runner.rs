//! Finds games whose deadline has passed, in the store and not only in memory. What then happens is decided
//! in `crates/game/src/decide/deadline.rs`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use game::{Actor, Command, MAX_CLOCK_DIFFERENCE};
use store::GameId;
use tokio::task::JoinSet;

use crate::app::App;
use crate::refusals::{Reason, Refused};

/// The store is asked at least this often, because another node may have set a new deadline.
const MAX_WAIT: Duration = Duration::from_millis(250);
/// How many due games are taken per query, and how many are ticked in parallel.
const MAX_DUE_PER_QUERY: usize = 2000;
const MAX_PARALLEL_TICKS: usize = 128;
/// How long a due game belongs to the node that took it. If that node dies, the game is this late.
const LEASE_SECONDS: i64 = 5;
/// After how long a game whose tick failed is tried again.
const RETRY_SECONDS: i64 = 30;

/// How often games are looked for that are ahead of the clock.
const AHEAD_INTERVAL: Duration = Duration::from_secs(60);
const MAX_AHEAD_PER_QUERY: usize = 1000;

/// Runs until the server stops.
pub async fn run(app: Arc<App>) {
    let mut next_correction = Instant::now();
    // Games that could not be ticked are tried again later.
    let mut resting: HashMap<GameId, i64> = HashMap::new();
    loop {
        match tick_due_games(&app, &mut resting).await {
            Ok(_) => {}
            Err(error) => tracing::error!(%error, "reading due games failed"),
        }
        if Instant::now() >= next_correction {
            if let Err(error) = correct_clocks(&app).await {
                tracing::error!(%error, "reading games ahead of the clock failed");
            }
            next_correction = Instant::now() + AHEAD_INTERVAL;
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
    resting: &mut HashMap<GameId, i64>,
) -> Result<usize, store::StoreError> {
    let now = app.now().seconds();
    resting.retain(|_, until| *until > now);
    let mut seen = HashSet::new();
    loop {
        let due = app.store.claim_due_games(now, now + LEASE_SECONDS, MAX_DUE_PER_QUERY).await?;
        let fresh: Vec<GameId> =
            due.into_iter().filter(|id| !resting.contains_key(id) && seen.insert(*id)).collect();
        if fresh.is_empty() {
            return Ok(seen.len());
        }
        tick_games(app, fresh, now, resting).await;
    }
}

/// Games that were played while the clock was ahead may have a deadline in years. Each gets a new one. Returns
/// how many there were.
pub async fn correct_clocks(app: &Arc<App>) -> Result<usize, store::StoreError> {
    let after = app.now().plus(MAX_CLOCK_DIFFERENCE).seconds();
    let ahead = app.store.games_ahead(after, MAX_AHEAD_PER_QUERY).await?;
    for id in &ahead {
        match tick_game(app, *id).await {
            Ok(()) => tracing::warn!(game = %id, "the clock was ahead: the game has a new deadline"),
            Err(refused) => {
                tracing::error!(game = %id, id = refused.reason.key(), "the clock was ahead: no new deadline");
            }
        }
    }
    Ok(ahead.len())
}

async fn tick_games(app: &Arc<App>, due: Vec<GameId>, now: i64, resting: &mut HashMap<GameId, i64>) {
    let mut running = JoinSet::new();
    for id in due {
        if running.len() >= MAX_PARALLEL_TICKS
            && let Some(Ok((id, Err(_)))) = running.join_next().await
        {
            resting.insert(id, now + RETRY_SECONDS);
        }
        let app = Arc::clone(app);
        running.spawn(async move { (id, tick_game(&app, id).await) });
    }
    while let Some(done) = running.join_next().await {
        if let Ok((id, Err(refused))) = done {
            tracing::warn!(game = %id, id = refused.reason.key(), "tick of a due game failed");
            resting.insert(id, now + RETRY_SECONDS);
        }
    }
}

async fn tick_game(app: &Arc<App>, id: GameId) -> Result<(), Refused> {
    let live_game = app.live_game(id).await?;
    let due = live_game.game().due().map(game::Timestamp::seconds);
    let late = app.now().seconds() - due.unwrap_or_else(|| app.now().seconds());
    app.metrics.ticks.increment();
    app.metrics.tick_delay.observe(Duration::from_secs(u64::try_from(late).unwrap_or(0)));
    match live_game.execute(app, Actor::Clock, Command::Tick, None).await {
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
        Err(refused) => {
            if refused.reason == Reason::StoreFull {
                app.note_full();
            }
            Err(refused)
        }
    }
}

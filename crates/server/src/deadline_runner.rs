//! Finds games whose deadline has passed, in the store and not only in memory. What then happens is decided
//! in `crates/game/src/decide/deadline.rs`.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use game::{Actor, Command, MAX_CLOCK_DIFFERENCE, Timestamp};
use store::GameId;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::app::App;
use crate::bot_runner::answer_for_late_bots;
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

/// How often games are looked for that are ahead of the clock.
const AHEAD_INTERVAL: Duration = Duration::from_secs(60);
const MAX_AHEAD_PER_QUERY: usize = 1000;

/// Due games that this node has seen but that are not closed yet.
#[derive(Debug, Default)]
pub struct OpenDueGames {
    /// Games that could not be ticked, and when they are tried again.
    resting: BTreeMap<GameId, Instant>,
    /// Games that wait for their bots, and their deadlines. This node looks again, because it has claimed them.
    waiting_for_bots: BTreeMap<GameId, Timestamp>,
}

/// What became of a due game.
enum Ticked {
    Done,
    /// One of its bots still owes orders.
    WaitsForBots {
        due: Timestamp,
    },
}

/// Runs until the server stops.
pub async fn run(app: Arc<App>) {
    let mut next_correction = Instant::now();
    let mut open = OpenDueGames::default();
    loop {
        match tick_due_games(&app, &mut open).await {
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
pub async fn tick_due_games(app: &Arc<App>, open: &mut OpenDueGames) -> Result<usize, store::StoreError> {
    let now = app.now().seconds();
    open.resting.retain(|_, until| *until > Instant::now());
    let mut seen = HashSet::new();
    let mut waiting: Vec<GameId> = open.waiting_for_bots.keys().copied().collect();
    loop {
        let due = app.store.claim_due_games(now, now + LEASE_SECONDS, MAX_DUE_PER_QUERY).await?;
        waiting.extend(due);
        let fresh: Vec<GameId> =
            waiting.drain(..).filter(|id| !open.resting.contains_key(id) && seen.insert(*id)).collect();
        if fresh.is_empty() {
            return Ok(seen.len());
        }
        tick_games(app, fresh, open).await;
    }
}

/// Games that were played while the clock was ahead may have a deadline in years. Each gets a new one. Returns
/// how many there were.
pub async fn correct_clocks(app: &Arc<App>) -> Result<usize, store::StoreError> {
    let after = app.now().plus(MAX_CLOCK_DIFFERENCE).seconds();
    let ahead = app.store.games_ahead(after, MAX_AHEAD_PER_QUERY).await?;
    for id in &ahead {
        match tick_game(app, *id).await {
            Ok(Ticked::Done | Ticked::WaitsForBots { .. }) => {
                tracing::warn!(game = %id, "the clock was ahead: the game has a new deadline");
            }
            Err(refused) => {
                tracing::error!(game = %id, id = refused.reason.key(), "the clock was ahead: no new deadline");
            }
        }
    }
    Ok(ahead.len())
}

async fn tick_games(app: &Arc<App>, due: Vec<GameId>, open: &mut OpenDueGames) {
    let mut running = JoinSet::new();
    for id in due {
        if running.len() >= MAX_PARALLEL_TICKS
            && let Some(Ok((id, result))) = running.join_next().await
        {
            open.note(app, id, result);
        }
        let app = Arc::clone(app);
        running.spawn(async move { (id, tick_game(&app, id).await) });
    }
    while let Some(done) = running.join_next().await {
        if let Ok((id, result)) = done {
            open.note(app, id, result);
        }
    }
}

impl OpenDueGames {
    fn note(&mut self, app: &App, id: GameId, result: Result<Ticked, Refused>) {
        let waited_since = self.waiting_for_bots.remove(&id);
        match result {
            Ok(Ticked::WaitsForBots { due }) => {
                self.waiting_for_bots.insert(id, due);
                return;
            }
            Ok(Ticked::Done) => {}
            Err(refused) => {
                tracing::warn!(game = %id, id = refused.reason.key(), "tick of a due game failed");
                self.resting.insert(id, Instant::now() + RETRY_AFTER);
            }
        }
        if let Some(due) = waited_since {
            let seconds = app.now().since(due).count();
            tracing::info!(game = %id, seconds, "a deadline waited for bots");
            app.metrics.bot_hold.observe(Duration::from_secs(seconds.into()));
        }
    }
}

async fn tick_game(app: &Arc<App>, id: GameId) -> Result<Ticked, Refused> {
    match close_if_due(app, id).await {
        // Not an error: another node was faster, or the next query finds the game again.
        Err(refused)
            if matches!(
                refused.reason,
                Reason::NotDue | Reason::AlreadyOver | Reason::Busy | Reason::StoreUnreachable
            ) =>
        {
            Ok(Ticked::Done)
        }
        Err(refused) => {
            if refused.reason == Reason::StoreFull {
                app.note_full();
            }
            Err(refused)
        }
        Ok(ticked) => Ok(ticked),
    }
}

async fn close_if_due(app: &Arc<App>, id: GameId) -> Result<Ticked, Refused> {
    let live_game = app.live_game(id).await?;
    let game = live_game.game();
    let now = app.now();
    if let (Some(due), Some(closes_at)) = (game.due(), game.closes_at())
        && due <= now
    {
        if now < closes_at {
            return Ok(Ticked::WaitsForBots { due });
        }
        // No bot loses its turn because this server was busy, or down.
        answer_for_late_bots(app, &live_game).await;
    }
    let late = game.due().map_or(0, |due| now.since(due).count());
    app.metrics.ticks.increment();
    app.metrics.tick_delay.observe(Duration::from_secs(late.into()));
    live_game.execute(app, Actor::Clock, Command::Tick, None).await?;
    Ok(Ticked::Done)
}

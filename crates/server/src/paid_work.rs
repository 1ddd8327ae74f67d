//! Work whose processor time is charged to whoever caused it: pictures, exports, advice, and bots of games
//! that only bots play.

use std::sync::Arc;

use tokio::time::Instant;

use crate::app::App;
use crate::fair_queue::Priority;
use crate::payer::Payer;
use crate::refusals::{Reason, Refused};
use crate::work_pool::{Place, WorkPool};

/// A place in a pool for work that is charged.
#[derive(Debug)]
pub(crate) struct PaidPlace {
    app: Arc<App>,
    payer: Payer,
    place: Place,
}

impl PaidPlace {
    /// Waits for a place in the pool. Refuses if the payer has used its budget, or if too many wait.
    pub(crate) async fn enter(app: &Arc<App>, pool: &WorkPool, payer: Payer) -> Result<Self, Refused> {
        let used_up = app.work_budgets.check(payer, app.now());
        used_up.map_err(|used_up| Reason::WorkBudgetUsed.until(used_up.seconds))?;
        let place = pool.enter(payer, Priority::Usual).await?;
        Ok(Self { app: Arc::clone(app), payer, place })
    }

    /// Does the work on a thread for blocking work.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        // Charged in that thread, because the caller may disconnect before the work is done.
        let work = move || {
            let Self { app, payer, place: _place } = self;
            let started = Instant::now();
            let result = work();
            charge(&app, payer, started);
            result
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| Reason::InternalError.into())
    }
}

/// Charges the time since `started`. A place is a share of a processor, so this is nearly processor time.
pub(crate) fn charge(app: &App, payer: Payer, started: Instant) {
    app.work_budgets.charge(payer, elapsed_us(started), app.now());
}

pub(crate) fn elapsed_us(started: Instant) -> u64 {
    u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX)
}

//! Due work: games with a deadline or with bots to run. It is read from the store, so it survives a restart.

use crate::{GameId, Reply};

/// A claim that ends later than this after now was made by a clock that was wrong, and does not count.
pub const MAX_CLAIM_SECONDS: i64 = 60;

/// The games with work to do now: their deadline has passed, or bots owe orders.
pub trait DueWork: Send + Sync + 'static {
    /// Games whose deadline has passed at `now`, earliest deadline first.
    fn due_games(&self, now: i64, limit: usize) -> Reply<'_, Vec<GameId>>;

    /// Claims games whose deadline has passed for this node. No other node gets them before `until`, unless
    /// events are appended to them. This only saves work: two nodes can still append to the same game. A claim
    /// is at most [`MAX_CLAIM_SECONDS`] long.
    fn claim_due_games(&self, now: i64, until: i64, limit: usize) -> Reply<'_, Vec<GameId>>;

    /// Games with a deadline whose last event is later than `after`: the clock was ahead when it was written.
    fn games_ahead(&self, after: i64, limit: usize) -> Reply<'_, Vec<GameId>>;

    /// The earliest deadline of all games, also if it has passed.
    fn next_due(&self) -> Reply<'_, Option<i64>>;

    /// Games in which bots owe orders, oldest game first.
    fn bots_due(&self, limit: usize) -> Reply<'_, Vec<GameId>>;

    /// Claims games in which bots owe orders for this node, which will run the bots. No other node gets these
    /// games before `until`.
    fn claim_bots_due(&self, now: i64, until: i64, limit: usize) -> Reply<'_, Vec<GameId>>;
}

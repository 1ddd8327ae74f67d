//! Work that is found in the store, so that it survives a restart.

use crate::{GameId, Reply};

/// Which games have work to do now: deadlines that have passed, and bots that owe orders.
pub trait DueWork: Send + Sync + 'static {
    /// Games whose clock must be asked at `now`, the earliest first.
    fn due(&self, now: i64, limit: usize) -> Reply<'_, Vec<GameId>>;

    /// Like [`due`](Self::due), for a node that will ask their clocks: no other node is given them before
    /// `until`, unless they are appended to. This saves work and guarantees nothing: appends still race.
    fn take_due(&self, now: i64, until: i64, limit: usize) -> Reply<'_, Vec<GameId>>;

    /// When the next game is due, also if that has passed.
    fn next_due(&self) -> Reply<'_, Option<i64>>;

    /// Games in which bots owe orders, the oldest first.
    fn bots_due(&self, limit: usize) -> Reply<'_, Vec<GameId>>;

    /// Like [`bots_due`](Self::bots_due), for a node that will run the bots: no other node is given these
    /// games before `until`.
    fn take_bots_due(&self, now: i64, until: i64, limit: usize) -> Reply<'_, Vec<GameId>>;
}

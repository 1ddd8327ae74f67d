//! Which bots of a game are served now, so that two tasks never let the same bot think.

use std::sync::{Mutex, MutexGuard, PoisonError};

use game::{SeatId, SeatSet};

/// The seats whose bots are served now.
#[derive(Debug)]
pub(crate) struct BotTurns(Mutex<SeatSet>);

/// Somebody serves the bot of this seat.
#[derive(Debug)]
pub(crate) struct BotTurn<'a> {
    turns: &'a BotTurns,
    seat: SeatId,
}

impl BotTurns {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(SeatSet::EMPTY))
    }

    /// Takes the turn to serve the bot of a seat. None if somebody has it.
    pub(crate) fn take(&self, seat: SeatId) -> Option<BotTurn<'_>> {
        let mut taken = self.lock();
        if taken.contains(seat) {
            return None;
        }
        *taken = taken.with(seat);
        Some(BotTurn { turns: self, seat })
    }

    fn lock(&self) -> MutexGuard<'_, SeatSet> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for BotTurn<'_> {
    fn drop(&mut self) {
        let mut taken = self.turns.lock();
        *taken = taken.without(self.seat.into());
    }
}

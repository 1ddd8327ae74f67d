//! The history of a game: each resolved phase, stored with its rulings. A later correction of the judge
//! does not change it.

use rules::{Board, Phase, Resolution};

use crate::{Neutrality, SeatSet, Seating, Timestamp};

/// The maximum number of roll-backs per game, so that the game master cannot delay it without end.
pub const MAX_ROLL_BACKS: u32 = 20;

/// One resolved phase.
#[derive(Clone, Debug)]
pub struct Record {
    /// Counted from 0 over the whole game. A roll-back names the record by this number.
    pub number: usize,
    pub at: Timestamp,
    /// The state of the neutral power when the phase was played.
    pub neutrality: Option<Neutrality>,
    /// Orders and rulings, revealed together (C5). Powers in disorder have no moves: nobody ordered them.
    pub resolution: Resolution,
    /// The seats that had submitted orders.
    pub submitted_seats: SeatSet,
}

/// Whether a record is part of the game or was undone by a roll-back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordStatus {
    Active,
    Undone,
}

impl Record {
    pub const fn phase(&self) -> Phase {
        self.resolution.phase()
    }

    /// The board that the phase was played on. Land that was closed then may be open now (K5).
    pub fn board<'a>(&self, seating: &'a Seating, open: &'a Board) -> &'a Board {
        seating.board(open, self.neutrality)
    }
}

//! What has been played, stored as it was ruled: a corrected judge never changes it.

use rules::{Board, Phase, Resolution};

use crate::{Circle, Neutrality, Seating, Timestamp};

/// How many times a game may be rolled back: also the game master cannot hold it up for ever.
pub const MOST_ROLL_BACKS: u32 = 20;

/// One phase that was resolved.
#[derive(Clone, Debug)]
pub struct Record {
    /// Counted from 0 over the whole game; a roll-back names it.
    pub number: usize,
    pub at: Timestamp,
    /// How it was with the neutral power when the phase was played.
    pub neutrality: Option<Neutrality>,
    /// Orders and rulings, revealed together (C5). Without moves of powers in disorder: nobody gave them.
    pub resolution: Resolution,
    /// The seats whose sheet was in.
    pub papers_in: Circle,
}

/// Whether a record is part of the game or was undone by a roll-back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    Counts,
    Undone,
}

impl Record {
    pub const fn phase(&self) -> Phase {
        self.resolution.phase()
    }

    /// The board that the phase was played on: land that was closed then may be open now (K5).
    pub fn board<'a>(&self, seating: &'a Seating, open: &'a Board) -> &'a Board {
        seating.board(open, self.neutrality)
    }
}

//! What wins a game.

use rules::{Board, Owners, Power};

/// How many centres win, and whose are counted. A table agrees on it, so a bot is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// One power has so many (J1).
    Power(usize),
    /// All powers of a player together have so many (K5, K6).
    Player(usize),
}

impl Goal {
    /// The board's own: so many centres of one power.
    pub const fn of_board(board: &Board) -> Self {
        Self::Power(board.centres_to_win())
    }

    pub const fn centres(self) -> usize {
        match self {
            Self::Power(centres) | Self::Player(centres) => centres,
        }
    }

    /// What counts for a player: the centres of its largest power, or of all.
    pub fn score(self, centres: impl Iterator<Item = usize>) -> usize {
        match self {
            Self::Power(_) => centres.max().unwrap_or(0),
            Self::Player(_) => centres.sum(),
        }
    }

    /// Whether the player of these powers has won.
    pub fn is_reached(self, owners: &Owners, powers: &[Power]) -> bool {
        self.score(powers.iter().map(|power| owners.count(*power))) >= self.centres()
    }
}

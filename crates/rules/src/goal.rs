//! The goal of a game: how many supply centres win (victory condition).

use crate::{Board, Owners, Power};

/// How many centres win, and whether powers or players are counted (J1, K5, K6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal {
    /// The number of centres that wins.
    pub centres: usize,
    /// Whose centres are counted together.
    pub scope: GoalScope,
}

/// Whose centres are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoalScope {
    /// Each power alone.
    OnePower,
    /// All powers of a player together.
    OnePlayer,
}

crate::keyed!(GoalScope { OnePower = "one_power", OnePlayer = "one_player" });

impl Goal {
    /// The usual goal of a board: `centres_to_win` centres of one power.
    pub const fn of_board(board: &Board) -> Self {
        Self { centres: board.centres_to_win(), scope: GoalScope::OnePower }
    }

    /// The centres that count for a player: those of its largest power, or of all its powers.
    pub fn score(self, centres: impl Iterator<Item = usize>) -> usize {
        match self.scope {
            GoalScope::OnePower => centres.max().unwrap_or(0),
            GoalScope::OnePlayer => centres.sum(),
        }
    }

    /// Whether the player of these powers has won.
    pub fn is_reached(self, owners: &Owners, powers: &[Power]) -> bool {
        self.score(powers.iter().map(|power| owners.count(*power))) >= self.centres
    }
}

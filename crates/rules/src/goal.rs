//! What wins a game.

use crate::{Board, Owners, Power};

/// How many centres win, and of whom (J1, K5, K6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal {
    pub centres: usize,
    pub of: GoalOf,
}

/// Whose centres are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoalOf {
    OnePower,
    /// All powers of a player together.
    OnePlayer,
}

crate::keyed!(GoalOf { OnePower = "one_power", OnePlayer = "one_player" });

impl Goal {
    /// The board's own: so many centres of one power.
    pub const fn of_board(board: &Board) -> Self {
        Self { centres: board.centres_to_win(), of: GoalOf::OnePower }
    }

    /// What counts for a player: the centres of its largest power, or of all.
    pub fn score(self, centres: impl Iterator<Item = usize>) -> usize {
        match self.of {
            GoalOf::OnePower => centres.max().unwrap_or(0),
            GoalOf::OnePlayer => centres.sum(),
        }
    }

    /// Whether the player of these powers has won.
    pub fn is_reached(self, owners: &Owners, powers: &[Power]) -> bool {
        self.score(powers.iter().map(|power| owners.count(*power))) >= self.centres
    }
}

//! What `arena` writes: saved games, one phase per line, and the figures of its matches.

use serde::{Deserialize, Serialize};

use crate::PhaseLine;

/// A line of a saved game: a phase as `adjudicate` reads it. The last line has the position that the game
/// ended with.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ArenaLine {
    pub id: String,
    #[serde(flatten)]
    pub phase: PhaseLine,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<ArenaEnding>,
}

/// How the game ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ArenaEnding {
    /// The powers of the winner. None: the last year was over.
    pub winner: Option<Vec<String>>,
}

impl ArenaLine {
    /// The line as JSON, with its line end.
    pub fn write(&self) -> String {
        // Maps have texts for keys and numbers are whole: nothing in a line cannot be written.
        let json = serde_json::to_string(self);
        json.unwrap_or_else(|fault| unreachable!("a line is plain JSON: {fault}")) + "\n"
    }
}

/// The figures of all matches of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ArenaResults {
    pub until: u16,
    pub seed: u64,
    pub players: usize,
    pub cells: Vec<MatchResults>,
}

/// The figures of one match. Times are kept apart: everything else is the same for the same seed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchResults {
    pub challenger: String,
    pub field: String,
    pub budget: [u64; 2],
    pub misdeeds: usize,
    pub all: Statistics,
    pub seats: Vec<SeatResults>,
    /// None if games ended when the challenger was eliminated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field_each: Option<Statistics>,
    pub games: Vec<GameResult>,
    pub times: MoveTimes,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeatResults {
    pub powers: String,
    #[serde(flatten)]
    pub report: Statistics,
}

/// Each triple is a mean with the ends of its 95 % interval.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Statistics {
    pub games: usize,
    pub solos: [f64; 3],
    pub survivals: [f64; 3],
    pub eliminations: [f64; 3],
    pub sum_of_squares: [f64; 3],
    pub centres: [f64; 3],
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    pub game: u64,
    pub seed: u64,
    pub challenger_seat: usize,
    pub last_year: u16,
    pub winner_seat: Option<usize>,
    pub centres: Vec<usize>,
    /// Of the challenger: at the start and after every year.
    pub growth: Vec<usize>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveTimes {
    pub seconds: f64,
    pub challenger_move_ms: f64,
    pub field_move_ms: f64,
}

impl ArenaResults {
    pub fn write(&self) -> String {
        let json = serde_json::to_string_pretty(self);
        json.unwrap_or_else(|fault| unreachable!("figures are plain JSON: {fault}"))
    }
}

//! Practice puzzles: endless, from positions of games between bots, each with a proof of its solutions.
//!
//! [`make`] makes the puzzle of a [`Kind`] and a number. The same input always gives the same puzzle. Nothing is
//! stored: a server makes a puzzle again to look at an answer.
//!
//! A puzzle either shows the orders of everybody else ([`Kind::Take`], [`Kind::Save`], [`Kind::Cut`]), or it holds
//! whatever the others do ([`Kind::Fear`], [`Kind::Retreat`], [`Kind::Hold`]). Every sheet that could matter is
//! judged, at most [`MAX_SHEETS`], so the claimed solutions are all there are. `contest.rs` says why the orders that
//! are left out there cannot matter.

mod answer;
mod contest;
mod daily;
mod kinds;
mod puzzle;
mod self_play;
mod sheets;
mod verify;

pub use answer::{Answer, Review};
pub use daily::{Date, daily};
pub use puzzle::{Grade, Hint, Kind, MAX_NUMBER, Plan, Puzzle, Question, make};
pub use verify::{VerifyError, verify};

/// At most so many sheets are judged for the proof of one puzzle.
pub const MAX_SHEETS: usize = 50_000;

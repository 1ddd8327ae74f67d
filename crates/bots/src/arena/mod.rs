//! Matches between bots: how games are set up, played, checked and counted. No clock and no files
//! here: who wants to time or to save a game watches it.

mod check;
mod contest;
mod figures;
mod play;
mod tables;

pub use check::{Misdeed, check};
pub use contest::{Contest, Score, score};
pub use figures::{Interval, Report, Tally, mean, share};
pub use play::{Finished, Player, Setup, Watcher, play, toss};
pub use tables::{Gathering, Neutral, gathering};

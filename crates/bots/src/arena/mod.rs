//! The arena: games between bots, how they are set up, played, checked and counted. It uses no clock and
//! no files. An [`Observer`] can measure the time of a game.

mod check;
mod contest;
mod play;
mod statistics;
mod table_setup;

pub use check::{Violation, check};
pub use contest::{Contest, Score, score};
pub use play::{Finished, Observer, Player, Setup, play, toss_winner};
pub use statistics::{Interval, Report, Tally, mean, share};
pub use table_setup::{Neutral, TableSetup, table_setup};

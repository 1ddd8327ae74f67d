//! The JSON that is exchanged with other programs: phases for `adjudicate`, saved games of the Python package
//! `diplomacy`, the log that the page exports, games as the store keeps them and `simulate` saves them, and
//! what `arena` writes. All code that reads or writes one of these forms uses this crate.

mod arena;
mod kept_game;
mod line;
mod log;
mod phase;
mod recognise;
mod recorded_game;
mod saved_game;
mod scene;

use std::collections::BTreeMap;

pub use arena::{
    ArenaFigures, ArenaLine, ArenaOver, GameFigures, MatchFigures, ReportFigures, SeatFigures, TimeFigures,
};
pub use kept_game::KeptGame;
pub use line::{IdOnly, Line, Pairs, Text, Texts};
pub use log::{Log, LogLine, WithPhase};
pub use phase::PhaseLine;
pub use recognise::{GameFile, Shape, read_game, shape};
pub use recorded_game::{Recipients, RecordedGame, RecordedMessage, RecordedPhase};
pub use saved_game::{Builds, Message, SavedGame, SavedPhase, Stand, State};
pub use scene::{closed_land, set_scene};

/// Something for each power, by its code.
pub type ByPower<T> = BTreeMap<String, T>;

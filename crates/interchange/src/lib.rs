//! The JSON that is exchanged with other programs: phases for `adjudicate`, saved games of the Python package
//! `diplomacy`, the log that the page exports, games as the store keeps them and `simulate` saves them, and
//! what `arena` writes. All code that reads or writes one of these forms uses this crate.

mod arena;
mod detect_form;
mod log;
mod phase_line;
mod phase_line_ref;
mod position;
mod python_game;
mod quick_line;
mod recorded_game;
mod scanner;
mod stored_game;

use std::collections::BTreeMap;

pub use arena::{
    ArenaEnding, ArenaLine, ArenaResults, GameResult, MatchResults, MoveTimes, SeatResults, Statistics,
};
pub use detect_form::{GameFile, InputForm, detect_form, read_game};
pub use log::{Log, LogLine, WithPhase};
pub use phase_line::PhaseLine;
pub use phase_line_ref::{IdOnly, Pairs, PhaseLineRef, Text, Texts};
pub use position::{closed_land, read_position};
pub use python_game::{Builds, Message, Placement, PythonGame, SavedPhase, State};
pub use quick_line::ReadLine;
pub use recorded_game::{Recipients, RecordedGame, RecordedMessage, RecordedPhase};
pub use stored_game::StoredGame;

/// Something for each power, by its code.
pub type ByPower<T> = BTreeMap<String, T>;

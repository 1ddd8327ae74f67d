//! The JSON that is exchanged with other programs: phases as `adjudicate` takes them, saved games of the
//! Python package `diplomacy`, and the log that the page exports. Who reads or writes one of them does it here.

mod line;
mod log;
mod phase;
mod recognise;
mod saved_game;
mod scene;

use std::collections::BTreeMap;

pub use line::{IdOnly, Line, Pairs, Text, Texts};
pub use log::{Log, LogLine, WithPhase};
pub use phase::PhaseLine;
pub use recognise::{Shape, phases, shape};
pub use saved_game::{Builds, Message, SavedGame, SavedPhase, Stand, State};
pub use scene::{closed_land, set_scene};

/// Something for each power, by its code.
pub type ByPower<T> = BTreeMap<String, T>;

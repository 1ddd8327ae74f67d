//! A whole game as a file of any form describes it, for code that plays it again.

use game::TimeLimit;
use rules::Goal;

use crate::{ArenaLine, PhaseLine};

/// What was played, in the order in which it was played.
#[derive(Clone, Debug, Default)]
pub struct RecordedGame {
    /// None: the form has no title.
    pub title: Option<String>,
    /// The key of the map. Empty: the form does not name it.
    pub map: String,
    /// The powers of each seat. None: the form does not list them.
    pub seats: Option<Vec<Vec<String>>>,
    /// None: the form does not say what wins.
    pub goal: Option<Goal>,
    /// When the game is over at the latest.
    pub limit: Option<TimeLimit>,
    /// The last one has no orders: it is the position that the game has reached.
    pub phases: Vec<RecordedPhase>,
    /// How it ended, in the words of the file.
    pub note: String,
}

/// One phase, and what was said in it.
#[derive(Clone, Debug, Default)]
pub struct RecordedPhase {
    /// When it was judged, in seconds. 0: the form does not say.
    pub at: i64,
    pub phase: PhaseLine,
    pub messages: Vec<RecordedMessage>,
}

#[derive(Clone, Debug)]
pub struct RecordedMessage {
    /// A power, or a word of the form for somebody who does not play.
    pub from: String,
    pub to: Recipients,
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Recipients {
    Everybody,
    /// One power for each player.
    Powers(Vec<String>),
}

/// The name of the phase after the last one.
pub(crate) const COMPLETED: &str = "COMPLETED";

impl RecordedGame {
    /// A game with one phase per line, as `arena` saves it. None: the first line is no phase.
    pub fn of_lines(text: &str) -> Option<Result<Self, String>> {
        let mut game = Self::default();
        for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let phase = match serde_json::from_str::<PhaseLine>(line) {
                Ok(phase) => phase,
                Err(_) if game.phases.is_empty() => return None,
                Err(fault) => return Some(Err(format!("line {}: {fault}", i + 1))),
            };
            if let Ok(ArenaLine { over: Some(over), .. }) = serde_json::from_str(line) {
                game.note = match over.winner {
                    Some(winner) => format!("won by {}", winner.join("+")),
                    None => "nobody had won".to_owned(),
                };
            }
            game.phases.push(RecordedPhase { phase, ..RecordedPhase::default() });
        }
        (!game.phases.is_empty()).then_some(Ok(game))
    }

    /// The rules that it was played by, if the form says so.
    pub fn rules(&self) -> Option<&str> {
        self.phases.first().and_then(|first| first.phase.rules.as_deref())
    }
}

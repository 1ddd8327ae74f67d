//! One fault in the stored data.

use std::fmt;

use crate::GameId;

/// One fault in the stored data, for an administrator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub game: Option<GameId>,
    /// The version of the event; 0 is the charter.
    pub event: Option<u64>,
    pub text: String,
}

impl Fault {
    /// A fault that belongs to no single game.
    pub fn of_store(text: impl Into<String>) -> Self {
        Self { game: None, event: None, text: text.into() }
    }

    pub fn of_game(game: GameId, text: impl Into<String>) -> Self {
        Self { game: Some(game), event: None, text: text.into() }
    }

    pub fn of_event(game: GameId, version: u64, text: impl Into<String>) -> Self {
        Self { game: Some(game), event: Some(version), text: text.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(game) = self.game {
            write!(f, "game {game}: ")?;
        }
        match self.event {
            Some(0) => f.write_str("the charter: ")?,
            Some(version) => write!(f, "event {version}: ")?,
            None => {}
        }
        f.write_str(&self.text)
    }
}

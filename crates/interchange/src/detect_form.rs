//! Recognises whether a text is a saved game, a log, a kept game, or lines with phases.

use std::fmt;

use serde::Deserializer as _;
use serde::de::{IgnoredAny, MapAccess, Visitor};

use rules::Board;

use crate::{Log, PhaseLine, PythonGame, StoredGame};

/// The form of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputForm {
    /// One object per phase, or no known form at all.
    Lines,
    /// A game as the Python package saves it.
    PythonGame,
    /// A log as the page exports it.
    Log,
    /// A game as `store export` and `simulate` write it.
    StoredGame,
}

/// The form of a text, by the keys of its first object. None: the text is incomplete, and more of it is
/// needed.
pub fn detect_form(text: &[u8]) -> Option<InputForm> {
    let mut keys = FormKeys(None);
    let mut json = serde_json::Deserializer::from_slice(text);
    match (json.deserialize_map(&mut keys), keys.0) {
        (_, Some(shape)) => Some(shape),
        (Err(fault), None) if fault.is_eof() => None,
        (Ok(()) | Err(_), None) => Some(InputForm::Lines),
    }
}

/// Looks for a key that only one form has.
struct FormKeys(Option<InputForm>);

impl<'de> Visitor<'de> for &mut FormKeys {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "phases" => self.0 = Some(InputForm::PythonGame),
                "detente" => self.0 = Some(InputForm::Log),
                "maker" => self.0 = Some(InputForm::StoredGame),
                "phase" => self.0 = Some(InputForm::Lines),
                _ => {}
            }
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

/// A whole game, in the form of its file.
#[derive(Clone, Debug)]
pub enum GameFile {
    Saved(PythonGame),
    Log(Box<Log>),
    Stored(Box<StoredGame>),
}

/// Reads a whole game. None: the text is no such game, but may have phases on its lines.
pub fn read_game(board: &Board, text: &str) -> Option<Result<GameFile, String>> {
    Some(match detect_form(text.as_bytes())? {
        InputForm::Lines => return None,
        InputForm::PythonGame => PythonGame::read(text).map(GameFile::Saved),
        InputForm::Log => Log::read(text).map(|log| GameFile::Log(Box::new(log))),
        InputForm::StoredGame => StoredGame::read(board, text).map(|kept| GameFile::Stored(Box::new(kept))),
    })
}

impl GameFile {
    /// The phases, each with its line in the file, from 1. The last one may have no orders yet.
    pub fn phases(&self, board: &Board) -> Vec<(usize, PhaseLine)> {
        match self {
            Self::Saved(saved) => saved.phases().into_iter().map(|phase| (1, phase)).collect(),
            Self::Log(log) => log.phases(),
            Self::Stored(kept) => kept.phases(board).into_iter().map(|phase| (1, phase)).collect(),
        }
    }
}

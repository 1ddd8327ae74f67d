//! Telling saved games and logs from lines with phases.

use std::fmt;

use serde::Deserializer as _;
use serde::de::{IgnoredAny, MapAccess, Visitor};

use crate::{Log, PhaseLine, SavedGame};

/// What a text holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One object a phase, or no known form at all.
    Lines,
    /// A game as the Python package saves it.
    SavedGame,
    /// A log as the page exports it.
    Log,
}

/// What a text holds, by the keys of its first object. None: the text is the beginning of another, and more of
/// it is needed.
pub fn shape(text: &[u8]) -> Option<Shape> {
    let mut keys = Keys(None);
    let mut json = serde_json::Deserializer::from_slice(text);
    match (json.deserialize_map(&mut keys), keys.0) {
        (_, Some(shape)) => Some(shape),
        (Err(fault), None) if fault.is_eof() => None,
        (Ok(()) | Err(_), None) => Some(Shape::Lines),
    }
}

/// Looks for a key that says it all.
struct Keys(Option<Shape>);

impl<'de> Visitor<'de> for &mut Keys {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "phases" => self.0 = Some(Shape::SavedGame),
                "detente" => self.0 = Some(Shape::Log),
                "phase" => self.0 = Some(Shape::Lines),
                _ => {}
            }
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

/// The phases of a saved game or a log, each with the line that it stands on, from 1; the last may have no
/// orders yet. None: the text is neither of them.
pub fn phases(text: &str) -> Option<Result<Vec<(usize, PhaseLine)>, String>> {
    match shape(text.as_bytes())? {
        Shape::Lines => None,
        Shape::SavedGame => {
            let saved = serde_json::from_str::<SavedGame>(text);
            let saved = saved.map_err(|fault| format!("a saved game that cannot be read: {fault}"));
            Some(saved.map(|saved| saved.phases().into_iter().map(|phase| (1, phase)).collect()))
        }
        Shape::Log => Some(Log::read(text).map(Log::phases)),
    }
}

//! The stored form of charters and events: a line of JSON each.
//!
//! The types in here are that form and nothing else. Places and powers are named by key, never by
//! number. Every record says which form it has (`"v":1`); a form that was ever written is read for
//! ever, so a new one is added beside the old.

mod charter;
mod event;
mod keys;
mod paper;
mod people;
mod position;
mod ruled;
mod talk;
mod word;

use std::fmt;

use game::{Charter, Event};
use rules::Board;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use self::charter::CharterRecord;
use self::event::EventRecord;
use self::keys::Keys;
pub use self::word::Word;

/// The form that is written now.
const VERSION: u32 = 1;

/// Why a record cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordFault {
    /// It is not JSON, or not in the form that it says.
    Form(String),
    /// A newer program wrote it.
    TooNew { version: u32 },
    /// Something that this board, or this program, does not have.
    Unknown { what: &'static str, key: String },
    /// Things that cannot be together, such as two units in a province.
    Impossible { what: &'static str },
}

pub fn write_charter(board: &Board, charter: &Charter) -> String {
    line(&CharterRecord::of(Keys(board), charter))
}

pub fn read_charter(board: &Board, record: &str) -> Result<Charter, RecordFault> {
    read::<CharterRecord>(record)?.charter(Keys(board))
}

pub fn write_event(board: &Board, event: &Event) -> String {
    line(&EventRecord::of(Keys(board), event))
}

pub fn read_event(board: &Board, record: &str) -> Result<Event, RecordFault> {
    read::<EventRecord>(record)?.event(Keys(board))
}

/// The record with another name where this person's stood; None if it does not stand there.
pub fn without_name(record: &str, person: u64, instead: &str) -> Option<String> {
    let mut value: serde_json::Value = serde_json::from_str(record).ok()?;
    if !rename(&mut value, person, instead) {
        return None;
    }
    serde_json::to_string(&value).ok()
}

/// Wherever a person is named, the name stands beside the number.
fn rename(value: &mut serde_json::Value, person: u64, instead: &str) -> bool {
    match value {
        serde_json::Value::Array(list) => {
            list.iter_mut().fold(false, |found, item| rename(item, person, instead) | found)
        }
        serde_json::Value::Object(fields) => {
            let mut found = false;
            if fields.get("who").and_then(serde_json::Value::as_u64) == Some(person)
                && let Some(name @ serde_json::Value::String(_)) = fields.get_mut("name")
            {
                *name = instead.into();
                found = true;
            }
            fields.values_mut().fold(found, |found, field| rename(field, person, instead) | found)
        }
        serde_json::Value::Null
        | serde_json::Value::Bool(_)
        | serde_json::Value::Number(_)
        | serde_json::Value::String(_) => false,
    }
}

fn line(record: &impl serde::Serialize) -> String {
    // Maps have texts for keys and numbers are whole: nothing in a record cannot be written.
    serde_json::to_string(record).unwrap_or_else(|fault| unreachable!("a record is plain JSON: {fault}"))
}

/// A record of any version.
trait Versioned {
    fn version(&self) -> u32;
}

#[derive(Deserialize)]
struct VersionOnly {
    v: u32,
}

fn read<R: DeserializeOwned + Versioned>(record: &str) -> Result<R, RecordFault> {
    let too_new = |version| RecordFault::TooNew { version };
    match serde_json::from_str::<R>(record) {
        Ok(read) if read.version() == VERSION => Ok(read),
        Ok(read) if read.version() > VERSION => Err(too_new(read.version())),
        Ok(read) => Err(RecordFault::Form(format!("there is no version {}", read.version()))),
        // A newer form need not look like this one.
        Err(fault) => match serde_json::from_str::<VersionOnly>(record) {
            Ok(VersionOnly { v }) if v > VERSION => Err(too_new(v)),
            Ok(_) | Err(_) => Err(RecordFault::Form(fault.to_string())),
        },
    }
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(fault) => write!(f, "the record has no known form: {fault}"),
            Self::TooNew { version } => write!(f, "a newer version of detente wrote it, in form {version}"),
            Self::Unknown { what, key } => write!(f, "unknown {what}: {key:?}"),
            Self::Impossible { what } => write!(f, "impossible: {what}"),
        }
    }
}

impl std::error::Error for RecordFault {}

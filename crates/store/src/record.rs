//! The stored format of charters and events: one line of JSON per record.
//!
//! The types in this module define that format and do nothing else. Places and powers are stored by key,
//! never by number. Every record contains its format version (`"v":1`). Every version that was ever written
//! must stay readable, so a new version is added beside the old ones.

mod by_key;
mod charter;
mod event;
mod keys;
mod messages;
mod orders;
mod people;
mod phase;
mod position;

use std::fmt;

use game::{Charter, Event};
use rules::Board;
use serde::Deserialize;
use serde::de::DeserializeOwned;

pub use self::by_key::ByKey;
use self::charter::CharterRecord;
use self::event::EventRecord;
use self::keys::BoardKeys;

/// The format version that is written now.
const RECORD_VERSION: u32 = 1;

/// Why a record cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// It is not JSON, or does not match its format version.
    Malformed(String),
    /// A newer version of the program wrote it.
    TooNew { version: u32 },
    /// A key that this board or this program does not have.
    Unknown { what: &'static str, key: String },
    /// A contradiction, such as two units in one province.
    Impossible { what: &'static str },
}

pub fn write_charter(board: &Board, charter: &Charter) -> String {
    to_json_line(&CharterRecord::of(BoardKeys(board), charter))
}

pub fn read_charter(board: &Board, record: &str) -> Result<Charter, RecordError> {
    parse_record::<CharterRecord>(record)?.charter(BoardKeys(board))
}

pub fn write_event(board: &Board, event: &Event) -> String {
    to_json_line(&EventRecord::of(BoardKeys(board), event))
}

pub fn read_event(board: &Board, record: &str) -> Result<Event, RecordError> {
    parse_record::<EventRecord>(record)?.event(BoardKeys(board))
}

/// The record with this person's name replaced; None if it does not contain the name.
pub fn with_name_replaced(record: &str, person: u64, replacement: &str) -> Option<String> {
    let mut value: serde_json::Value = serde_json::from_str(record).ok()?;
    if !replace_name(&mut value, person, replacement) {
        return None;
    }
    serde_json::to_string(&value).ok()
}

/// The people whom a record names, some of them more than once. In JSON a text cannot look like this.
pub fn people_in(record: &str) -> impl Iterator<Item = u64> {
    record.split("\"who\":").skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse().ok()
    })
}

/// The names that a record gives this person.
pub fn names_of(record: &str, person: u64) -> Vec<String> {
    let mut names = Vec::new();
    if let Ok(value) = serde_json::from_str(record) {
        collect_names(&value, person, &mut names);
    }
    names
}

fn collect_names(value: &serde_json::Value, person: u64, names: &mut Vec<String>) {
    match value {
        serde_json::Value::Array(list) => list.iter().for_each(|item| collect_names(item, person, names)),
        serde_json::Value::Object(fields) => {
            if fields.get("who").and_then(serde_json::Value::as_u64) == Some(person)
                && let Some(serde_json::Value::String(name)) = fields.get("name")
            {
                names.push(name.clone());
            }
            fields.values().for_each(|field| collect_names(field, person, names));
        }
        serde_json::Value::Null
        | serde_json::Value::Bool(_)
        | serde_json::Value::Number(_)
        | serde_json::Value::String(_) => {}
    }
}

/// The charter with these names replaced in its title; None if the title has none of them.
pub fn with_title_cleaned(charter: &str, names: &[String], replacement: &str) -> Option<String> {
    let mut value: serde_json::Value = serde_json::from_str(charter).ok()?;
    let title = value.get("title")?.as_str()?.to_owned();
    let mut cleaned = title.clone();
    for name in names.iter().filter(|name| !name.is_empty()) {
        cleaned = cleaned.replace(name.as_str(), replacement);
    }
    if cleaned == title {
        return None;
    }
    *value.get_mut("title")? = cleaned.into();
    serde_json::to_string(&value).ok()
}

/// Replaces the name wherever this person is named: in JSON, `name` is always beside the id in `who`.
fn replace_name(value: &mut serde_json::Value, person: u64, replacement: &str) -> bool {
    match value {
        serde_json::Value::Array(list) => {
            list.iter_mut().fold(false, |found, item| replace_name(item, person, replacement) | found)
        }
        serde_json::Value::Object(fields) => {
            let mut found = false;
            if fields.get("who").and_then(serde_json::Value::as_u64) == Some(person)
                && let Some(name @ serde_json::Value::String(_)) = fields.get_mut("name")
            {
                *name = replacement.into();
                found = true;
            }
            fields.values_mut().fold(found, |found, field| replace_name(field, person, replacement) | found)
        }
        serde_json::Value::Null
        | serde_json::Value::Bool(_)
        | serde_json::Value::Number(_)
        | serde_json::Value::String(_) => false,
    }
}

fn to_json_line(record: &impl serde::Serialize) -> String {
    // All map keys are strings and all numbers are integers, so serialization cannot fail.
    serde_json::to_string(record).unwrap_or_else(|fault| unreachable!("a record is valid JSON: {fault}"))
}

/// A record with a format version.
trait Versioned {
    fn version(&self) -> u32;
}

#[derive(Deserialize)]
struct VersionOnly {
    v: u32,
}

fn parse_record<R: DeserializeOwned + Versioned>(record: &str) -> Result<R, RecordError> {
    let too_new = |version| RecordError::TooNew { version };
    match serde_json::from_str::<R>(record) {
        Ok(read) if read.version() == RECORD_VERSION => Ok(read),
        Ok(read) if read.version() > RECORD_VERSION => Err(too_new(read.version())),
        Ok(read) => Err(RecordError::Malformed(format!("there is no version {}", read.version()))),
        // A newer format may have other fields.
        Err(fault) => match serde_json::from_str::<VersionOnly>(record) {
            Ok(VersionOnly { v }) if v > RECORD_VERSION => Err(too_new(v)),
            Ok(_) | Err(_) => Err(RecordError::Malformed(fault.to_string())),
        },
    }
}

impl RecordError {
    /// What kind of fault it is, without any word of the record: for logs.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Malformed(_) => "no known form",
            Self::TooNew { .. } => "from a newer version",
            Self::Unknown { .. } => "an unknown key",
            Self::Impossible { what } => what,
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(fault) => write!(f, "the record has no known form: {fault}"),
            Self::TooNew { version } => write!(f, "a newer version of detente wrote it, in form {version}"),
            Self::Unknown { what, key } => write!(f, "unknown {what}: {key:?}"),
            Self::Impossible { what } => write!(f, "impossible: {what}"),
        }
    }
}

impl std::error::Error for RecordError {}

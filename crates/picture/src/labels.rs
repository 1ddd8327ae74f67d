//! The names of provinces, coasts and powers on the map: `labels/*.toml`.

use std::collections::BTreeMap;
use std::fmt;

use atlas::Variant;
use rules::{Board, Coast, Power, Province};
use serde::Deserialize;

use crate::GeometryFault;
use crate::line_numbers::{line_at, line_that_starts};

/// The names of a board's provinces, coasts and powers in one language.
#[derive(Clone, Debug)]
pub struct Labels {
    provinces: Vec<NameForms>,
    powers: Vec<NameForms>,
    coasts: BTreeMap<String, String>,
}

/// A full name and its short form.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct NameForms {
    name: String,
    short: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelFile {
    powers: BTreeMap<String, NameForms>,
    #[serde(default)]
    coasts: BTreeMap<String, String>,
    provinces: BTreeMap<String, NameForms>,
}

/// The faults of a file of labels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelsError(pub Vec<GeometryFault>);

impl fmt::Display for LabelsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            let end = if i > 0 { "\n" } else { "" };
            write!(f, "{end}line {}: {}", fault.line, fault.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for LabelsError {}

impl Labels {
    /// The English names that every variant has. The short forms are the keys of the provinces.
    pub fn of_variant(variant: &Variant) -> Self {
        let board = &variant.board;
        let capital = |key: &str| {
            let mut letters = key.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
        };
        let name = |name: &str, short: String| NameForms { name: name.to_owned(), short };
        Self {
            provinces: board
                .provinces()
                .map(|p| name(variant.province_name(p), capital(board.province_key(p))))
                .collect(),
            powers: board
                .powers()
                .map(|p| name(variant.power_name(p), variant.power_name(p).chars().take(1).collect()))
                .collect(),
            coasts: BTreeMap::new(),
        }
    }

    /// Reads a `labels/*.toml`, or returns all its faults.
    pub fn read(board: &Board, text: &str) -> Result<Self, LabelsError> {
        let mut file: LabelFile = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| line_at(text, span.start));
            LabelsError(vec![GeometryFault { line, message: error.message().to_owned() }])
        })?;
        let mut faults = Vec::new();
        let mut all = |table: &str,
                       keys: Vec<&str>,
                       names: &mut BTreeMap<String, NameForms>|
         -> Vec<NameForms> {
            let mut found = Vec::new();
            for key in keys {
                match names.remove(key) {
                    Some(name) => found.push(name),
                    None => faults.push(fault(text, &format!("[{table}]"), format!("'{key}' has no label"))),
                }
            }
            for key in names.keys() {
                faults.push(fault(text, key, format!("'{key}' is not on this board")));
            }
            found
        };
        let powers = board.powers().map(|power| board.power_key(power)).collect();
        let powers = all("powers", powers, &mut file.powers);
        let provinces = board.provinces().map(|province| board.province_key(province)).collect();
        let provinces = all("provinces", provinces, &mut file.provinces);
        if faults.is_empty() {
            Ok(Self { provinces, powers, coasts: file.coasts })
        } else {
            Err(LabelsError(faults))
        }
    }

    pub fn name(&self, province: Province) -> &str {
        &self.provinces[province.index()].name
    }

    pub fn short(&self, province: Province) -> &str {
        &self.provinces[province.index()].short
    }

    pub fn power(&self, power: Power) -> &str {
        &self.powers[power.index()].name
    }

    /// The one or two letters that are written on the units of a power.
    pub fn emblem(&self, power: Power) -> &str {
        &self.powers[power.index()].short
    }

    /// The abbreviations of all coasts, by key.
    pub const fn coasts(&self) -> &BTreeMap<String, String> {
        &self.coasts
    }

    pub fn coast(&self, coast: Coast) -> &str {
        self.coasts.get(coast.key()).map_or(coast.key(), String::as_str)
    }
}

/// A fault at the line that starts with a word.
fn fault(text: &str, word: &str, message: String) -> GeometryFault {
    GeometryFault { line: line_that_starts(text, word), message }
}

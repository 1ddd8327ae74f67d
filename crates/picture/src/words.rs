//! What is written on a picture, in five languages.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use atlas::Variant;
use rules::{Board, Coast, Phase, Power, Province, Season};
use serde::Deserialize;

use crate::GeometryFault;

/// A language of the product.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tongue {
    English,
    Dutch,
    French,
    Spanish,
    German,
}

impl Tongue {
    pub const ALL: [Self; 5] = [Self::English, Self::Dutch, Self::French, Self::Spanish, Self::German];

    pub const fn key(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Dutch => "nl",
            Self::French => "fr",
            Self::Spanish => "es",
            Self::German => "de",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tongue| tongue.key() == key)
    }

    const fn standard_labels(self) -> &'static str {
        match self {
            Self::English => include_str!("../../../variants/standard/labels/en.toml"),
            Self::Dutch => include_str!("../../../variants/standard/labels/nl.toml"),
            Self::French => include_str!("../../../variants/standard/labels/fr.toml"),
            Self::Spanish => include_str!("../../../variants/standard/labels/es.toml"),
            Self::German => include_str!("../../../variants/standard/labels/de.toml"),
        }
    }

    const fn legend(self) -> &'static str {
        match self {
            Self::English => include_str!("../../../locales/en/picture.toml"),
            Self::Dutch => include_str!("../../../locales/nl/picture.toml"),
            Self::French => include_str!("../../../locales/fr/picture.toml"),
            Self::Spanish => include_str!("../../../locales/es/picture.toml"),
            Self::German => include_str!("../../../locales/de/picture.toml"),
        }
    }
}

/// The names of a board's places and powers in one language.
#[derive(Clone, Debug)]
pub struct Labels {
    provinces: Vec<Name>,
    powers: Vec<Name>,
    coasts: BTreeMap<String, String>,
}

/// A full name, and its short form.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Name {
    name: String,
    short: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelFile {
    powers: BTreeMap<String, Name>,
    #[serde(default)]
    coasts: BTreeMap<String, String>,
    provinces: BTreeMap<String, Name>,
}

/// The labels of a language do not fit the board; each line is one fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLabels(pub Vec<GeometryFault>);

impl fmt::Display for BadLabels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            let end = if i > 0 { "\n" } else { "" };
            write!(f, "{end}line {}: {}", fault.line, fault.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for BadLabels {}

impl Labels {
    /// The labels of the standard board.
    pub fn standard(tongue: Tongue) -> &'static Self {
        static ALL: LazyLock<Vec<Labels>> = LazyLock::new(|| {
            let labels =
                |tongue: &Tongue| match Labels::read(&atlas::standard().board, tongue.standard_labels()) {
                    Ok(labels) => labels,
                    Err(bad) => panic!("the built-in labels are checked by the tests: {bad}"),
                };
            Tongue::ALL.iter().map(labels).collect()
        });
        &ALL[tongue as usize]
    }

    /// The English names that every variant has, shortened by their keys.
    pub fn of_variant(variant: &Variant) -> Self {
        let board = &variant.board;
        let capital = |key: &str| {
            let mut letters = key.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
        };
        let name = |name: &str, short: String| Name { name: name.to_owned(), short };
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

    /// Reads a `labels/*.toml`; says all that is wrong.
    pub fn read(board: &Board, text: &str) -> Result<Self, BadLabels> {
        let mut file: LabelFile = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            BadLabels(vec![GeometryFault { line, message: error.message().to_owned() }])
        })?;
        let mut faults = Vec::new();
        let mut all = |table: &str, keys: Vec<&str>, names: &mut BTreeMap<String, Name>| -> Vec<Name> {
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
            Err(BadLabels(faults))
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

    /// The one or two letters that a unit carries.
    pub fn emblem(&self, power: Power) -> &str {
        &self.powers[power.index()].short
    }

    /// The letters of all coasts, by key.
    pub const fn coasts(&self) -> &BTreeMap<String, String> {
        &self.coasts
    }

    pub fn coast(&self, coast: Coast) -> &str {
        self.coasts.get(coast.key()).map_or(coast.key(), String::as_str)
    }
}

/// A fault at the line that begins with a word.
fn fault(text: &str, word: &str, message: String) -> GeometryFault {
    let line = text.lines().position(|line| line.trim_start().starts_with(word)).map_or(1, |i| i + 1);
    GeometryFault { line, message }
}

/// The words of the legend.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Words {
    pub spring: String,
    pub fall: String,
    pub winter: String,
    pub movement: String,
    pub retreats: String,
    pub adjustments: String,
    pub start: String,
    pub diagram: String,
    pub moves: String,
    pub carried: String,
    pub broken: String,
    pub supports: String,
    pub convoys: String,
    pub holds: String,
    pub fails: String,
    pub void: String,
    pub dislodged: String,
    pub standoff: String,
    pub retreat: String,
    pub disband: String,
    pub build: String,
    pub remove: String,
    pub waive: String,
    pub north_coast: String,
    pub east_coast: String,
    pub south_coast: String,
    pub west_coast: String,
    pub army: String,
    pub fleet: String,
    pub play: String,
    pub back: String,
    pub next: String,
}

impl Words {
    pub fn of(tongue: Tongue) -> Self {
        match toml::from_str(tongue.legend()) {
            Ok(words) => words,
            Err(error) => panic!("the built-in words are checked by the tests: {error}"),
        }
    }

    /// `Spring 1901 · movement`
    pub fn phase(&self, phase: Phase) -> String {
        let season = |season| match season {
            Season::Spring => &self.spring,
            Season::Fall => &self.fall,
        };
        match phase {
            Phase::Movement(date) => format!("{} {} · {}", season(date.season), date.year, self.movement),
            Phase::Retreat(date) => format!("{} {} · {}", season(date.season), date.year, self.retreats),
            Phase::Adjustment { year } => format!("{} {year} · {}", self.winter, self.adjustments),
        }
    }
}

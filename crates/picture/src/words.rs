//! What is written on a picture, in five languages.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use atlas::Variant;
use rules::{Board, Coast, Phase, Power, Province, Season};
use serde::Deserialize;

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

/// The labels of a language do not fit the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLabels(pub String);

impl fmt::Display for BadLabels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
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

    /// Reads a `labels/*.toml`.
    pub fn read(board: &Board, text: &str) -> Result<Self, BadLabels> {
        let mut file: LabelFile = toml::from_str(text).map_err(|error| BadLabels(error.to_string()))?;
        let missing = |key: &str| BadLabels(format!("'{key}' has no label"));
        let provinces = board
            .provinces()
            .map(|p| board.province_key(p))
            .map(|key| file.provinces.remove(key).ok_or_else(|| missing(key)));
        let provinces = provinces.collect::<Result<_, _>>()?;
        let powers = board
            .powers()
            .map(|p| board.power_key(p))
            .map(|key| file.powers.remove(key).ok_or_else(|| missing(key)))
            .collect::<Result<_, _>>()?;
        Ok(Self { provinces, powers, coasts: file.coasts })
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
    pub(crate) const fn coasts(&self) -> &BTreeMap<String, String> {
        &self.coasts
    }

    pub fn coast(&self, coast: Coast) -> &str {
        self.coasts.get(coast.key()).map_or(coast.key(), String::as_str)
    }
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
    pub supports: String,
    pub convoys: String,
    pub holds: String,
    pub fails: String,
    pub dislodged: String,
    pub standoff: String,
    pub retreat: String,
    pub build: String,
    pub remove: String,
    pub waive: String,
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

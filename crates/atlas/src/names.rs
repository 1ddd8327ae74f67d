//! The names of provinces and powers in one language.

use std::collections::BTreeMap;

use detente_rules::{Power, Province};
use serde::Deserialize;

use crate::VariantError;
use crate::load::line_starting;

/// The names of a variant in one language (E6, E8).
#[derive(Clone, Debug)]
pub struct Names {
    /// The language code, which is the name of the file: `en`, `nl`.
    pub language: String,
    /// The title of the variant.
    pub title: Option<String>,
    provinces: Vec<ProvinceNames>,
    powers: Vec<PowerNames>,
    /// Names of land and islands that no unit can enter (B8), and of places outside the board.
    pub closed: Vec<String>,
    /// Names of places outside the board that are one or two letters from a province's. They are refused as
    /// written; a typing error is not compared with them, so that it is still read as the province.
    pub outside: Vec<String>,
    /// Names of towns and regions that lie in a province but do not name it.
    pub inside: Vec<(Province, String)>,
}

/// The names of a province.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvinceNames {
    /// The full name.
    pub full: String,
    /// The abbreviation.
    pub short: String,
    /// Other names that are understood when orders are read.
    pub aliases: Vec<String>,
}

/// The names of a power.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PowerNames {
    /// The full name.
    pub full: String,
    /// The abbreviation.
    pub short: String,
    /// Other names that are understood when orders are read.
    pub aliases: Vec<String>,
    /// Adjectives, such as "Austrian", which an order may use for a foreign unit (E9).
    pub adjectives: Vec<String>,
}

impl Names {
    /// The names of a province.
    pub fn province(&self, province: Province) -> &ProvinceNames {
        &self.provinces[province.index()]
    }

    /// The names of a power.
    pub fn power(&self, power: Power) -> &PowerNames {
        &self.powers[power.index()]
    }
}

impl ProvinceNames {
    /// All names, the full name first.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        [&self.full, &self.short].into_iter().chain(&self.aliases).map(String::as_str)
    }
}

impl PowerNames {
    /// All names, the full name first, adjectives last.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        [&self.full, &self.short].into_iter().chain(&self.aliases).chain(&self.adjectives).map(String::as_str)
    }
}

/// The format of `names/*.toml`.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct NamesFile {
    /// The title of the variant.
    pub(crate) title: Option<String>,
    pub(crate) powers: BTreeMap<String, PowerEntry>,
    pub(crate) provinces: BTreeMap<String, ProvinceEntry>,
    /// By any key: the names of a place that cannot be entered.
    #[serde(default)]
    closed: BTreeMap<String, Vec<String>>,
    /// By any key: names of places outside the board that are close to a province's.
    #[serde(default)]
    outside: BTreeMap<String, Vec<String>>,
    /// By province: names of towns and regions in it.
    #[serde(default)]
    inside: BTreeMap<String, Vec<String>>,
}

/// Only a name, or a list: the full name, the abbreviation, and other names that are understood.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub(crate) enum ProvinceEntry {
    Name(String),
    Forms(Vec<String>),
}

/// Only a name, or a table of names.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub(crate) enum PowerEntry {
    Name(String),
    Forms(PowerForms),
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct PowerForms {
    name: String,
    short: Option<String>,
    #[serde(default)]
    also: Vec<String>,
    #[serde(default)]
    adjectives: Vec<String>,
}

impl ProvinceEntry {
    pub(crate) fn full(&self) -> &str {
        match self {
            Self::Name(name) => name,
            Self::Forms(forms) => forms.first().map_or("", String::as_str),
        }
    }

    fn names(&self) -> ProvinceNames {
        let full = self.full().to_owned();
        match self {
            Self::Name(_) => ProvinceNames { short: full.clone(), full, aliases: Vec::new() },
            Self::Forms(forms) => ProvinceNames {
                short: forms.get(1).unwrap_or(&full).clone(),
                aliases: forms.iter().skip(2).cloned().collect(),
                full,
            },
        }
    }
}

impl PowerEntry {
    fn names(&self) -> PowerNames {
        match self {
            Self::Name(name) => PowerNames {
                full: name.clone(),
                short: name.clone(),
                aliases: Vec::new(),
                adjectives: Vec::new(),
            },
            Self::Forms(forms) => PowerNames {
                full: forms.name.clone(),
                short: forms.short.clone().unwrap_or_else(|| forms.name.clone()),
                aliases: forms.also.clone(),
                adjectives: forms.adjectives.clone(),
            },
        }
    }
}

impl NamesFile {
    /// Reports names that are missing, unknown or not valid.
    pub(crate) fn check<'k>(
        &self,
        file: &str,
        text: &str,
        provinces: impl Iterator<Item = &'k String> + Clone,
        powers: &[String],
        errors: &mut Vec<VariantError>,
    ) {
        let mut report =
            |line: usize, message: String| errors.push(VariantError { file: file.to_owned(), line, message });
        for key in provinces.clone().filter(|key| !self.provinces.contains_key(*key)) {
            report(line_starting(text, "[provinces]"), format!("the province '{key}' has no name"));
        }
        for key in powers.iter().filter(|key| !self.powers.contains_key(*key)) {
            report(line_starting(text, "[powers]"), format!("the power '{key}' has no name"));
        }
        for key in self.provinces.keys().filter(|key| !provinces.clone().any(|known| known == *key)) {
            report(line_starting(text, key), format!("'{key}' is no province of this board"));
        }
        for key in self.powers.keys().filter(|key| !powers.contains(key)) {
            report(line_starting(text, key), format!("'{key}' is no power of this board"));
        }
        for key in self.inside.keys().filter(|key| !provinces.clone().any(|known| known == *key)) {
            report(line_starting(text, "[inside]"), format!("'{key}' is no province of this board"));
        }
        let is_word = |name: &str| name.chars().any(char::is_alphabetic) && name.len() <= MAX_NAME_BYTES;
        for (key, entry) in &self.provinces {
            if let Some(name) = entry.names().all().find(|name| !is_word(name)) {
                report(line_starting(text, key), format!("'{name}' is no name: use 1 to 64 letters"));
            }
        }
        for (table, key, names) in
            [("[closed]", &self.closed), ("[outside]", &self.outside), ("[inside]", &self.inside)]
                .into_iter()
                .flat_map(|(table, places)| places.iter().map(move |(key, names)| (table, key, names)))
        {
            if let Some(name) = names.iter().find(|name| !is_word(name)) {
                report(
                    line_starting(text, table),
                    format!("{key}: '{name}' is no name: use 1 to 64 letters"),
                );
            }
        }
        for (key, entry) in &self.powers {
            if let Some(name) = entry.names().all().find(|name| !is_word(name)) {
                report(line_starting(text, key), format!("'{name}' is no name: use 1 to 64 letters"));
            }
        }
    }

    /// The names in the order of the board. All keys must have been checked.
    pub(crate) fn names<'k>(
        &self,
        language: &str,
        provinces: impl Iterator<Item = &'k str> + Clone,
        powers: impl Iterator<Item = &'k str>,
    ) -> Names {
        let inside = provinces.clone().enumerate().flat_map(|(i, key)| {
            let names = self.inside.get(key).into_iter().flatten();
            names.map(move |name| (Province::new(i), name.clone()))
        });
        Names {
            closed: self.closed.values().flatten().cloned().collect(),
            outside: self.outside.values().flatten().cloned().collect(),
            inside: inside.collect(),
            language: language.to_owned(),
            title: self.title.clone(),
            provinces: provinces.map(|key| self.provinces[key].names()).collect(),
            powers: powers.map(|key| self.powers[key].names()).collect(),
        }
    }
}

/// Longer names are refused, because reading orders compares names letter by letter.
const MAX_NAME_BYTES: usize = 64;

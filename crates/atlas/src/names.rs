//! What places and powers are called in one language.

use std::collections::BTreeMap;

use rules::{Power, Province};
use serde::Deserialize;

use crate::Fault;
use crate::load::line_starting;

/// The names of a variant in one language (E6, E8).
#[derive(Clone, Debug)]
pub struct Names {
    /// `en`, `nl`: the name of its file.
    pub language: String,
    /// What the variant is called.
    pub title: Option<String>,
    provinces: Vec<PlaceNames>,
    powers: Vec<PowerNames>,
}

/// A place: what is written in full and in short, and what else is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaceNames {
    pub full: String,
    pub short: String,
    pub also: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PowerNames {
    pub full: String,
    pub short: String,
    pub also: Vec<String>,
    /// "Austrian": what a foreign unit in an order may carry (E9).
    pub adjectives: Vec<String>,
}

impl Names {
    pub fn province(&self, province: Province) -> &PlaceNames {
        &self.provinces[province.index()]
    }

    pub fn power(&self, power: Power) -> &PowerNames {
        &self.powers[power.index()]
    }
}

impl PlaceNames {
    /// Every form, the full name first.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        [&self.full, &self.short].into_iter().chain(&self.also).map(String::as_str)
    }
}

impl PowerNames {
    /// Every form, the full name first, adjectives last.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        [&self.full, &self.short].into_iter().chain(&self.also).chain(&self.adjectives).map(String::as_str)
    }
}

/// The shape of `names/*.toml`.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct NamesFile {
    /// What the variant is called.
    pub(crate) title: Option<String>,
    pub(crate) powers: BTreeMap<String, PowerEntry>,
    pub(crate) provinces: BTreeMap<String, PlaceEntry>,
}

/// A name alone, or the full name, the abbreviation and what else is read.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub(crate) enum PlaceEntry {
    Name(String),
    Forms(Vec<String>),
}

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

impl PlaceEntry {
    pub(crate) fn full(&self) -> &str {
        match self {
            Self::Name(name) => name,
            Self::Forms(forms) => forms.first().map_or("", String::as_str),
        }
    }

    fn names(&self) -> PlaceNames {
        let full = self.full().to_owned();
        match self {
            Self::Name(_) => PlaceNames { short: full.clone(), full, also: Vec::new() },
            Self::Forms(forms) => PlaceNames {
                short: forms.get(1).unwrap_or(&full).clone(),
                also: forms.iter().skip(2).cloned().collect(),
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
                also: Vec::new(),
                adjectives: Vec::new(),
            },
            Self::Forms(forms) => PowerNames {
                full: forms.name.clone(),
                short: forms.short.clone().unwrap_or_else(|| forms.name.clone()),
                also: forms.also.clone(),
                adjectives: forms.adjectives.clone(),
            },
        }
    }
}

impl NamesFile {
    /// Says what is missing, unknown or empty.
    pub(crate) fn check<'k>(
        &self,
        file: &str,
        text: &str,
        provinces: impl Iterator<Item = &'k String> + Clone,
        powers: &[String],
        faults: &mut Vec<Fault>,
    ) {
        let mut fault =
            |line: usize, message: String| faults.push(Fault { file: file.to_owned(), line, message });
        for key in provinces.clone().filter(|key| !self.provinces.contains_key(*key)) {
            fault(line_starting(text, "[provinces]"), format!("the province '{key}' has no name"));
        }
        for key in powers.iter().filter(|key| !self.powers.contains_key(*key)) {
            fault(line_starting(text, "[powers]"), format!("the power '{key}' has no name"));
        }
        for key in self.provinces.keys().filter(|key| !provinces.clone().any(|known| known == *key)) {
            fault(line_starting(text, key), format!("'{key}' is no province of this board"));
        }
        for key in self.powers.keys().filter(|key| !powers.contains(key)) {
            fault(line_starting(text, key), format!("'{key}' is no power of this board"));
        }
        let is_word = |name: &str| name.chars().any(char::is_alphabetic) && name.len() <= MOST_BYTES;
        for (key, entry) in &self.provinces {
            if let Some(name) = entry.names().all().find(|name| !is_word(name)) {
                fault(line_starting(text, key), format!("'{name}' is no name: use 1 to 64 letters"));
            }
        }
        for (key, entry) in &self.powers {
            if let Some(name) = entry.names().all().find(|name| !is_word(name)) {
                fault(line_starting(text, key), format!("'{name}' is no name: use 1 to 64 letters"));
            }
        }
    }

    /// The names in the order of the board; every key has been checked.
    pub(crate) fn names<'k>(
        &self,
        language: &str,
        provinces: impl Iterator<Item = &'k str>,
        powers: impl Iterator<Item = &'k str>,
    ) -> Names {
        Names {
            language: language.to_owned(),
            title: self.title.clone(),
            provinces: provinces.map(|key| self.provinces[key].names()).collect(),
            powers: powers.map(|key| self.powers[key].names()).collect(),
        }
    }
}

/// A longer name would be no name: readers compare letter by letter.
const MOST_BYTES: usize = 64;

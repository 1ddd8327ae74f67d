//! The words of the legend in every language: `locales/*/picture.toml`.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use atlas::{VariantError, VariantErrors};
use rules::{Phase, Season};
use serde::Deserialize;

use crate::LanguageCode;
use crate::line_numbers::line_at;

// Defines `BUILT_IN`: the text of every `locales/*/picture.toml`. The build script writes it.
include!(concat!(env!("OUT_DIR"), "/words.rs"));

/// The words of every language that pictures can be drawn in. English is always included.
#[derive(Clone, Debug)]
pub struct LegendWordLists(BTreeMap<LanguageCode, LegendWords>);

impl LegendWordLists {
    /// The languages that are built into the program.
    pub fn built_in() -> &'static Self {
        static ALL: LazyLock<LegendWordLists> = LazyLock::new(|| {
            let texts = BUILT_IN.iter().map(|(code, text)| ((*code).to_owned(), (*text).to_owned()));
            match LegendWordLists::read(texts) {
                Ok(lists) => lists,
                Err(faults) => panic!("the built-in words have faults:\n{faults}"),
            }
        });
        &ALL
    }

    /// Reads `CODE/picture.toml` for every language of a folder, or returns all faults.
    pub fn load(locales: &Path) -> Result<Self, VariantErrors> {
        let fault = |file: &Path, error: std::io::Error| {
            VariantErrors(vec![VariantError {
                file: file.display().to_string(),
                line: 0,
                message: error.to_string(),
            }])
        };
        let mut texts = Vec::new();
        for folder in std::fs::read_dir(locales).map_err(|error| fault(locales, error))? {
            let folder = folder.map_err(|error| fault(locales, error))?;
            let path = folder.path().join("picture.toml");
            if path.is_file() {
                let text = std::fs::read_to_string(&path).map_err(|error| fault(&path, error))?;
                texts.push((folder.file_name().to_string_lossy().into_owned(), text));
            }
        }
        Self::read(texts.into_iter())
    }

    fn read(texts: impl Iterator<Item = (String, String)>) -> Result<Self, VariantErrors> {
        let (mut lists, mut faults) = (BTreeMap::new(), Vec::new());
        for (code, text) in texts {
            let file = format!("{code}/picture.toml");
            match (LanguageCode::new(&code), LegendWords::read(&file, &text)) {
                (Some(code), Ok(words)) => drop(lists.insert(code, words)),
                (None, _) => {
                    let message = format!("'{code}' is no code of a language");
                    faults.push(VariantError { file, line: 0, message });
                }
                (Some(_), Err(fault)) => faults.push(fault),
            }
        }
        if !lists.contains_key(&LanguageCode::ENGLISH) && faults.is_empty() {
            let (file, message) = ("en/picture.toml".to_owned(), "it is not there".to_owned());
            faults.push(VariantError { file, line: 0, message });
        }
        if faults.is_empty() { Ok(Self(lists)) } else { Err(VariantErrors(faults)) }
    }

    pub fn get(&self, language: LanguageCode) -> Option<&LegendWords> {
        self.0.get(&language)
    }

    /// Sorted by code.
    pub fn languages(&self) -> impl Iterator<Item = LanguageCode> {
        self.0.keys().copied()
    }
}

/// The words of the legend in one language.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct LegendWords {
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
    pub closed: String,
    pub army: String,
    pub fleet: String,
    pub play: String,
    pub back: String,
    pub next: String,
}

impl LegendWords {
    /// Reads a `picture.toml`. `file` is the name that a fault reports.
    pub fn read(file: &str, text: &str) -> Result<Self, VariantError> {
        toml::from_str(text).map_err(|error| VariantError {
            file: file.to_owned(),
            line: error.span().map_or(0, |span| line_at(text, span.start)),
            message: error.message().to_owned(),
        })
    }

    /// The title of a phase, such as `Spring 1901 · moves`.
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

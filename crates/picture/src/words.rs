//! The words of a picture's legend, in every language.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use atlas::{Fault, Faults};
use rules::{Phase, Season};
use serde::Deserialize;

use crate::LanguageCode;
use crate::lines::line_at;

// `BUILT_IN`: the text of every `locales/*/picture.toml`, listed by the build script.
include!(concat!(env!("OUT_DIR"), "/words.rs"));

/// The words of every language that pictures can be drawn in; English is one of them.
#[derive(Clone, Debug)]
pub struct WordLists(BTreeMap<LanguageCode, Words>);

impl WordLists {
    /// The languages that are built into the program.
    pub fn built_in() -> &'static Self {
        static ALL: LazyLock<WordLists> = LazyLock::new(|| {
            let texts = BUILT_IN.iter().map(|(code, text)| ((*code).to_owned(), (*text).to_owned()));
            match WordLists::read(texts) {
                Ok(lists) => lists,
                Err(faults) => panic!("the built-in words are checked by the tests:\n{faults}"),
            }
        });
        &ALL
    }

    /// Reads `CODE/picture.toml` for every language of a folder; says all that is wrong.
    pub fn load(locales: &Path) -> Result<Self, Faults> {
        let fault = |file: &Path, error: std::io::Error| {
            Faults(vec![Fault { file: file.display().to_string(), line: 0, message: error.to_string() }])
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

    fn read(texts: impl Iterator<Item = (String, String)>) -> Result<Self, Faults> {
        let (mut lists, mut faults) = (BTreeMap::new(), Vec::new());
        for (code, text) in texts {
            let file = format!("{code}/picture.toml");
            match (LanguageCode::new(&code), Words::read(&file, &text)) {
                (Some(code), Ok(words)) => drop(lists.insert(code, words)),
                (None, _) => {
                    let message = format!("'{code}' is no code of a language");
                    faults.push(Fault { file, line: 0, message });
                }
                (Some(_), Err(fault)) => faults.push(fault),
            }
        }
        if !lists.contains_key(&LanguageCode::ENGLISH) && faults.is_empty() {
            let (file, message) = ("en/picture.toml".to_owned(), "it is not there".to_owned());
            faults.push(Fault { file, line: 0, message });
        }
        if faults.is_empty() { Ok(Self(lists)) } else { Err(Faults(faults)) }
    }

    pub fn get(&self, language: LanguageCode) -> Option<&Words> {
        self.0.get(&language)
    }

    /// In the alphabet of their codes.
    pub fn languages(&self) -> impl Iterator<Item = LanguageCode> {
        self.0.keys().copied()
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

impl Words {
    /// Reads a `picture.toml`; the file is named in faults.
    pub fn read(file: &str, text: &str) -> Result<Self, Fault> {
        toml::from_str(text).map_err(|error| Fault {
            file: file.to_owned(),
            line: error.span().map_or(0, |span| line_at(text, span.start)),
            message: error.message().to_owned(),
        })
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

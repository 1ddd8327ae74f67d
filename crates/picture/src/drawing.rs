//! All that is needed to draw one variant.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use atlas::{Fault, Faults, Variant};
use rules::Board;

use crate::{Geometry, GeometryFault, Labels, LanguageCode, PowerColours, WordLists, Words};

/// A variant with its geometry, its labels in every language and the colours of its powers.
#[derive(Clone, Debug)]
pub struct Drawing {
    variant: Variant,
    geometry: Geometry,
    labels: BTreeMap<LanguageCode, Labels>,
    /// In English, for languages that the variant has no labels in.
    english: Labels,
    colours: PowerColours,
    words: WordLists,
}

impl Drawing {
    /// The drawing of the classic board.
    pub fn standard() -> &'static Self {
        static STANDARD: LazyLock<Drawing> = LazyLock::new(|| match Drawing::new(atlas::standard()) {
            Ok(drawing) => drawing,
            Err(faults) => panic!("the built-in drawing is checked by the tests:\n{faults}"),
        });
        &STANDARD
    }

    /// The drawing of a variant in the languages that are built into the program, or all that is wrong with
    /// its files `geometry.json`, `labels/*.toml` and `colours.toml`.
    pub fn new(variant: &Variant) -> Result<Self, Faults> {
        Self::with_words(variant, WordLists::built_in())
    }

    /// The same with other words.
    pub fn with_words(variant: &Variant, words: &WordLists) -> Result<Self, Faults> {
        let mut faults = Vec::new();
        let labels = read_labels(variant, &mut faults);
        let colours = read_colours(variant, &mut faults);
        let geometry = read_geometry(variant, &mut faults);
        let Some(geometry) = geometry.filter(|_| faults.is_empty()) else { return Err(Faults(faults)) };
        let english = labels.get(&LanguageCode::ENGLISH).cloned();
        Ok(Self {
            english: english.unwrap_or_else(|| Labels::of_variant(variant)),
            variant: variant.clone(),
            geometry,
            labels,
            colours,
            words: words.clone(),
        })
    }

    /// All that is wrong with a variant's drawing, also where it contradicts the board.
    pub fn faults(variant: &Variant) -> Vec<Fault> {
        let mut faults = Vec::new();
        read_labels(variant, &mut faults);
        read_colours(variant, &mut faults);
        if let Some(geometry) = read_geometry(variant, &mut faults) {
            let text = variant.files().get(GEOMETRY).unwrap_or_default();
            let found = crate::faults(&variant.board, &geometry, text);
            faults.extend(found.into_iter().map(|fault| in_file(GEOMETRY, fault)));
        }
        faults
    }

    pub const fn variant(&self) -> &Variant {
        &self.variant
    }

    pub const fn board(&self) -> &Board {
        &self.variant.board
    }

    pub const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    pub const fn colours(&self) -> &PowerColours {
        &self.colours
    }

    /// The names of places and powers in a language; in English where the variant has none in it.
    pub fn labels(&self, language: LanguageCode) -> &Labels {
        self.labels.get(&language).unwrap_or(&self.english)
    }

    /// The words of the legend in a language; in English if there are none in it.
    pub fn words(&self, language: LanguageCode) -> &Words {
        let words = self.words.get(language).or_else(|| self.words.get(LanguageCode::ENGLISH));
        words.expect("word lists have English")
    }

    /// The language of a code, if pictures can be drawn in it.
    pub fn language(&self, code: &str) -> Option<LanguageCode> {
        LanguageCode::new(code).filter(|language| self.words.get(*language).is_some())
    }

    /// The languages that pictures can be drawn in, in the alphabet of their codes.
    pub fn languages(&self) -> impl Iterator<Item = LanguageCode> {
        self.words.languages()
    }
}

const GEOMETRY: &str = "geometry.json";

fn in_file(file: &str, fault: GeometryFault) -> Fault {
    Fault { file: file.to_owned(), line: fault.line, message: fault.message }
}

fn read_labels(variant: &Variant, faults: &mut Vec<Fault>) -> BTreeMap<LanguageCode, Labels> {
    let mut all = BTreeMap::new();
    for (code, text) in variant.files().folder("labels") {
        let file = format!("labels/{code}.toml");
        match (LanguageCode::new(code), Labels::read(&variant.board, text)) {
            (Some(code), Ok(labels)) => drop(all.insert(code, labels)),
            (None, _) => {
                let message = format!("'{code}' is no code of a language");
                faults.push(Fault { file, line: 0, message });
            }
            (Some(_), Err(bad)) => faults.extend(bad.0.into_iter().map(|fault| in_file(&file, fault))),
        }
    }
    all
}

/// Without a file every power gets a hue of its own.
fn read_colours(variant: &Variant, faults: &mut Vec<Fault>) -> PowerColours {
    let Some(text) = variant.files().get(crate::power_colours::FILE) else { return PowerColours::default() };
    PowerColours::read(&variant.board, text).unwrap_or_else(|found| {
        faults.extend(found);
        PowerColours::default()
    })
}

fn read_geometry(variant: &Variant, faults: &mut Vec<Fault>) -> Option<Geometry> {
    let Some(text) = variant.files().get(GEOMETRY) else {
        faults.push(Fault { file: GEOMETRY.to_owned(), line: 0, message: "it is not there".to_owned() });
        return None;
    };
    match Geometry::read(&variant.board, text) {
        Ok(geometry) => Some(geometry),
        Err(bad) => {
            faults.extend(bad.0.into_iter().map(|fault| in_file(GEOMETRY, fault)));
            None
        }
    }
}

//! Everything that is needed to draw one variant: `geometry.json`, `labels/*.toml`, `colours.toml` and words.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use atlas::{Variant, VariantError, VariantErrors};
use rules::Board;

use crate::{Geometry, GeometryFault, Labels, LanguageCode, LegendWordLists, LegendWords, PowerColours};

/// A variant with its geometry, its labels in every language and the colours of its powers.
#[derive(Clone, Debug)]
pub struct Drawing {
    variant: Variant,
    geometry: Geometry,
    labels: BTreeMap<LanguageCode, Labels>,
    /// The English labels, used for languages in which the variant has none.
    english: Labels,
    colours: PowerColours,
    words: LegendWordLists,
}

impl Drawing {
    /// The drawing of the standard board.
    pub fn standard() -> &'static Self {
        static STANDARD: LazyLock<Drawing> = LazyLock::new(|| match Drawing::new(atlas::standard()) {
            Ok(drawing) => drawing,
            Err(faults) => panic!("the built-in drawing has faults:\n{faults}"),
        });
        &STANDARD
    }

    /// Reads the drawing of a variant, with the languages that are built into the program. Returns all faults
    /// of its files `geometry.json`, `labels/*.toml` and `colours.toml`.
    pub fn new(variant: &Variant) -> Result<Self, VariantErrors> {
        Self::with_words(variant, LegendWordLists::built_in())
    }

    /// Like [`Drawing::new`], with other words for the legend.
    pub fn with_words(variant: &Variant, words: &LegendWordLists) -> Result<Self, VariantErrors> {
        let mut faults = Vec::new();
        let labels = read_labels(variant, &mut faults);
        let colours = read_colours(variant, &mut faults);
        let geometry = read_geometry(variant, &mut faults);
        let Some(geometry) = geometry.filter(|_| faults.is_empty()) else {
            return Err(VariantErrors(faults));
        };
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

    /// All faults of a variant's drawing, including contradictions with the board.
    pub fn faults(variant: &Variant) -> Vec<VariantError> {
        let mut faults = Vec::new();
        read_labels(variant, &mut faults);
        read_colours(variant, &mut faults);
        if let Some(geometry) = read_geometry(variant, &mut faults) {
            let text = variant.files().get(GEOMETRY).unwrap_or_default();
            let found = crate::geometry_faults(&variant.board, &geometry, text);
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

    /// The names of provinces and powers in a language, or in English if the variant has none in that
    /// language.
    pub fn labels(&self, language: LanguageCode) -> &Labels {
        self.labels.get(&language).unwrap_or(&self.english)
    }

    /// The words of the legend in a language, or in English if there are none in that language.
    pub fn words(&self, language: LanguageCode) -> &LegendWords {
        let words = self.words.get(language).or_else(|| self.words.get(LanguageCode::ENGLISH));
        words.expect("the word lists contain English")
    }

    /// The language with this code, if pictures can be drawn in it.
    pub fn language(&self, code: &str) -> Option<LanguageCode> {
        LanguageCode::new(code).filter(|language| self.words.get(*language).is_some())
    }

    /// The languages that pictures can be drawn in, sorted by code.
    pub fn languages(&self) -> impl Iterator<Item = LanguageCode> {
        self.words.languages()
    }
}

const GEOMETRY: &str = "geometry.json";

fn in_file(file: &str, fault: GeometryFault) -> VariantError {
    VariantError { file: file.to_owned(), line: fault.line, message: fault.message }
}

fn read_labels(variant: &Variant, faults: &mut Vec<VariantError>) -> BTreeMap<LanguageCode, Labels> {
    let mut all = BTreeMap::new();
    for (code, text) in variant.files().folder("labels") {
        let file = format!("labels/{code}.toml");
        match (LanguageCode::new(code), Labels::read(&variant.board, text)) {
            (Some(code), Ok(labels)) => drop(all.insert(code, labels)),
            (None, _) => {
                let message = format!("'{code}' is no code of a language");
                faults.push(VariantError { file, line: 0, message });
            }
            (Some(_), Err(bad)) => faults.extend(bad.0.into_iter().map(|fault| in_file(&file, fault))),
        }
    }
    all
}

/// Without the file every power gets a generated colour.
fn read_colours(variant: &Variant, faults: &mut Vec<VariantError>) -> PowerColours {
    let Some(text) = variant.files().get(crate::power_colours::FILE) else { return PowerColours::default() };
    PowerColours::read(&variant.board, text).unwrap_or_else(|found| {
        faults.extend(found);
        PowerColours::default()
    })
}

fn read_geometry(variant: &Variant, faults: &mut Vec<VariantError>) -> Option<Geometry> {
    let Some(text) = variant.files().get(GEOMETRY) else {
        faults.push(VariantError {
            file: GEOMETRY.to_owned(),
            line: 0,
            message: "it is not there".to_owned(),
        });
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

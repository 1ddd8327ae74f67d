//! Parses a language's files: `rulings.toml`, `rules.toml` and the grammar of a variant.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::language::{Forms, LanguageError};

/// The grammatical forms of a variant's places and powers in one language.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct GrammarFile {
    /// Patterns for places with the same grammar; `{}` is the name.
    #[serde(default)]
    pub(crate) classes: BTreeMap<String, Forms>,
    pub(crate) places: BTreeMap<String, PlaceFile>,
    pub(crate) powers: BTreeMap<String, Forms>,
}

/// The forms of one place: a class and a name, or a list of all forms.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub(crate) enum PlaceFile {
    OfClass(String, String),
    Forms(Forms),
}

/// Parses a grammar file; adds its errors to `faults`.
pub(crate) fn read_grammar(file: &str, text: &str, faults: &mut Vec<LanguageError>) -> GrammarFile {
    let grammar: GrammarFile = match toml::from_str(text) {
        Ok(grammar) => grammar,
        Err(error) => {
            faults.push(fault(file, text, &error));
            return GrammarFile::default();
        }
    };
    for (key, place) in &grammar.places {
        if let PlaceFile::OfClass(class, _) = place
            && !grammar.classes.contains_key(class)
        {
            let start = format!("{key} =");
            let line = text.lines().position(|line| line.starts_with(&start)).map_or(0, |i| i + 1);
            let message = format!("'{key}' is of the class '{class}', which is not described");
            faults.push(LanguageError { file: file.to_owned(), line, message });
        }
    }
    grammar
}

/// Parses a file of texts by key: `[move] blocked = "…"` is `move.blocked`. Adds its errors to `faults`.
pub(crate) fn read_texts(
    file: &str,
    text: &str,
    faults: &mut Vec<LanguageError>,
) -> BTreeMap<String, String> {
    let sections: BTreeMap<String, BTreeMap<String, String>> = match toml::from_str(text) {
        Ok(sections) => sections,
        Err(error) => {
            faults.push(fault(file, text, &error));
            return BTreeMap::new();
        }
    };
    let mut texts = BTreeMap::new();
    for (section, entries) in sections {
        texts.extend(entries.into_iter().map(|(key, text)| (format!("{section}.{key}"), text)));
    }
    texts
}

fn fault(file: &str, text: &str, error: &toml::de::Error) -> LanguageError {
    let line = error
        .span()
        .map_or(0, |span| text.bytes().take(span.start).filter(|byte| *byte == b'\n').count() + 1);
    LanguageError { file: file.to_owned(), line, message: error.message().to_owned() }
}

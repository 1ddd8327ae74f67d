//! One word for each idea: the texts of a language use the words of its glossary, and none of those to avoid.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use toml::Table;

fn locales() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../locales")
}

/// The texts for people: file name and text. `orders.toml` also has the words that players may write; of it
/// only the sentences about problems are for people.
fn texts(folder: &Path) -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    files
        .filter(|path| name(path) != "glossary.toml")
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            let text = if name(&path) == "orders.toml" { problems(&text) } else { text };
            (name(&path), text.to_lowercase())
        })
        .collect()
}

fn problems(orders: &str) -> String {
    let orders: Table = toml::from_str(orders).unwrap();
    let problems = orders["problems"].as_table().unwrap().values();
    problems.map(|sentence| sentence.as_str().unwrap()).collect::<Vec<_>>().join("\n")
}

/// Whether the word stands in the text, not as a part of another one.
fn has_word(text: &str, word: &str) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(word).any(|(start, found)| {
        let (before, after) = (text[..start].chars().next_back(), text[start + found.len()..].chars().next());
        !is_letter(before) && !is_letter(after)
    })
}

#[test]
fn every_text_uses_the_words_of_the_glossary() {
    let mut ideas: Option<BTreeSet<String>> = None;
    let mut faults = Vec::new();
    for folder in std::fs::read_dir(locales()).unwrap().map(|entry| entry.unwrap().path()) {
        let language = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let glossary: Table =
            toml::from_str(&std::fs::read_to_string(folder.join("glossary.toml")).unwrap()).unwrap();
        let terms = glossary["terms"].as_table().unwrap();
        let own: BTreeSet<String> = terms.keys().cloned().collect();
        assert_eq!(*ideas.get_or_insert_with(|| own.clone()), own, "{language} has the same ideas");
        let texts = texts(&folder);
        for (idea, word) in terms {
            let word = word.as_str().unwrap().to_lowercase();
            if !texts.iter().any(|(_, text)| text.contains(&word)) {
                faults.push(format!("{language}: nothing is called '{word}' ({idea})"));
            }
        }
        for word in glossary["avoid"]["words"].as_array().unwrap() {
            let word = word.as_str().unwrap().to_lowercase();
            for (file, _) in texts.iter().filter(|(_, text)| has_word(text, &word)) {
                faults.push(format!("{language}/{file}: '{word}' has another word in glossary.toml"));
            }
        }
    }
    assert!(ideas.is_some_and(|ideas| ideas.len() > 15));
    assert!(faults.is_empty(), "{faults:#?}");
}

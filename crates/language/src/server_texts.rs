//! Texts that the server shows, by language: refusals, presets, what a setting means (`locales/*/server.toml`),
//! and the lessons of the course (`locales/*/course.toml`).

use std::collections::BTreeMap;
use std::sync::LazyLock;

// The build script writes `BUILT_IN_PHRASES`: the texts of every locale folder.
include!(concat!(env!("OUT_DIR"), "/phrases.rs"));

/// The texts of one language by key, such as `refusals.full`.
#[derive(Clone, Debug)]
pub struct ServerTexts {
    language: String,
    texts: BTreeMap<String, String>,
}

static ALL: LazyLock<Vec<ServerTexts>> = LazyLock::new(|| {
    let table = |language: &str, file: &str, text: &str| match text.parse::<toml::Table>() {
        Ok(table) => table,
        Err(fault) => panic!("built-in {file} is invalid: {language}: {fault}"),
    };
    let texts = |(language, server, course): &(&str, &str, &str)| {
        let mut texts = BTreeMap::new();
        flatten("", &table(language, "server.toml", server), &mut texts);
        flatten(COURSE, &table(language, "course.toml", course), &mut texts);
        ServerTexts { language: (*language).to_owned(), texts }
    };
    BUILT_IN_PHRASES.iter().map(texts).collect()
});

/// The first part of the keys of the course.
const COURSE: &str = "course";

impl ServerTexts {
    /// The texts of all languages.
    pub fn all() -> &'static [Self] {
        &ALL
    }

    /// The texts of one language by its code: `nl`.
    pub fn built_in(language: &str) -> Option<&'static Self> {
        ALL.iter().find(|phrases| phrases.language == language)
    }

    pub fn language(&self) -> &str {
        &self.language
    }

    pub fn get(&self, key: &str) -> Option<&str> {
        self.texts.get(key).map(String::as_str)
    }

    /// All texts whose key starts with `key` and a dot; the rest of the key and the text.
    pub fn below<'a>(&'a self, key: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let texts = self.texts.iter();
        texts
            .filter_map(move |(path, text)| Some((path.strip_prefix(key)?.strip_prefix('.')?, text.as_str())))
    }

    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }
}

fn flatten(path: &str, table: &toml::Table, texts: &mut BTreeMap<String, String>) {
    for (key, value) in table {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        match value {
            toml::Value::Table(inner) => flatten(&path, inner, texts),
            toml::Value::String(text) => {
                texts.insert(path, text.clone());
            }
            toml::Value::Integer(_)
            | toml::Value::Float(_)
            | toml::Value::Boolean(_)
            | toml::Value::Datetime(_)
            | toml::Value::Array(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_the_same_texts() {
        let all = ServerTexts::all();
        assert!(all.len() >= 5);
        let keys: Vec<&str> = all[0].keys().collect();
        for phrases in all {
            let own: Vec<&str> = phrases.keys().collect();
            assert_eq!(own, keys, "{}", phrases.language());
            assert!(phrases.texts.values().all(|text| !text.trim().is_empty()), "{}", phrases.language());
        }
    }
}

//! Tests that `docs/sentences/` is up to date: every sentence with ten places in every language, for people
//! who check the translations. `UPDATE_PAGES=1 cargo test -p language --test it sentence_pages` writes the
//! pages.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use language::explain::{Explainer, Language};
use rules::{Board, Location, Rule};

/// Ten places that together need every article, preposition, elision and case.
const PLACES: [&str; 10] = ["par", "nth", "bur", "edi", "den", "eng", "ruh", "bla", "spa/nc", "ukr"];

/// The pages of a language, with the kinds of sentences on each. Several pages, so that none is too long.
const PAGES: [(&str, &[&str]); 3] = [
    ("moves", &["move", "hold"]),
    ("help", &["support", "convoy", "void"]),
    ("after", &["dislodged", "retreat", "adjustment", "balance", "refused"]),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/sentences")
}

fn sentences(explainer: &Explainer<'_>, title: &str, kinds: &[&str]) -> String {
    let board = explainer.board();
    let places: Vec<Location> = PLACES.map(|key| board.location(key).unwrap()).to_vec();
    let code = explainer.language().code();
    let mut page =
        format!("# Sentences: {code}, {title}\n\nWritten by a test; see [the readme](../README.md).\n");
    for key in Explainer::sentence_keys().filter(|key| kinds.iter().any(|kind| key.starts_with(kind))) {
        write!(page, "\n## {key}\n").unwrap();
        let mut written: Vec<String> = Vec::new();
        for turn in 0..places.len() {
            let sentence = explainer.example_sentence(key, &places, turn).unwrap();
            if !written.contains(&sentence) {
                written.push(sentence);
            }
        }
        for sentence in written {
            writeln!(page, "- {sentence}").unwrap();
        }
    }
    page
}

/// Every form of every place and power, and the 22 rules.
fn words(board: &Board, language: &Language) -> String {
    let mut page = format!(
        "# Places, powers and rules: {}\n\nWritten by a test; see [the readme](../README.md).\n",
        language.code()
    );
    let forms: Vec<&str> = language.place_forms().collect();
    write!(page, "\n| key | {} |\n|---|{}\n", forms.join(" | "), "---|".repeat(forms.len())).unwrap();
    for province in board.provinces() {
        let names: Vec<&str> =
            forms.iter().map(|form| language.place(province, form).unwrap_or("–")).collect();
        writeln!(page, "| {} | {} |", board.province_key(province), names.join(" | ")).unwrap();
    }
    page.push_str("\n## Powers\n");
    for power in board.powers() {
        let with_article = language.power(power, "the").unwrap();
        writeln!(page, "- {with_article}: {}", language.power(power, "name").unwrap()).unwrap();
    }
    page.push_str("\n## Rules\n");
    for rule in Rule::ALL {
        writeln!(page, "- {}. {}", rule.number(), language.rule(rule)).unwrap();
    }
    page
}

#[test]
fn the_pages_to_read_through_are_up_to_date() {
    let update = std::env::var_os("UPDATE_PAGES").is_some();
    let variant = atlas::standard();
    let mut stale = Vec::new();
    for language in Language::all() {
        let explainer = Explainer::new(variant, language);
        let folder = folder().join(language.code());
        let mut pages: Vec<(&str, String)> =
            PAGES.iter().map(|(title, kinds)| (*title, sentences(&explainer, title, kinds))).collect();
        pages.push(("words", words(&variant.board, language)));
        for (title, page) in pages {
            assert!(page.lines().count() < 900, "{title} is too long to read");
            let path = folder.join(format!("{title}.md"));
            if update {
                std::fs::create_dir_all(&folder).unwrap();
                std::fs::write(&path, &page).unwrap();
            } else if std::fs::read_to_string(&path).ok().as_ref() != Some(&page) {
                stale.push(path.display().to_string());
            }
        }
    }
    assert!(stale.is_empty(), "out of date; run again with UPDATE_PAGES=1: {stale:#?}");
}

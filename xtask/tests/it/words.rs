//! Old, witty or vague words do not come back: `old-words.txt` lists them, with the plain word for each.

use crate::repository::{self, File};

/// Source files, scripts and documents for developers. Texts for players are in `locales/`.
const ENDINGS: [&str; 8] = [".rs", ".ts", ".svelte", ".mjs", ".py", ".sql", ".md", ".toml"];
/// Folders with texts of other kinds: sentences for players, history, and what older versions wrote.
const OTHER_TEXTS: [&str; 7] = [
    "locales/",
    "cases/",
    "variants/",
    "docs/sentences/",
    "docs/sample-game/",
    "docs/games/",
    "CHANGELOG.md",
];

/// A word or phrase that is not used, and what to write instead.
struct OldWord {
    /// In lower case; several words are a phrase.
    words: Vec<String>,
    instead: String,
    /// Paths where it is right, for example in stored or sent forms.
    allowed: Vec<String>,
}

/// `word or phrase => what to write instead [| path that may use it]...`
fn old_words() -> Vec<OldWord> {
    let list = include_str!("old-words.txt");
    let lines = list.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (words, rest) = line.split_once("=>").expect(line);
            let mut rest = rest.split('|').map(|part| part.trim().to_owned());
            OldWord {
                words: words.split_whitespace().map(str::to_owned).collect(),
                instead: rest.next().unwrap(),
                allowed: rest.collect(),
            }
        })
        .collect()
}

/// The words of a line in lower case. Identifiers are split: `MAX_LINE`, `maxLine` and `MaxLine` are two words.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut previous_is_lower = false;
    for letter in line.chars() {
        let starts_word = letter.is_uppercase() && previous_is_lower;
        if (!letter.is_alphabetic() || starts_word) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if letter.is_alphabetic() {
            word.extend(letter.to_lowercase());
        }
        previous_is_lower = letter.is_lowercase();
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

/// `path:line: word: what to write instead`
fn findings(file: &File, old_words: &[OldWord]) -> Vec<String> {
    let mut findings = Vec::new();
    let may_use = |old: &&OldWord| !old.allowed.iter().any(|path| file.path.starts_with(path.as_str()));
    let old_words: Vec<&OldWord> = old_words.iter().filter(may_use).collect();
    for (number, line) in file.text.lines().enumerate() {
        let words = words(line);
        for old in &old_words {
            if words.windows(old.words.len()).any(|window| window == old.words) {
                let phrase = old.words.join(" ");
                findings.push(format!("{}:{}: {phrase}: {}", file.path, number + 1, old.instead));
            }
        }
    }
    findings
}

#[test]
fn old_words_do_not_come_back() {
    let old_words = old_words();
    let files = repository::files(&ENDINGS);
    let checked = files.iter().filter(|file| !OTHER_TEXTS.iter().any(|start| file.path.starts_with(start)));
    let findings: Vec<String> = checked.flat_map(|file| findings(file, &old_words)).collect();
    assert!(findings.is_empty(), "{} old words:\n{}", findings.len(), findings.join("\n"));
}

/// Limits are called `MAX_…` and `MIN_…`.
#[test]
fn limits_are_called_max_or_min() {
    for file in repository::files(&[".rs"]) {
        for line in file.text.lines().filter(|line| line.contains("const ")) {
            let old = ["MOST", "LONGEST", "LEAST", "FEWEST", "SHORTEST"];
            let named = old.iter().any(|word| line.contains(&format!("const {word}")));
            assert!(!named, "{}: {line}", file.path);
        }
    }
}

#[test]
fn file_names_are_plain_too() {
    let old_words = old_words();
    for file in repository::files(&ENDINGS) {
        let name = File { path: file.path.clone(), text: file.path };
        let decision = name.path.starts_with("docs/decisions/");
        assert!(decision || findings(&name, &old_words).is_empty(), "{}", name.path);
    }
}

#[test]
fn an_old_word_is_found_in_names_and_in_phrases() {
    let file = |text: &str| File { path: "a.rs".to_owned(), text: text.to_owned() };
    let old = OldWord {
        words: vec!["hangs".to_owned(), "on".to_owned()],
        instead: "depends on".to_owned(),
        allowed: vec!["b.rs".to_owned()],
    };
    let old = [old];
    assert_eq!(findings(&file("// It hangs on the fleet."), &old), ["a.rs:1: hangs on: depends on"]);
    assert_eq!(findings(&file("let x = 1;\nfn hangs_on() {}\nlet hangsOn"), &old).len(), 2);
    assert!(
        findings(&file("// It hangs, on and off: changes on Monday."), &old).len() == 1,
        "signs do not count"
    );
    assert!(findings(&File { path: "b.rs".to_owned(), text: "hangs on".to_owned() }, &old).is_empty());
}

//! What documents claim and a test can check: links, paths, functions that are named with their file.

use std::collections::BTreeSet;

use crate::repository::{self, File, root};

/// The length that keeps a page readable.
const MAX_README_LINES: usize = 150;
const MAX_ARCHITECTURE_BYTES: usize = 14_000;
/// No file in git is longer, generated ones included; lock files aside.
const MAX_FILE_LINES: usize = 900;

fn documents() -> Vec<File> {
    repository::files(&[".md"])
}

/// The text outside of fenced code.
fn prose(text: &str) -> Vec<&str> {
    let mut in_code = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code {
            lines.push(line);
        }
    }
    lines
}

/// The targets of `[text](target)`.
fn links(line: &str) -> Vec<&str> {
    let ends = line.match_indices("](").map(|(at, _)| &line[at + 2..]);
    ends.filter_map(|rest| rest.find(')').map(|end| &rest[..end])).collect()
}

/// As a forge makes them from headings: `## One order, from text` is `one-order-from-text`.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).into_iter().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let heading = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        heading.chars().filter(|sign| sign.is_alphanumeric() || "-_".contains(*sign)).collect()
    };
    headings.map(anchor).collect()
}

/// What stands between single backticks.
fn quoted(line: &str) -> Vec<&str> {
    line.split('`').skip(1).step_by(2).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut broken = Vec::new();
    for file in documents() {
        let folder = root().join(&file.path).parent().unwrap().to_owned();
        for link in prose(&file.text).into_iter().flat_map(links) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { root().join(&file.path) } else { folder.join(path) };
            if !target.exists() {
                broken.push(format!("{}: {link}", file.path));
            } else if !anchor.is_empty()
                && !anchors(&std::fs::read_to_string(target).unwrap()).contains(anchor)
            {
                broken.push(format!("{}: {link}: no such heading", file.path));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Whether a quoted text is meant as a path of this repository.
fn is_path(text: &str) -> bool {
    const TOPS: [&str; 13] = [
        "crates/",
        "testing/",
        "web/",
        "docs/",
        "cases/",
        "variants/",
        "locales/",
        "xtask/",
        "tools/",
        "fuzz/",
        "packaging/",
        ".github/",
        ".ci/",
    ];
    TOPS.iter().any(|top| text.starts_with(top))
        && !text.contains(['*', '<', ' ', '…', '{'])
        && !["NAME", "CODE"].iter().any(|placeholder| text.contains(placeholder))
}

#[test]
fn paths_in_documents_exist() {
    let mut missing = Vec::new();
    for file in documents() {
        // History names what there was.
        if file.path == "CHANGELOG.md" {
            continue;
        }
        for path in prose(&file.text).into_iter().flat_map(quoted).filter(|text| is_path(text)) {
            if !root().join(path).exists() {
                missing.push(format!("{}: {path}", file.path));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// In ARCHITECTURE.md, `name()` behind a path in the same line is a function of that file.
#[test]
fn functions_named_with_their_file_are_there() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (mut checked, mut missing) = (0, Vec::new());
    for line in prose(&text) {
        let mut source: Option<(&str, String)> = None;
        for word in quoted(line) {
            if is_path(word) && (word.ends_with(".rs") || word.ends_with(".ts")) {
                source = Some((word, std::fs::read_to_string(root().join(word)).unwrap_or_default()));
            } else if let (Some(name), Some((path, text))) = (word.strip_suffix("()"), &source) {
                let name = name.rsplit("::").next().unwrap();
                checked += 1;
                let defined = [format!("fn {name}("), format!("fn {name}<"), format!("function {name}(")];
                if !defined.iter().any(|definition| text.contains(definition)) {
                    missing.push(format!("{path}: {name}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(checked >= 20, "the three walks name their functions: only {checked} found");
}

#[test]
fn pages_that_are_read_first_are_short() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let lines = read("README.md").lines().count();
    assert!(lines <= MAX_README_LINES, "README.md has {lines} lines");
    let bytes = read("ARCHITECTURE.md").len();
    assert!(bytes <= MAX_ARCHITECTURE_BYTES, "ARCHITECTURE.md has {bytes} bytes");
}

#[test]
fn every_decision_is_in_the_index() {
    let index = std::fs::read_to_string(root().join("docs/decisions/README.md")).unwrap();
    for file in documents().iter().filter(|file| file.path.starts_with("docs/decisions/0")) {
        let name = file.path.rsplit('/').next().unwrap();
        assert!(index.contains(&format!("({name})")), "{name} is not in the index");
    }
}

#[test]
fn no_source_file_is_too_long() {
    let files = repository::files(&[".rs", ".ts", ".svelte", ".mjs", ".py", ".md", ".css", ".toml"]);
    let length = |file: &File| (file.text.lines().count(), file.path.clone());
    let long: Vec<(usize, String)> =
        files.iter().map(length).filter(|(lines, _)| *lines > MAX_FILE_LINES).collect();
    assert!(long.is_empty(), "{long:?}");
}

#[test]
fn every_crate_forbids_unsafe_code_but_the_counting_allocator() {
    let manifests = repository::files(&["Cargo.toml"]);
    for file in manifests.iter().filter(|file| file.path.split('/').count() == 3) {
        let inherits = file.text.contains("[lints]\nworkspace = true");
        assert!(inherits || file.path == "testing/alloc_counter/Cargo.toml", "{}", file.path);
    }
    let workspace = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(workspace.contains("unsafe_code = \"forbid\""));
}

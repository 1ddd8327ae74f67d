//! Which of our crates may know which: the arrows of the architecture, read from the manifests.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::Path;

use toml::{Table, Value};

/// Each crate with those of ours that it may depend on; some are still to be written. `cli` and
/// `xtask` stand on top of everything and nothing stands on them.
const ALLOWED: [(&str, &[&str]); 19] = [
    ("rules", &[]),
    ("atlas", &["rules"]),
    ("chance", &[]),
    ("game", &["rules", "chance"]),
    ("bots", &["rules", "chance"]),
    ("language", &["rules", "atlas"]),
    ("picture", &["rules", "atlas", "language"]),
    ("store", &["rules", "game"]),
    (
        "server",
        &[
            "rules",
            "atlas",
            "language",
            "game",
            "bots",
            "picture",
            "store",
            "cases",
            "web_app",
            "interchange",
        ],
    ),
    ("web_app", &[]),
    ("interchange", &["rules", "language", "game", "store"]),
    ("adjudicate", &["rules", "atlas", "language", "interchange"]),
    ("bench", &["rules", "atlas", "language", "bots", "skirmish", "adjudicate", "interchange"]),
    ("licences", &["web_app"]),
    // For tests and measurements.
    ("skirmish", &["rules", "chance"]),
    ("reference", &["rules", "skirmish"]),
    ("cases", &["rules", "atlas", "language"]),
    ("thrift", &[]),
    ("cluster", &[]),
];

/// What tests may use besides.
const FOR_TESTS: [&str; 9] =
    ["chance", "rules", "atlas", "language", "skirmish", "reference", "cases", "thrift", "cluster"];

struct Manifest {
    name: String,
    table: Table,
}

impl Manifest {
    /// The dependencies of one kind, ours and others'.
    fn dependencies(&self, kind: &str) -> BTreeSet<&str> {
        let table = self.table.get(kind).and_then(Value::as_table);
        table.into_iter().flat_map(Table::keys).map(String::as_str).collect()
    }

    fn allowed(&self) -> Option<&'static [&'static str]> {
        ALLOWED.iter().find(|(name, _)| *name == self.name).map(|(_, allowed)| *allowed)
    }

    fn is_on_top(&self) -> bool {
        self.name == "cli" || self.name == "xtask"
    }
}

/// The manifests of the workspace.
fn manifests() -> Vec<Manifest> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let crates = std::fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    crates
        .chain([root.join("xtask")])
        .filter(|folder| folder.join("Cargo.toml").exists())
        .map(|folder| {
            let text = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
            let table: Table = toml::from_str(&text).unwrap();
            let name = table["package"]["name"].as_str().unwrap().to_owned();
            assert_eq!(folder.file_name().unwrap().to_str(), Some(name.as_str()), "folder and crate");
            Manifest { name, table }
        })
        .collect()
}

/// Tells every edge of a kind, between crates of ours, that is not allowed.
fn strays(kind: &str, extra: &[&str]) -> Vec<String> {
    let manifests = manifests();
    let ours: BTreeSet<&str> = manifests.iter().map(|manifest| manifest.name.as_str()).collect();
    let mut strays = Vec::new();
    for manifest in &manifests {
        for other in manifest.dependencies(kind).intersection(&ours) {
            let allowed = match manifest.allowed() {
                Some(allowed) => allowed.contains(other) || extra.contains(other),
                None => manifest.is_on_top() && *other != "cli" && *other != "xtask",
            };
            if !allowed {
                strays.push(format!("{} depends on {other}", manifest.name));
            }
        }
    }
    strays
}

#[test]
fn crates_depend_only_on_what_the_architecture_allows() {
    assert_eq!(strays("dependencies", &[]), Vec::<String>::new());
    assert_eq!(strays("build-dependencies", &[]), Vec::<String>::new());
}

#[test]
fn tests_depend_only_on_what_is_below_or_made_for_tests() {
    assert_eq!(strays("dev-dependencies", &FOR_TESTS), Vec::<String>::new());
}

#[test]
fn every_crate_has_its_place_in_the_architecture() {
    let unknown = |manifest: &Manifest| manifest.allowed().is_none() && !manifest.is_on_top();
    let strangers: Vec<String> = manifests().into_iter().filter(unknown).map(|m| m.name).collect();
    assert!(strangers.is_empty(), "say what {strangers:?} may depend on");
}

#[test]
fn the_rules_depend_on_nothing_at_all() {
    let manifests = manifests();
    let rules = manifests.iter().find(|manifest| manifest.name == "rules").unwrap();
    for kind in ["dependencies", "build-dependencies", "dev-dependencies"] {
        assert!(rules.dependencies(kind).is_empty(), "{kind}");
    }
}

//! Which of our crates may depend on which, read from the manifests.

use std::collections::BTreeSet;
use std::path::Path;

use toml::{Table, Value};

/// Each crate of the product with those of ours that it may use. `cli` and `xtask` may use all; no crate uses
/// them.
const ALLOWED: [(&str, &[&str]); 20] = [
    ("rules", &[]),
    ("seeded_random", &[]),
    ("web_app", &[]),
    ("atlas", &["rules"]),
    ("allocator", &[]),
    ("notation", &["rules"]),
    ("random_positions", &["rules", "seeded_random"]),
    ("game", &["rules", "seeded_random"]),
    ("bots", &["rules", "seeded_random"]),
    ("puzzles", &["rules", "seeded_random", "bots"]),
    ("language", &["rules", "atlas", "notation"]),
    ("cases", &["rules", "atlas", "notation"]),
    ("picture", &["rules", "atlas"]),
    ("printables", &["rules", "atlas", "language", "picture"]),
    ("store", &["rules", "game"]),
    ("interchange", &["rules", "notation", "game", "store"]),
    ("adjudicate", &["rules", "atlas", "notation", "interchange"]),
    ("bench", &["rules", "atlas", "notation", "bots", "random_positions", "adjudicate", "interchange"]),
    ("licences", &["web_app"]),
    (
        "server",
        &[
            "rules",
            "atlas",
            "notation",
            "language",
            "game",
            "bots",
            "puzzles",
            "picture",
            "store",
            "cases",
            "web_app",
            "interchange",
        ],
    ),
];

/// Crates of the product that tests may use although their crate may not.
const FOR_TESTS: [&str; 7] =
    ["seeded_random", "rules", "atlas", "notation", "language", "random_positions", "cases"];

/// The packages that are made for others begin with this. Their folders do not, and here it is left out.
const PREFIX: &str = "detente-";

struct Manifest {
    name: String,
    /// In the folder `testing/`: only tests and `xtask` may use it, and it may use everything.
    is_for_tests: bool,
    table: Table,
}

impl Manifest {
    /// The dependencies of one kind, ours and others'.
    fn dependencies(&self, kind: &str) -> BTreeSet<&str> {
        let table = self.table.get(kind).and_then(Value::as_table);
        table.into_iter().flat_map(Table::keys).map(|name| short_name(name)).collect()
    }

    fn allowed(&self) -> Option<&'static [&'static str]> {
        ALLOWED.iter().find(|(name, _)| *name == self.name).map(|(_, allowed)| *allowed)
    }

    fn is_on_top(&self) -> bool {
        self.name == "cli" || self.name == "xtask"
    }
}

fn short_name(package: &str) -> &str {
    package.strip_prefix(PREFIX).unwrap_or(package)
}

/// The manifests of the workspace.
fn manifests() -> Vec<Manifest> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let members =
        |folder: &str| std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
    members("crates")
        .chain(members("testing"))
        .chain([root.join("xtask")])
        .filter(|folder| folder.join("Cargo.toml").exists())
        .map(|folder| {
            let text = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
            let table: Table = toml::from_str(&text).unwrap();
            let name = short_name(table["package"]["name"].as_str().unwrap()).to_owned();
            assert_eq!(folder.file_name().unwrap().to_str(), Some(name.as_str()), "folder and crate");
            Manifest { name, is_for_tests: folder.starts_with(root.join("testing")), table }
        })
        .collect()
}

/// Every dependency of a kind, between crates of ours, that is not allowed.
fn strays(kind: &str, extra: &[&str]) -> Vec<String> {
    let manifests = manifests();
    let names = |of_tests: bool| {
        manifests.iter().filter(move |manifest| manifest.is_for_tests == of_tests).map(|m| m.name.as_str())
    };
    let (ours, for_tests): (BTreeSet<&str>, BTreeSet<&str>) = (names(false).collect(), names(true).collect());
    let mut strays = Vec::new();
    for manifest in &manifests {
        let may_use_tests = manifest.is_for_tests || manifest.name == "xtask" || kind == "dev-dependencies";
        for other in manifest.dependencies(kind) {
            let allowed = match manifest.allowed() {
                // A crate turns on its own features for its tests.
                _ if other == manifest.name => !extra.is_empty(),
                _ if for_tests.contains(other) => may_use_tests,
                _ if !ours.contains(other) => true,
                Some(allowed) => allowed.contains(&other) || extra.contains(&other),
                None => other != "cli" && other != "xtask",
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
    let unknown =
        |manifest: &Manifest| manifest.allowed().is_none() && !manifest.is_on_top() && !manifest.is_for_tests;
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

//! Everything in the program has its licence. The lists here are independent of those in the build.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn detente(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_detente")).args(args).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The parts of one kind that the program lists, with their versions. Each must have a licence and its text.
fn licensed(kind: &str) -> BTreeSet<String> {
    let parts: Vec<Value> = serde_json::from_str(&detente(&["licences", "--format", "json"])).unwrap();
    let of_kind = parts.iter().filter(|part| part["kind"] == kind);
    let complete = of_kind.filter(|part| {
        part["licence"] != "" && part["texts"].as_array().is_some_and(|texts| !texts.is_empty())
    });
    let name =
        |part: &Value| format!("{} {}", part["name"].as_str().unwrap(), part["version"].as_str().unwrap());
    complete.map(name).collect()
}

#[track_caller]
fn check(kind: &str, expected: &BTreeSet<String>) {
    assert!(!expected.is_empty(), "nothing is expected");
    let licensed = licensed(kind);
    let missing: Vec<&String> = expected.difference(&licensed).collect();
    assert!(missing.is_empty(), "without a licence: {missing:?}");
}

#[test]
fn every_crate_has_its_licence() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--locked", "--package", "cli", "--prefix", "none"])
        .args(["--edges", "normal,no-proc-macro", "--format", "{p}"])
        .current_dir(root())
        .output()
        .unwrap();
    let tree = String::from_utf8(output.stdout).unwrap();
    // `name v1.2.3`; our own crates have their folder after that.
    let of_others = tree.lines().filter(|line| !line.is_empty() && !line.contains('('));
    check("crate", &of_others.map(|line| line.replacen(" v", " ", 1)).collect());
}

#[test]
fn every_npm_package_that_the_pages_import_has_its_licence() {
    if std::env::var("DETENTE_WEB").is_ok_and(|web| web == "skip") {
        return;
    }
    let lock = fs::read_to_string(root().join("web/package-lock.json")).unwrap();
    let lock: Value = serde_json::from_str(&lock).unwrap();
    let mut imported = BTreeSet::new();
    imports(&root().join("web/src"), &mut imported);
    let version = |name: &String| {
        let version = lock["packages"][format!("node_modules/{name}")]["version"].as_str().map(str::to_owned);
        format!("{name} {}", version.unwrap_or_default())
    };
    check("npm", &imported.iter().map(version).collect());
    // Indirect imports are at least in the lock file.
    for package in licensed("npm") {
        let (name, version) = package.split_once(' ').unwrap();
        assert_eq!(lock["packages"][format!("node_modules/{name}")]["version"], version, "{name}");
    }
}

/// The packages that code below a folder imports: `from 'name/…'`, but not `from './…'`.
fn imports(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.to_string_lossy();
        if path.is_dir() {
            imports(&path, found);
        } else if (name.ends_with(".ts") && !name.ends_with(".test.ts")) || name.ends_with(".svelte") {
            let text = fs::read_to_string(&path).unwrap();
            let values =
                text.lines().filter(|line| line.starts_with("import ") || line.starts_with("  import "));
            for line in values.filter(|line| !line.contains("import type ")) {
                let from = line.split(['\'', '"']).nth(1).unwrap_or(".");
                let parts = if from.starts_with('@') { 2 } else { 1 };
                // `virtual:` is made by our own plugin.
                if !from.starts_with('.') && !from.starts_with("virtual:") {
                    found.insert(from.split('/').take(parts).collect::<Vec<_>>().join("/"));
                }
            }
        }
    }
}

#[test]
fn every_font_has_its_licence() {
    let folders = ["crates/picture/fonts", "web/src/fonts"].map(|folder| root().join(folder));
    let files = folders.into_iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let names = files.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let fonts: Vec<String> = names.filter(|name| name != "OFL.txt").collect();
    let licensed = licensed("font");
    for font in &fonts {
        assert!(licensed.iter().any(|part| part.contains(&format!("({font})"))), "{font} has no licence");
    }
    assert_eq!(fonts.len(), licensed.len());
}

#[test]
fn the_list_comes_first_and_every_text_says_whose_it_is() {
    let text = detente(&["licences"]);
    let (list, texts) = text.split_once("====").unwrap();
    assert!(list.contains("detente ") && list.contains("SQLite ") && list.contains("mimalloc "), "{list}");
    for name in ["serde", "svelte", "Natural Earth", "SQLite"] {
        if name == "svelte" && std::env::var("DETENTE_WEB").is_ok_and(|web| web == "skip") {
            continue;
        }
        assert!(texts.contains(name), "{name}");
    }
    assert!(texts.contains("SIL OPEN FONT LICENSE") && texts.contains("Apache License"));
}

//! Finds the crates that are part of the program, from `cargo metadata`.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

use crate::{Part, Result, StandardTexts, read_tracked};

/// A crate that is part of the program.
pub(crate) struct Crate {
    pub(crate) name: String,
    version: String,
    licence: String,
    authors: Vec<String>,
    pub(crate) folder: PathBuf,
    pub(crate) is_ours: bool,
}

/// How the names of licence files and notices start.
const LICENCE_FILE_NAMES: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "UNLICENSE", "NOTICE", "COPYRIGHT"];

impl Crate {
    pub(crate) fn part(&self, standard: &StandardTexts) -> Result<Part> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
            if LICENCE_FILE_NAMES.iter().any(|start| name.starts_with(start)) && path.is_file() {
                files.push(path);
            }
        }
        // `read_dir` has no fixed order.
        files.sort();
        let mut texts = files.iter().map(|path| read_tracked(path)).collect::<Result<Vec<_>>>()?;
        if texts.is_empty() {
            let holders = match self.authors.as_slice() {
                [] => format!("the authors of {}", self.name),
                authors => authors.join(", "),
            };
            texts = standard.texts(&self.licence, &holders);
        }
        let Self { name, version, licence, .. } = self;
        Ok(Part {
            name: name.clone(),
            version: version.clone(),
            kind: "Crate",
            licence: licence.clone(),
            texts,
        })
    }
}

/// All crates that `cli` needs at run time, including itself, sorted by name. Build dependencies, test
/// dependencies and macros are not part of the program.
pub(crate) fn find_crates(root: &Path) -> Result<Vec<Crate>> {
    for entry in fs::read_dir(root.join("crates"))? {
        println!("cargo::rerun-if-changed={}", entry?.path().join("Cargo.toml").display());
    }
    println!("cargo::rerun-if-changed={}", root.join("Cargo.lock").display());
    let metadata = metadata(root)?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();

    let packages: BTreeMap<String, Value> =
        list(&metadata["packages"]).into_iter().map(|one| (text(&one["id"]), one)).collect();
    let nodes: BTreeMap<String, Value> =
        list(&metadata["resolve"]["nodes"]).into_iter().map(|one| (text(&one["id"]), one)).collect();
    let start = packages.iter().find(|(_, package)| package["name"] == "cli" && package["source"].is_null());
    let mut waiting = vec![start.ok_or("cargo metadata does not know `cli`")?.0.clone()];
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    while let Some(id) = waiting.pop() {
        let package = packages.get(&id).ok_or_else(|| format!("cargo metadata does not know {id}"))?;
        let is_macro = list(&package["targets"])
            .iter()
            .any(|target| list(&target["kind"]).contains(&"proc-macro".into()));
        if is_macro || !seen.insert(id.clone()) {
            continue;
        }
        for dependency in list(&nodes.get(&id).unwrap_or(&Value::Null)["deps"]) {
            if list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null()) {
                waiting.push(text(&dependency["pkg"]));
            }
        }
        found.push(Crate {
            name: text(&package["name"]),
            version: text(&package["version"]),
            // Old crates write `MIT/Apache-2.0`.
            licence: text(&package["license"]).replace('/', " OR "),
            authors: list(&package["authors"]).iter().map(text).collect(),
            folder: Path::new(&text(&package["manifest_path"])).with_file_name(""),
            is_ours: package["source"].is_null(),
        });
    }
    found.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(found)
}

fn metadata(root: &Path) -> Result<Value> {
    let target = env::var("TARGET")?;
    let run = |more: &[&str]| {
        Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["metadata", "--locked", "--format-version", "1", "--filter-platform", &target])
            .args(more)
            .current_dir(root)
            .output()
    };
    let mut output = run(&["--offline"])?;
    if !output.status.success() {
        // Test dependencies are listed too, and may have to be downloaded first.
        output = run(&[])?;
    }
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

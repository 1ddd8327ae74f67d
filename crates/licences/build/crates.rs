//! Finds the crates that are part of the program, from `cargo metadata`.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::json::Json;
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
    let by_id = |list: Json| -> BTreeMap<String, Json> {
        list.list().into_iter().map(|one| (one.member("id").text(), one)).collect()
    };
    let packages = by_id(metadata.member("packages"));
    let nodes = by_id(metadata.member("resolve").member("nodes"));
    let is_ours = |package: &Json| package.member("source").is_null();
    let start = packages.iter().find(|(_, one)| one.member("name").text() == "cli" && is_ours(one));
    let mut waiting = vec![start.ok_or("cargo metadata does not know `cli`")?.0.clone()];
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    while let Some(id) = waiting.pop() {
        let package = packages.get(&id).ok_or_else(|| format!("cargo metadata does not know {id}"))?;
        let is_macro = package
            .member("targets")
            .list()
            .iter()
            .any(|target| target.member("kind").list().iter().any(|kind| kind.text() == "proc-macro"));
        if is_macro || !seen.insert(id.clone()) {
            continue;
        }
        for dependency in nodes.get(&id).map(|node| node.member("deps").list()).unwrap_or_default() {
            let kinds = dependency.member("dep_kinds").list();
            if kinds.iter().any(|kind| kind.member("kind").is_null()) {
                waiting.push(dependency.member("pkg").text());
            }
        }
        found.push(Crate {
            name: package.member("name").text(),
            version: package.member("version").text(),
            // Old crates write `MIT/Apache-2.0`.
            licence: package.member("license").text().replace('/', " OR "),
            authors: package.member("authors").list().iter().map(Json::text).collect(),
            folder: Path::new(&package.member("manifest_path").text()).with_file_name(""),
            is_ours: is_ours(package),
        });
    }
    found.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(found)
}

fn metadata(root: &Path) -> Result<Json> {
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
    Json::parse(std::str::from_utf8(&output.stdout)?)
}

//! Build script: collects the third-party parts of the program with their licences: crates, npm packages, C
//! code, fonts, data.

mod crates;
mod json;
mod non_crates;

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Like `Part` in the library, but with the texts themselves.
struct Part {
    name: String,
    version: String,
    kind: &'static str,
    licence: String,
    texts: Vec<String>,
}

fn main() -> Result<()> {
    let home = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let root = home.join("../..").canonicalize()?;
    let standard = StandardTexts::read(&root)?;

    let mut parts = vec![Part {
        name: "detente".to_owned(),
        version: env::var("CARGO_PKG_VERSION")?,
        kind: "Program",
        licence: env::var("CARGO_PKG_LICENSE")?,
        texts: vec![standard.mit.clone(), standard.apache.clone()],
    }];
    let crates = crates::find_crates(&root)?;
    parts.push(non_crates::rust_library(&standard)?);
    parts.extend(non_crates::libraries_and_data(&crates)?);
    parts.extend(non_crates::fonts(&root)?);
    parts.extend(non_crates::npm_packages()?);
    for one in crates.iter().filter(|one| !one.is_ours) {
        parts.push(one.part(&standard)?);
    }
    for part in parts.iter().filter(|part| part.texts.is_empty()) {
        println!("cargo::warning={} {} has no licence text", part.name, part.version);
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("parts.rs"), tables_as_rust(&parts)?)?;
    Ok(())
}

/// Standard licence texts, for parts without a text. They are our own licence files.
struct StandardTexts {
    mit: String,
    apache: String,
}

impl StandardTexts {
    fn read(root: &Path) -> Result<Self> {
        Ok(Self {
            mit: read_tracked(&root.join("LICENSE-MIT"))?,
            apache: read_tracked(&root.join("LICENSE-APACHE"))?,
        })
    }

    /// The texts of an SPDX expression, with the names of the copyright holders.
    fn texts(&self, licence: &str, holders: &str) -> Vec<String> {
        let ours = self.mit.lines().find(|line| line.starts_with("Copyright"));
        let mut texts = Vec::new();
        for id in licence.split([' ', '/', '(', ')']) {
            match (id, ours) {
                ("MIT", Some(ours)) => {
                    texts.push(self.mit.replace(ours, &format!("Copyright (c) {holders}")))
                }
                ("Apache-2.0", _) => texts.push(self.apache.clone()),
                _ => {}
            }
        }
        texts
    }
}

/// Reads a file. The build script runs again when the file changes.
fn read_tracked(path: &Path) -> Result<String> {
    println!("cargo::rerun-if-changed={}", path.display());
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).replace("\r\n", "\n"))
}

/// The tables as Rust code. Texts that differ only in white space are stored once.
fn tables_as_rust(parts: &[Part]) -> Result<String> {
    let mut texts: Vec<&str> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut out = "static PARTS: &[Part] = &[\n".to_owned();
    for Part { name, version, kind, licence, texts: own } in parts {
        write!(
            out,
            "Part {{ name: {name:?}, version: {version:?}, kind: Kind::{kind}, licence: {licence:?}, "
        )?;
        let mut numbers = Vec::new();
        for text in own {
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let number = *known.entry(words).or_insert_with(|| {
                texts.push(text.trim_matches('\n'));
                texts.len() - 1
            });
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        writeln!(out, "texts: &{numbers:?} }},")?;
    }
    writeln!(out, "];\nstatic TEXTS: &[&str] = &{texts:?};")?;
    Ok(out)
}

//! The texts of a variant's files, from a folder or from the program itself.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use crate::{Fault, Faults};

// `BUILT_IN`: the files of every folder below `variants/`, listed by the build script.
include!(concat!(env!("OUT_DIR"), "/variants.rs"));

/// A larger file is not read.
const MAX_FILE_BYTES: u64 = 4 * 1024 * 1024;
/// More files are not read: a variant has about a dozen for each language.
const MAX_FILES: usize = 1_000;

/// By path within the variant's folder, `names/en.toml`: its text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VariantFiles {
    texts: BTreeMap<String, Cow<'static, str>>,
}

impl VariantFiles {
    /// Reads the files of a folder and of the folders in it.
    pub fn read(folder: &Path) -> Result<Self, Faults> {
        let mut files = Self::default();
        let mut faults = Vec::new();
        for file in list(folder, "") {
            let path = folder.join(&file);
            if path.is_dir() {
                for inner in list(folder, &file) {
                    files.add(folder, inner, &mut faults);
                }
            } else {
                files.add(folder, file, &mut faults);
            }
        }
        if faults.is_empty() { Ok(files) } else { Err(Faults(faults)) }
    }

    /// The keys of the variants that the program carries, with their files.
    pub(crate) fn built_in() -> impl Iterator<Item = (&'static str, Self)> {
        BUILT_IN.iter().map(|(key, files)| {
            let texts = files.iter().map(|(path, text)| ((*path).to_owned(), Cow::Borrowed(*text)));
            (*key, Self { texts: texts.collect() })
        })
    }

    pub fn get(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(AsRef::as_ref)
    }

    pub fn set(&mut self, path: &str, text: impl Into<String>) {
        self.texts.insert(path.to_owned(), Cow::Owned(text.into()));
    }

    /// The files `FOLDER/NAME.toml` in the alphabet of their names, with their texts.
    pub fn folder<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.texts.iter().filter_map(move |(path, text)| {
            let name = path.strip_prefix(folder)?.strip_prefix('/')?.strip_suffix(".toml")?;
            Some((name, text.as_ref()))
        })
    }

    fn add(&mut self, folder: &Path, file: String, faults: &mut Vec<Fault>) {
        if !(file.ends_with(".toml") || file.ends_with(".json")) {
            return;
        }
        let text = if self.texts.len() < MAX_FILES {
            read_file(&folder.join(&file))
        } else {
            Err(format!("the variant has more than {MAX_FILES} files"))
        };
        match text {
            Ok(text) => drop(self.texts.insert(file, Cow::Owned(text))),
            Err(message) => faults.push(Fault { file, line: 0, message }),
        }
    }
}

/// What a folder within another holds, in alphabetical order.
fn list(root: &Path, inner: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(root.join(inner)) else { return Vec::new() };
    let name = |entry: std::fs::DirEntry| entry.file_name().into_string().ok();
    let mut names: Vec<String> = entries.filter_map(|entry| name(entry.ok()?)).collect();
    names.sort();
    if inner.is_empty() { names } else { names.into_iter().map(|name| format!("{inner}/{name}")).collect() }
}

fn read_file(path: &Path) -> Result<String, String> {
    match std::fs::metadata(path).map(|found| found.len()) {
        Ok(size) if size > MAX_FILE_BYTES => Err("the file is larger than 4 MB".to_owned()),
        Ok(_) => std::fs::read_to_string(path).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

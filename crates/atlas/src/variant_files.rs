//! The texts of a variant's files, read from a folder or built into the program.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use crate::{VariantError, VariantErrors};

// `BUILT_IN`: the files of every folder in `variants/`, listed by the build script.
include!(concat!(env!("OUT_DIR"), "/variants.rs"));

/// Larger files are refused.
const MAX_FILE_BYTES: u64 = 4 * 1024 * 1024;
/// More files are refused. A variant has about a dozen files per language.
const MAX_FILES: usize = 1_000;

/// The files of a variant: path in the variant's folder, such as `names/en.toml`, and text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VariantFiles {
    texts: BTreeMap<String, Cow<'static, str>>,
}

impl VariantFiles {
    /// Reads the files of a folder and of its direct subfolders.
    pub fn read(folder: &Path) -> Result<Self, VariantErrors> {
        let mut files = Self::default();
        let mut errors = Vec::new();
        for file in list_folder(folder, "") {
            let path = folder.join(&file);
            if path.is_dir() {
                for inner in list_folder(folder, &file) {
                    files.add(folder, inner, &mut errors);
                }
            } else {
                files.add(folder, file, &mut errors);
            }
        }
        if errors.is_empty() { Ok(files) } else { Err(VariantErrors(errors)) }
    }

    /// The keys of the built-in variants, with their files.
    pub(crate) fn built_in() -> impl Iterator<Item = (&'static str, Self)> {
        BUILT_IN.iter().map(|(key, files)| {
            let texts = files.iter().map(|(path, text)| ((*path).to_owned(), Cow::Borrowed(*text)));
            (*key, Self { texts: texts.collect() })
        })
    }

    /// The text of a file.
    pub fn get(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(AsRef::as_ref)
    }

    /// Adds or replaces a file.
    pub fn set(&mut self, path: &str, text: impl Into<String>) {
        self.texts.insert(path.to_owned(), Cow::Owned(text.into()));
    }

    /// The files `FOLDER/NAME.toml`: name and text, sorted by name.
    pub fn folder<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.texts.iter().filter_map(move |(path, text)| {
            let name = path.strip_prefix(folder)?.strip_prefix('/')?.strip_suffix(".toml")?;
            Some((name, text.as_ref()))
        })
    }

    fn add(&mut self, folder: &Path, file: String, errors: &mut Vec<VariantError>) {
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
            Err(message) => errors.push(VariantError { file, line: 0, message }),
        }
    }
}

/// The paths of the entries of a subfolder, relative to `root`, in alphabetical order.
fn list_folder(root: &Path, inner: &str) -> Vec<String> {
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

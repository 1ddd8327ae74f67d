//! The files of this repository.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Folders that are built or downloaded, or hold text that a test writes.
const SKIPPED: [&str; 6] = ["target", "node_modules", ".git", "dist", "snapshots", "corpus"];

/// A text file, with its path from the root of the repository.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

pub(crate) fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> =
        LazyLock::new(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap());
    &ROOT
}

/// All files whose names end with one of the endings, in the order of their paths.
pub(crate) fn files(endings: &[&str]) -> Vec<File> {
    let mut found = Vec::new();
    collect(root(), endings, &mut found);
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

fn collect(folder: &Path, endings: &[&str], found: &mut Vec<File>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        if entry.file_type().unwrap().is_dir() {
            if !SKIPPED.contains(&name.as_str()) && !name.starts_with("detente-data") {
                collect(&path, endings, found);
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            let path = path.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(entry.path()).unwrap();
            found.push(File { path, text });
        }
    }
}

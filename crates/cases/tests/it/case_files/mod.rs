//! Loads all case files of the repository.

use std::path::{Path, PathBuf};

use cases::{Case, parse};

/// Every case, with the file that it is in.
pub(crate) fn all_cases() -> Vec<(String, Case)> {
    cases_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases"))
}

fn cases_below(folder: &Path) -> Vec<(String, Case)> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(cases_below(&path));
        } else if path.extension().is_some_and(|ext| ext == "case") {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            let cases = parse(&text).unwrap_or_else(|fault| panic!("{name}:{fault}"));
            found.extend(cases.into_iter().map(|case| (name.clone(), case)));
        }
    }
    found
}

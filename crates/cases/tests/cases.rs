//! Every case file is run under every edition that it names.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use cases::{Case, check, parse};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases")
}

/// All cases below a folder, with the file they are in.
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

#[test]
fn every_case_comes_out_as_written() {
    let board = &atlas::standard().board;
    let mut faults = Vec::new();
    let mut runs = 0;
    for (file, case) in cases_below(&root()) {
        for &edition in &case.editions {
            runs += 1;
            for fault in check(board, &case, edition) {
                faults.push(format!("{file}:{fault}   ({})", case.id));
            }
        }
    }
    assert!(runs > 0, "no cases found");
    assert!(faults.is_empty(), "{} faults in {runs} runs\n{}", faults.len(), faults.join("\n"));
}

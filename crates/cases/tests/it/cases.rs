//! Runs every case under every edition that it names.

use crate::case_files;

use case_files::all_cases;
use cases::check;

#[test]
fn every_case_gets_the_expected_rulings() {
    let board = &atlas::standard().board;
    let mut faults = Vec::new();
    let mut runs = 0;
    for (file, case) in all_cases() {
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

#[test]
fn the_constants_are_all_case_files() {
    let known: Vec<String> =
        cases::files::ALL.iter().flat_map(|file| cases::parse(file).unwrap()).map(|case| case.id).collect();
    let read: Vec<String> = all_cases().into_iter().map(|(_, case)| case.id).collect();
    let missing: Vec<&String> = read.iter().filter(|id| !known.contains(id)).collect();
    assert!(missing.is_empty(), "cases/src/files.rs does not name the file of {missing:?}");
    assert_eq!(known.len(), read.len(), "cases/src/files.rs names a file twice");
}

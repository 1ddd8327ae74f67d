//! Every case file is run under every edition that it names.

use crate::shelf;

use cases::check;
use shelf::all_cases;

#[test]
fn every_case_comes_out_as_written() {
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

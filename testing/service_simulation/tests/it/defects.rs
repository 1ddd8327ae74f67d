//! Defects that are put into the database on purpose are found.

use service_simulation::{AtFinding, Defect, simulate_many};

const MAX_RUNS: u64 = 10_000;

fn check(defect: Defect) {
    let summary = simulate_many(0, MAX_RUNS, defect, AtFinding::Stop);
    let first =
        summary.failed.first().unwrap_or_else(|| panic!("{defect:?} is not found in {MAX_RUNS} runs"));
    println!("{defect:?}: {} runs, seed {}: {:?}", summary.runs, first.seed, first.found);
}

#[test]
fn a_database_that_answers_before_the_sync_is_found() {
    check(Defect::AnswersBeforeSync);
}

#[test]
fn a_database_that_does_not_compare_versions_is_found() {
    check(Defect::IgnoresVersion);
}

#[test]
fn a_database_that_forgets_nonces_is_found() {
    check(Defect::ForgetsNonces);
}

#[test]
fn a_database_that_drops_a_due_row_is_found() {
    check(Defect::DropsDueRow);
}

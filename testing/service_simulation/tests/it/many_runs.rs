//! Ten thousand runs. Their own module, because `./test quick` leaves them out.

use service_simulation::{AtFinding, Defect, FaultKind, simulate_many};

const RUNS: u64 = 10_000;

#[test]
fn faults_lose_nothing_double_nothing_and_leave_no_game_stuck() {
    let summary = simulate_many(0, RUNS, Defect::None, AtFinding::Stop);
    let failed: Vec<_> = summary.failed.iter().map(|run| (run.seed, run.found.as_deref())).collect();
    assert!(failed.is_empty(), "cargo xtask simulate-service --replay SEED shows it: {failed:?}");
    assert_eq!(summary.runs, RUNS);
    for kind in FaultKind::ALL {
        assert!(summary.faults.of(*kind) > RUNS / 20, "too few: {}", kind.name());
    }
    assert!(summary.phases > 2 * RUNS, "the games go on: {} phases", summary.phases);
}

//! Runs of single seeds.

use service_simulation::{AtFinding, Defect, Log, simulate, simulate_many};

#[test]
fn a_seed_always_gives_the_same_run() {
    for seed in 0..60 {
        let first = simulate(seed, Defect::None, Log::HashOnly);
        assert_eq!(first, simulate(seed, Defect::None, Log::HashOnly), "seed {seed}");
    }
}

#[test]
fn nothing_is_found_in_a_few_hundred_runs() {
    let summary = simulate_many(1_000_000, 300, Defect::None, AtFinding::Stop);
    assert!(summary.failed.is_empty(), "{:?}", summary.failed);
}

//! Many runs on all cores.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::disk::Defect;
use crate::faults::FaultCounts;
use crate::run::{Outcome, simulate};
use crate::world::{Log, lock};

/// What came of many runs.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub runs: u64,
    pub faults: FaultCounts,
    pub requests: u64,
    pub phases: u64,
    pub simulated_seconds: u64,
    /// The runs with a finding, the lowest seed first.
    pub failed: Vec<Outcome>,
}

/// Whether the runs end at the first finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtFinding {
    Stop,
    GoOn,
}

/// Simulates the seeds from `first`, on all cores.
pub fn simulate_many(first: u64, runs: u64, defect: Defect, at_finding: AtFinding) -> Summary {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let summary = Mutex::new(Summary::default());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= runs {
                        return;
                    }
                    let outcome = simulate(first.wrapping_add(number), defect, Log::HashOnly);
                    if outcome.found.is_some() && at_finding == AtFinding::Stop {
                        stop.store(true, Ordering::Relaxed);
                    }
                    lock(&summary).add(outcome);
                }
            });
        }
    });
    let mut summary = summary.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    summary.failed.sort_by_key(|outcome| outcome.seed);
    summary
}

impl Summary {
    fn add(&mut self, outcome: Outcome) {
        self.runs += 1;
        self.faults.add(&outcome.faults);
        self.requests += outcome.requests;
        self.phases += outcome.phases;
        self.simulated_seconds += outcome.simulated.as_secs();
        if outcome.found.is_some() {
            self.failed.push(outcome);
        }
    }
}

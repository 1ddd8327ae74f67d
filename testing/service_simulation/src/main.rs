//! Runs simulations, or one of them with its log. `cargo xtask simulate-service` calls it.

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use service_simulation::{AtFinding, Defect, Log, simulate, simulate_many};

/// Runs the service on simulated time, disk and network, with faults.
#[derive(Parser)]
struct Args {
    #[arg(long, default_value_t = 10_000)]
    runs: u64,
    /// The first seed.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Runs this seed only and prints everything that happens.
    #[arg(long)]
    replay: Option<u64>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    if let Some(seed) = args.replay {
        let outcome = simulate(seed, Defect::None, Log::Print);
        println!("{} faults\n{}", outcome.faults.total(), outcome.faults);
        return report(outcome.found.iter());
    }
    let began = Instant::now();
    let summary = simulate_many(args.seed, args.runs, Defect::None, AtFinding::GoOn);
    println!(
        "{} runs in {:.0} s: {} requests, {} phases, {} h simulated, {} faults:\n{}",
        summary.runs,
        began.elapsed().as_secs_f64(),
        summary.requests,
        summary.phases,
        summary.simulated_seconds / 3600,
        summary.faults.total(),
        summary.faults
    );
    for outcome in &summary.failed {
        println!("seed {}: replay with cargo xtask simulate-service --replay {}", outcome.seed, outcome.seed);
    }
    report(summary.failed.iter().filter_map(|outcome| outcome.found.as_ref()))
}

fn report<'f>(found: impl Iterator<Item = &'f String>) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for what in found {
        println!("found: {what}");
        code = ExitCode::FAILURE;
    }
    if code == ExitCode::SUCCESS {
        println!("nothing found");
    }
    code
}

//! `cargo xtask simulate-service`: the service on simulated time, disk and network, with faults, many times.

use std::process::Command;

use anyhow::ensure;

/// Simulates the service with faults, from many seeds, or one seed with everything that happens.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[arg(long, default_value_t = 1_000_000)]
    runs: u64,
    /// The first seed.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Runs this seed only and prints everything that happens.
    #[arg(long)]
    replay: Option<u64>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    // A program of its own: otherwise every task would have to build the server.
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--quiet", "--package", "service_simulation"]);
    if !cfg!(debug_assertions) {
        command.arg("--release");
    }
    command.arg("--");
    match args.replay {
        Some(seed) => command.args(["--replay", &seed.to_string()]),
        None => command.args(["--runs", &args.runs.to_string(), "--seed", &args.seed.to_string()]),
    };
    ensure!(command.status()?.success(), "something was found");
    Ok(())
}

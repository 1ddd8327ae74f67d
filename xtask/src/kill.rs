//! `cargo xtask kill`: kills the server under load, many times, and checks that nothing is lost.

use std::time::Instant;

use crate::program;
use fault_injection::kill;

/// Kills the server at random moments under load and checks what it has after each restart.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[arg(long, default_value_t = 200)]
    times: usize,
    #[arg(long, default_value_t = 1901)]
    seed: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let program = program::build()?;
    let start = Instant::now();
    let tally = kill::run(&program, args.times, args.seed)?;
    println!(
        "{} kills in {:.0} s: {} acknowledged, all there, none doubled; {} requests were on their way; {} phases, each once",
        tally.kills,
        start.elapsed().as_secs_f64(),
        tally.acknowledged,
        tally.pending,
        tally.phases
    );
    Ok(())
}

//! `cargo xtask notifications`: kills servers while they tell people what happened, and counts what arrives.

use crate::program;
use fault_injection::notifications::{Database, Plan, run as run_plan};

/// Kills servers while they tell people what happened: on SQLite, and two on PostgreSQL.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[arg(long, default_value_t = 1000)]
    events: usize,
    #[arg(long, default_value_t = 40)]
    kills: usize,
    #[arg(long, default_value_t = 1901)]
    seed: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let program = program::build()?;
    for (name, database) in [("SQLite", Database::Sqlite), ("two nodes on PostgreSQL", Database::Postgres)] {
        let plan = Plan { events: args.events, kills: args.kills, database, seed: args.seed };
        let arrived = run_plan(&program, plan)?;
        println!(
            "{name}: {} events, {} kills in {:.0} s: all notified, {} came again",
            arrived.events, arrived.kills, arrived.seconds, arrived.repeated
        );
    }
    Ok(())
}

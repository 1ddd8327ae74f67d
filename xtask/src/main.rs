//! The project's chores: `cargo xtask CHORE`.

mod compare;
mod options;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    Compare(compare::Args),
    Options(options::Args),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().chore {
        Chore::Compare(args) => compare::run(&args),
        Chore::Options(args) => options::run(&args),
    }
}

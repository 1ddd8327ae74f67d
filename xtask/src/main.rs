//! The project's chores: `cargo xtask CHORE`.

mod compare;
mod corpus;
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
    Corpus(corpus::Args),
    Options(options::Args),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().chore {
        Chore::Compare(args) => compare::run(&args),
        Chore::Corpus(args) => corpus::run(&args),
        Chore::Options(args) => options::run(&args),
    }
}

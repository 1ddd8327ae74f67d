//! The one binary, `detente`: one file a command.

mod bench;

use clap::{Parser, Subcommand};

/// The game of Diplomacy on the classic map of Europe in 1901.
#[derive(Parser)]
#[command(name = "detente", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Bench(bench::Args),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        None => Ok(()),
        Some(Command::Bench(args)) => bench::run(&args),
    }
}

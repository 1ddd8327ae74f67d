//! The one binary: one file a command.

mod simulate;

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(name = "detente", version, about = "Detente: negotiate, write orders, see why")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play whole games by programs in made-up time and check them.
    Simulate(simulate::Simulate),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        Command::Simulate(args) => simulate::run(args),
    }
}

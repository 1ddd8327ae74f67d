//! `detente`: the game of Diplomacy on the command line.

mod explain;
mod explain_input;

use clap::{Parser, Subcommand};

#[derive(Parser, Debug)]
#[command(name = "detente", version, about = "The game of Diplomacy")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Say what became of every order, and why, in the reader's language.
    Explain(explain::Args),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        Some(Command::Explain(args)) => explain::run(&args),
        None => explain::run(&explain::Args::sample_game()),
    }
}

//! The one binary, `detente`: one file a command.

mod adjudicate;
mod arena;
mod bench;

use std::process::ExitCode;

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
    Adjudicate(adjudicate::Args),
    Arena(arena::Args),
    Bench(bench::Args),
}

fn main() -> anyhow::Result<ExitCode> {
    match Cli::parse().command {
        None => {}
        Some(Command::Adjudicate(args)) => {
            if !adjudicate::run(&args)? {
                return Ok(ExitCode::FAILURE);
            }
        }
        Some(Command::Arena(args)) => arena::run(&args)?,
        Some(Command::Bench(args)) => bench::run(&args)?,
    }
    Ok(ExitCode::SUCCESS)
}

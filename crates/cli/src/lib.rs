//! The one binary, `detente`: one file a command. A library too, so that fuzz targets can drive it.

mod adjudicate;
mod arena;
mod bench;
mod explain;
mod explain_input;
mod phase_json;
mod read;
mod render;
mod render_bench;
mod simulate;
mod store;
mod story;
mod variant;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use adjudicate::Clerk;

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
    /// Says what became of every order, and why, in the reader's language.
    Explain(explain::Args),
    Read(read::Args),
    /// Draws positions, orders and games.
    Render(render::Args),
    Simulate(simulate::Simulate),
    Store(store::Args),
    /// Works on variants.
    Variant(variant::Args),
}

/// Runs the command that the program was called with.
pub fn run() -> anyhow::Result<ExitCode> {
    match Cli::parse().command {
        // Until there is a server, the rulebook's sample game.
        None => explain::run(&explain::Args::sample_game())?,
        Some(Command::Adjudicate(args)) => {
            if !adjudicate::run(&args)? {
                return Ok(ExitCode::FAILURE);
            }
        }
        Some(Command::Arena(args)) => arena::run(&args)?,
        Some(Command::Bench(args)) => bench::run(&args)?,
        Some(Command::Explain(args)) => explain::run(&args)?,
        Some(Command::Read(args)) => read::run(&args)?,
        Some(Command::Render(args)) => render::run(args)?,
        Some(Command::Simulate(args)) => simulate::run(args)?,
        Some(Command::Store(args)) => {
            if !store::run(&args)? {
                return Ok(ExitCode::FAILURE);
            }
        }
        Some(Command::Variant(args)) => variant::run(args)?,
    }
    Ok(ExitCode::SUCCESS)
}

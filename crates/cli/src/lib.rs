//! The one binary, `detente`: one file a command. A library too, for the manual pages.

mod advise;
mod arena;
mod explain;
mod licences;
mod read;
mod render;
mod render_bench;
mod say;
mod serve;
mod simulate;
mod store;
mod story;
mod turns;
mod variant;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// The game of Diplomacy on the classic map of Europe in 1901.
#[derive(Parser)]
#[command(name = "detente", version, about, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Without a command, games are served.
    #[command(flatten)]
    serve: serve::Args,
}

#[derive(Subcommand)]
enum Command {
    Adjudicate(adjudicate::Args),
    Advise(advise::Args),
    Arena(arena::Args),
    Bench(bench::Args),
    /// Says what became of every order, and why, in the reader's language.
    Explain(explain::Args),
    Licences(licences::Args),
    Read(read::Args),
    /// Draws positions, orders and games.
    Render(render::Args),
    Serve(serve::Args),
    Simulate(simulate::Simulate),
    Store(store::Args),
    /// Works on variants.
    Variant(variant::Args),
}

/// The command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the command that the program was called with, and tells what went wrong.
pub fn run() -> ExitCode {
    match obey() {
        Ok(code) => code,
        Err(error) if say::is_enough(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Without anywhere to tell it, the exit status has to do.
            let _ = writeln!(std::io::stderr(), "Error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn obey() -> anyhow::Result<ExitCode> {
    let cli = Cli::parse();
    match cli.command {
        None => serve::run(cli.serve)?,
        Some(Command::Advise(args)) => {
            if !advise::run(&args)? {
                return Ok(ExitCode::FAILURE);
            }
        }
        Some(Command::Adjudicate(args)) => {
            if !adjudicate::run(&args)? {
                return Ok(ExitCode::FAILURE);
            }
        }
        Some(Command::Arena(args)) => arena::run(&args)?,
        Some(Command::Bench(args)) => say::say!("{}", bench::run(&args)?),
        Some(Command::Explain(args)) => explain::run(&args)?,
        Some(Command::Licences(args)) => licences::run(&args)?,
        Some(Command::Read(args)) => read::run(&args)?,
        Some(Command::Render(args)) => render::run(args)?,
        Some(Command::Serve(args)) => serve::run(args)?,
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

//! The program `detente`: one file per command. It is a library too, so that the manual pages can be made
//! from the command line's definition.

mod admin;
mod advise;
mod arena;
mod explain;
mod frames;
mod licences;
mod output;
mod phase_input;
mod print;
mod read;
mod render;
mod render_bench;
mod serve;
mod simulate;
mod store;
mod table;
mod variant;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// The game of Diplomacy on the classic map of Europe in 1901.
#[derive(Parser)]
#[command(
    name = "detente",
    version,
    about,
    after_help = "Without a command, games are served: detente --open"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Adjudicate(adjudicate::Args),
    Admin(admin::Args),
    Advise(advise::Args),
    Arena(arena::Args),
    Bench(bench::Args),
    /// Says what became of every order, and why, in the reader's language.
    Explain(explain::Args),
    Licences(licences::Args),
    Print(print::Args),
    Read(read::Args),
    /// Draws positions, orders and games.
    Render(render::Args),
    Serve(serve::Args),
    Simulate(simulate::Args),
    Store(store::Args),
    Table(table::Args),
    /// Works on variants.
    Variant(variant::Args),
}

/// The command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the command that the program was called with, and reports what went wrong.
pub fn run() -> ExitCode {
    match run_command() {
        Ok(code) => code,
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // If nothing can be written, only the exit status reports the error.
            let _ = writeln!(std::io::stderr(), "Error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run_command() -> anyhow::Result<ExitCode> {
    match Cli::parse_from(add_default_command(std::env::args_os().collect())).command {
        Command::Advise(args) => {
            if !advise::run(&args)? {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Adjudicate(args) => {
            if !adjudicate::run(&args)? {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Admin(args) => admin::run(&args)?,
        Command::Arena(args) => arena::run(&args)?,
        Command::Bench(args) => output::print_line!("{}", bench::run(&args)?),
        Command::Explain(args) => explain::run(&args)?,
        Command::Licences(args) => licences::run(&args)?,
        Command::Print(args) => print::run(&args)?,
        Command::Read(args) => read::run(&args)?,
        Command::Render(args) => render::run(args)?,
        Command::Serve(args) => serve::run(args)?,
        Command::Simulate(args) => simulate::run(args)?,
        Command::Store(args) => {
            if !store::run(&args)? {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Table(args) => table::run(&args)?,
        Command::Variant(args) => variant::run(args)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Without a command, `serve` is added, with or without its options.
fn add_default_command(mut words: Vec<OsString>) -> Vec<OsString> {
    let about_the_program = ["-h", "--help", "-V", "--version"];
    let is_option = |word: &OsString| {
        let word = word.to_string_lossy();
        word.starts_with('-') && !about_the_program.contains(&word.as_ref())
    };
    if words.get(1).is_none_or(is_option) {
        words.insert(words.len().min(1), "serve".into());
    }
    words
}

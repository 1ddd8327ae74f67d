//! The one binary: `detente`, one file a command.

mod read;

use clap::Parser;

#[derive(Parser)]
#[command(name = "detente", about = "The game of Diplomacy")]
enum Command {
    Read(read::Args),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Read(args) => read::run(&args),
    }
}

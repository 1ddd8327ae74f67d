//! The one binary: `detente`.

mod phase_json;
mod render;
mod render_bench;
mod story;
mod variant;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "detente", about = "The game of Diplomacy")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Draw positions, orders and games.
    Render(render::Args),
    /// Work on variants.
    Variant(variant::Args),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        Some(Command::Render(args)) => render::run(args),
        Some(Command::Variant(args)) => variant::run(args),
        None => Ok(()),
    }
}

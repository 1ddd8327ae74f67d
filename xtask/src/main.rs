//! Developers' tasks: `cargo xtask TASK`.

mod closed_land;
mod compare;
mod corpus;
mod dist;
mod instructions;
mod kill;
mod load;
mod nodes;
mod options;
mod package;
mod program;
mod reading_speed;
mod schemathesis;
mod slips;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    ClosedLand(closed_land::Args),
    Compare(compare::Args),
    Corpus(corpus::Args),
    Dist(dist::Args),
    Instructions(instructions::Args),
    Kill(kill::Args),
    Load(load::Args),
    Nodes(nodes::Args),
    Options(options::Args),
    /// Packages the libraries for others, and plays a year with them outside the workspace.
    Package,
    /// How long a line takes to be read.
    ReadingSpeed,
    Schemathesis(schemathesis::Args),
    /// How many typing slips are read as meant.
    Slips,
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().chore {
        Chore::ClosedLand(args) => closed_land::run(&args)?,
        Chore::Compare(args) => compare::run(&args)?,
        Chore::Corpus(args) => corpus::run(&args)?,
        Chore::Dist(args) => dist::run(&args)?,
        Chore::Instructions(args) => instructions::run(&args)?,
        Chore::Kill(args) => kill::run(&args)?,
        Chore::Load(args) => load::run(&args)?,
        Chore::Nodes(args) => nodes::run(&args)?,
        Chore::Options(args) => options::run(&args)?,
        Chore::Package => package::run()?,
        Chore::ReadingSpeed => reading_speed::run(),
        Chore::Schemathesis(args) => schemathesis::run(&args)?,
        Chore::Slips => slips::run(),
    }
    Ok(())
}

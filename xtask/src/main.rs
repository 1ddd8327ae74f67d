//! Developers' tasks: `cargo xtask TASK`.

mod attack;
mod beginner_survival;
mod books;
mod bot_votes;
mod closed_land;
mod compare;
mod corpus;
mod dist;
mod in_parallel;
mod instructions;
mod kill;
mod load;
mod nodes;
mod notification_cost;
mod notifications;
mod options;
mod package;
mod program;
mod puzzles;
mod reading_speed;
mod schemathesis;
mod simulate_service;
mod typos;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Task,
}

#[derive(Subcommand)]
enum Task {
    Attack(attack::Args),
    Books(books::Args),
    BotVotes(bot_votes::Args),
    ClosedLand(closed_land::Args),
    Compare(compare::Args),
    Corpus(corpus::Args),
    Dist(dist::Args),
    Instructions(instructions::Args),
    Kill(kill::Args),
    Load(load::Args),
    Nodes(nodes::Args),
    NotificationCost(notification_cost::Args),
    Notifications(notifications::Args),
    Options(options::Args),
    /// Packages the libraries for others, and plays a year with them outside the workspace.
    Package,
    BeginnerSurvival(beginner_survival::Args),
    Puzzles(puzzles::Args),
    /// How long a line takes to be read.
    ReadingSpeed,
    Schemathesis(schemathesis::Args),
    SimulateService(simulate_service::Args),
    /// How many typing slips are read as meant.
    Slips,
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().chore {
        Task::Attack(args) => attack::run(&args)?,
        Task::Books(args) => books::run(&args)?,
        Task::BotVotes(args) => bot_votes::run(&args)?,
        Task::ClosedLand(args) => closed_land::run(&args)?,
        Task::Compare(args) => compare::run(&args)?,
        Task::Corpus(args) => corpus::run(&args)?,
        Task::Dist(args) => dist::run(&args)?,
        Task::Instructions(args) => instructions::run(&args)?,
        Task::Kill(args) => kill::run(&args)?,
        Task::Load(args) => load::run(&args)?,
        Task::Nodes(args) => nodes::run(&args)?,
        Task::NotificationCost(args) => notification_cost::run(&args)?,
        Task::Notifications(args) => notifications::run(&args)?,
        Task::Options(args) => options::run(&args)?,
        Task::Package => package::run()?,
        Task::BeginnerSurvival(args) => beginner_survival::run(&args)?,
        Task::Puzzles(args) => puzzles::run(&args)?,
        Task::ReadingSpeed => reading_speed::run(),
        Task::Schemathesis(args) => schemathesis::run(&args)?,
        Task::SimulateService(args) => simulate_service::run(&args)?,
        Task::Slips => typos::run(),
    }
    Ok(())
}

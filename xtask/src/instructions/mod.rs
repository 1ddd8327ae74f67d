//! `cargo xtask instructions`: counts the instructions per unit of work. Unlike time, this does not depend on
//! other load, so a change of one percent can be seen.

mod callgrind;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::load::submissions;
use crate::program;
use callgrind::{Callgrind, Cost};
use fault_injection::service::{Folder, Service};

/// Counts the instructions of fixed work, of this program and of another.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Another program to count too, for comparison; it must know `bench --only`.
    #[arg(long, value_name = "PROGRAM")]
    against: Option<PathBuf>,
    /// Count this program instead of building one from here.
    #[arg(long)]
    program: Option<PathBuf>,
    /// Count only this; may be given several times.
    #[arg(long, value_enum)]
    only: Vec<Work>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Work {
    /// Judging dense positions.
    Dense,
    /// Judging positions with many convoys.
    Convoys,
    /// Judging random positions as people play them.
    Realistic,
    /// Judging phases of games between bots.
    Real,
    /// Counting all options of a position.
    Options,
    /// Listing them.
    Listing,
    /// Judging 50 units on a large board.
    Units50,
    /// Judging 100 units on a large board.
    Units100,
    /// Random games to 1910.
    Games,
    /// Moves of the bot regent, one thread.
    Regent,
    /// Sheets of orders that a server takes from one player after the other.
    Sheets,
}

impl Work {
    const ALL: [Self; 11] = [
        Self::Dense,
        Self::Convoys,
        Self::Realistic,
        Self::Real,
        Self::Options,
        Self::Listing,
        Self::Units50,
        Self::Units100,
        Self::Games,
        Self::Regent,
        Self::Sheets,
    ];

    /// The name that `bench --only` knows it by.
    const fn key(self) -> &'static str {
        match self {
            Self::Dense => "dense",
            Self::Convoys => "convoys",
            Self::Realistic => "realistic",
            Self::Real => "real",
            Self::Options => "options",
            Self::Listing => "listing",
            Self::Units50 => "units50",
            Self::Units100 => "units100",
            Self::Games => "games",
            Self::Regent => "regent",
            Self::Sheets => "sheets",
        }
    }

    /// The rounds of a short and of a long run. The difference is reported, because both include starting the
    /// program, preparing the work and warming up.
    const fn rounds(self) -> [usize; 2] {
        match self {
            Self::Dense
            | Self::Convoys
            | Self::Realistic
            | Self::Real
            | Self::Options
            | Self::Listing
            | Self::Units50
            | Self::Units100 => [1, 3],
            Self::Games => [10, 110],
            // One move of each power.
            Self::Regent => [0, 7],
            // Six more sheets for each seat of four games.
            Self::Sheets => [28, 196],
        }
    }
}

/// What a run did and cost.
struct Run {
    cost: Cost,
    /// The number of units of work, and the name of the unit.
    count: usize,
    unit: String,
    check: String,
}

/// The cost of one unit of work, and the check over the results of the long run.
struct CostPerUnit {
    instructions: f64,
    mispredictions: f64,
    unit: String,
    check: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let callgrind = Callgrind::find()?;
    let program = match &args.program {
        Some(program) => program.clone(),
        None => program::build()?,
    };
    let works = if args.only.is_empty() { &Work::ALL[..] } else { &args.only };
    println!("{}", heading(args.against.is_some()));
    for work in works {
        let ours = cost_per_unit(&callgrind, &program, *work)?;
        let theirs = match &args.against {
            Some(program) => Some(cost_per_unit(&callgrind, program, *work)?),
            None => None,
        };
        println!("{}", row(*work, &ours, theirs.as_ref()));
    }
    Ok(())
}

fn cost_per_unit(callgrind: &Callgrind, program: &Path, work: Work) -> anyhow::Result<CostPerUnit> {
    let [short, long] = work.rounds().map(|rounds| match work {
        Work::Sheets => sheets(callgrind, program, rounds),
        Work::Dense
        | Work::Convoys
        | Work::Realistic
        | Work::Real
        | Work::Options
        | Work::Listing
        | Work::Units50
        | Work::Units100
        | Work::Games
        | Work::Regent => bench(callgrind, program, work, rounds),
    });
    let (short, long) = (short?, long?);
    let count = long.count.saturating_sub(short.count);
    ensure!(count > 0, "{}: nothing was done", work.key());
    let each = |long: u64, short: u64| long.saturating_sub(short) as f64 / count as f64;
    Ok(CostPerUnit {
        instructions: each(long.cost.instructions, short.cost.instructions),
        mispredictions: each(long.cost.mispredictions, short.cost.mispredictions),
        unit: long.unit,
        check: long.check,
    })
}

/// Runs `detente bench --only` and reads its line: `2000 phases, check 61324`.
fn bench(callgrind: &Callgrind, program: &Path, work: Work, rounds: usize) -> anyhow::Result<Run> {
    let mut command = callgrind.command(program);
    command.args(["bench", "--only", work.key(), "--rounds", &rounds.to_string()]);
    let (output, cost) = callgrind.run(command)?;
    let read = || {
        let (count, rest) = output.trim().split_once(' ')?;
        let (unit, check) = rest.split_once(", check ")?;
        Some((count.parse().ok()?, unit.trim_end_matches('s').to_owned(), check.to_owned()))
    };
    let (count, unit, check) = read().with_context(|| format!("{}: {output}", program.display()))?;
    Ok(Run { cost, count, unit, check })
}

/// Starts a server and submits sheets over one connection.
fn sheets(callgrind: &Callgrind, program: &Path, count: usize) -> anyhow::Result<Run> {
    let folder = Folder::new("instructions")?;
    let service = Service::start_with(callgrind.command(program), &folder, &[])?;
    submissions::send_count(&service, count)?;
    service.terminate()?;
    let cost = callgrind.cost(&std::fs::read_to_string(folder.log())?)?;
    Ok(Run { cost, count, unit: "sheet".to_owned(), check: String::new() })
}

fn heading(compared: bool) -> String {
    let mut line = format!("{:<9} {:<9}", "work", "for one");
    for what in ["instructions", "mispredictions"] {
        let _ = write!(line, " {what:>14}");
        if compared {
            let _ = write!(line, " {:>12} {:>8}", "against", "change");
        }
    }
    line
}

fn row(work: Work, ours: &CostPerUnit, theirs: Option<&CostPerUnit>) -> String {
    let mut line = format!("{:<9} {:<9}", work.key(), ours.unit);
    let amounts: [fn(&CostPerUnit) -> f64; 2] =
        [|figure| figure.instructions, |figure| figure.mispredictions];
    for amount in amounts {
        let _ = write!(line, " {:>14.0}", amount(ours));
        if let Some(theirs) = theirs.map(amount) {
            let change = (amount(ours) / theirs - 1.0) * 100.0;
            let _ = write!(line, " {theirs:>12.0} {change:>+6.2} %");
        }
    }
    if theirs.is_some_and(|theirs| theirs.check != ours.check) {
        line.push_str("  the results differ");
    }
    line
}

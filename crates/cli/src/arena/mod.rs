//! `detente arena`: matches between bots, with confidence intervals.

mod html;
mod json;
mod play_match;
mod progress;
mod saved_game;
mod text_table;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use bots::BotKind;
use bots::arena::{Contest, TableSetup, table_setup};

use play_match::MatchOutcome;

/// Lets bots play: one CHALLENGER against a table of FIELD, every power in turn.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The bot that sits alone: random, hold, dumb, dumb-neutral, planner, regent, novice, amateur,
    /// strong, master.
    #[arg(value_parser = kind)]
    challenger: BotKind,
    /// The bot at all other seats.
    #[arg(value_parser = kind)]
    field: BotKind,
    /// How many games; a multiple of the players gives every seat its share.
    #[arg(long, default_value_t = 700)]
    games: u64,
    /// The last year that is played. The first is 1901, with two players 1914.
    #[arg(long, default_value_t = 1925)]
    until: u16,
    /// Work units for an answer of the challenger; what fits the bot if left out.
    #[arg(long)]
    budget: Option<u64>,
    /// The same for each of the field.
    #[arg(long)]
    field_budget: Option<u64>,
    /// The seed of the match: the same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many people the game is for, 2 to 7: who has which powers, and who is not played.
    #[arg(long, default_value_t = 7)]
    players: usize,
    /// How many threads play; as many as there are cores if left out.
    #[arg(long)]
    threads: Option<usize>,
    /// Also the other way round: one FIELD against a table of CHALLENGER.
    #[arg(long)]
    both: bool,
    /// End a game when the challenger is out of it: its figures are the same, those of the field are left
    /// out.
    #[arg(long, conflicts_with = "both")]
    while_alive: bool,
    /// Play only this game of the match, counted from 0, and print it.
    #[arg(long)]
    only: Option<u64>,
    /// Save every game here, one file each, in the form that `adjudicate`, `render`, `explain` and `store
    /// import` read.
    #[arg(long)]
    save: Option<PathBuf>,
    /// Write the figures as JSON; `-` prints them instead of the table.
    #[arg(long)]
    json: Option<PathBuf>,
    /// Write a page with plots.
    #[arg(long)]
    html: Option<PathBuf>,
    /// No progress bar.
    #[arg(long)]
    quiet: bool,
}

fn kind(key: &str) -> Result<BotKind, String> {
    BotKind::from_key(key).ok_or_else(|| {
        let known: Vec<&str> = BotKind::ALL.iter().map(|kind| kind.key()).collect();
        format!("there is no bot '{key}': use one of {}", known.join(", "))
    })
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    check(args)?;
    let sides = [(args.challenger, args.budget), (args.field, args.field_budget)];
    let mut matches = vec![sides];
    if args.both && args.challenger != args.field {
        // In the return match every bot keeps its own budget.
        matches.push([sides[1], sides[0]]);
    }
    let mut outcomes = Vec::new();
    for [challenger, field] in matches {
        let contest = contest(args, challenger, field)?;
        if let Some(game) = args.only {
            saved_game::print(&contest, game)?;
            continue;
        }
        outcomes.push(play_match::play_all(&contest, args)?);
    }
    if args.only.is_none() {
        write_results(args, &outcomes)?;
    }
    Ok(())
}

/// The results of more games would not fit in memory.
const MAX_GAMES: u64 = 1_000_000;
/// The maximum number of years per game.
const MAX_YEARS: u16 = 1000;
const MAX_THREADS: usize = 256;
/// This is some minutes per move.
const MAX_WORK_UNITS: u64 = 100_000_000;

/// Reports wrong arguments before anything is played.
fn check(args: &Args) -> anyhow::Result<()> {
    if !(1..=MAX_GAMES).contains(&args.games) {
        bail!("a match has 1 to {MAX_GAMES} games, not {}", args.games);
    }
    if let Some(budget) = [args.budget, args.field_budget].into_iter().flatten().find(|b| *b > MAX_WORK_UNITS)
    {
        bail!("a bot may spend at most {MAX_WORK_UNITS} work units, not {budget}");
    }
    if let Some(threads) = args.threads
        && !(1..=MAX_THREADS).contains(&threads)
    {
        bail!("1 to {MAX_THREADS} threads can play, not {threads}");
    }
    if let Some(only) = args.only
        && only >= args.games
    {
        bail!(
            "there is no game {only} in a match of {}: the first is 0, the last {}",
            args.games,
            args.games - 1
        );
    }
    let table = table(args)?;
    let first = table.start.phase.turn().year;
    if !(first..first + MAX_YEARS).contains(&args.until) {
        bail!(
            "a game for {} begins in {first}: its last year is {first} to {}, not {}",
            args.players,
            first + MAX_YEARS - 1,
            args.until
        );
    }
    Ok(())
}

fn table(args: &Args) -> anyhow::Result<TableSetup> {
    table_setup(&atlas::standard().board, args.players)
        .with_context(|| format!("there is no table for {} players: 2 to 7 can play", args.players))
}

/// A bot, and its budget if it is not the default.
type BotAndBudget = (BotKind, Option<u64>);

fn contest(args: &Args, challenger: BotAndBudget, field: BotAndBudget) -> anyhow::Result<Contest> {
    let mut contest = Contest::new(challenger.0, field.0, table(args)?, args.until, args.seed);
    for (budget, (_, asked)) in contest.budgets.iter_mut().zip([challenger, field]) {
        *budget = asked.unwrap_or(*budget);
    }
    contest.end_when_challenger_out = args.while_alive;
    Ok(contest)
}

fn write_results(args: &Args, outcomes: &[MatchOutcome]) -> anyhow::Result<()> {
    let write = |path: &PathBuf, text: &str| {
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    let json = json::write(args, outcomes);
    let mut shown = text_table::write(outcomes);
    match &args.json {
        Some(path) if path.as_os_str() == "-" => shown = json + "\n",
        Some(path) => write(path, &json)?,
        None => {}
    }
    std::io::stdout().write_all(shown.as_bytes())?;
    if let Some(path) = &args.html {
        write(path, &html::write(args, outcomes))?;
    }
    Ok(())
}

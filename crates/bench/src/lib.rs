//! `detente bench`: how fast the judge is, on what, how long a bot thinks, and a signature of how it all
//! behaves.

mod corpus;
mod mix;
mod report;
mod selfplay;
mod signature;
mod thinking;
mod workload;

use std::path::PathBuf;
use std::time::Instant;

use rules::{Board, Edition, Judge, Options};
use skirmish::{Chance, Skirmish, dense, grid_board, of_size};

use mix::Mix;
use report::Report;
use workload::Workload;

/// Measures the judge on one thread, and the best bot on one and two.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Print one JSON object and nothing else.
    #[arg(long)]
    json: bool,
    /// Also measure the movement phases of this file, in the form that `adjudicate` reads.
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// Do only this work, without a clock, and print how much was done: for a profiler.
    #[arg(long, value_enum, conflicts_with = "json")]
    only: Option<Workload>,
    /// How many rounds of it; 0 only prepares it.
    #[arg(long, default_value_t = 1, requires = "only")]
    rounds: usize,
}

/// How many skirmishes the built-in set has.
const SET: u64 = 1_000;
/// How many turns every size of a made-up board gets.
const TURNS: usize = 41;
/// Each figure is the median of this many runs.
const RUNS: usize = 5;

/// Measures everything, and answers the report: a text, or one JSON object.
pub fn run(args: &Args) -> anyhow::Result<String> {
    let board = &atlas::standard().board;
    let corpus = match &args.corpus {
        Some(file) => Some(corpus::load(board, file)?),
        None => None,
    };
    if let Some(workload) = args.only {
        return Ok(workload::run(workload, args.rounds, board, corpus)?.line());
    }
    let set = dense_set(board);
    let (options_us, options_count) = options_us(board, &set);
    let report = Report {
        mix: Mix::of(board, &set),
        movement_us: movement_us(board, &set, 200_000),
        corpus: corpus.map(|set| (set.len(), movement_us(board, &set, 200_000))),
        options_us,
        options_count,
        random_games_per_s: selfplay::games_per_second(board),
        thinking: thinking::thinking(board),
        scale: scale(),
        signature: signature::signature(board),
    };
    if args.json { report.json() } else { Ok(report.text()) }
}

fn dense_set(board: &Board) -> Vec<Skirmish> {
    (0..SET).map(|seed| dense(board, seed)).collect()
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Microseconds for one movement phase, from typed position and orders to legality, rulings, reasons
/// and retreat places; so many phases are judged in a run.
fn movement_us(board: &Board, set: &[Skirmish], phases: usize) -> f64 {
    if set.is_empty() {
        return f64::NAN;
    }
    let mut judge = Judge::new(board, Edition::Y2000);
    let passes = (phases / set.len()).max(1);
    time_passes(&mut judge, set, passes.div_ceil(4));
    median((0..RUNS).map(|_| time_passes(&mut judge, set, passes)).collect())
}

/// Microseconds for one phase of a set that is judged so many times.
fn time_passes(judge: &mut Judge<'_>, set: &[Skirmish], passes: usize) -> f64 {
    let start = Instant::now();
    let mut seen = 0;
    for _ in 0..passes {
        seen += judge_all(judge, set);
    }
    std::hint::black_box(seen);
    start.elapsed().as_secs_f64() * 1e6 / (passes * set.len()) as f64
}

/// Judges a set once; answers how many rulings and dislodged units there were.
fn judge_all(judge: &mut Judge<'_>, set: &[Skirmish]) -> usize {
    let mut seen = 0;
    for skirmish in set {
        let verdict = judge.movement(&skirmish.forces, &skirmish.table, &skirmish.orders);
        seen += verdict.rulings().len() + verdict.dislodged().len();
    }
    seen
}

/// Microseconds to find and count the options of all units of a position, and how many there are in
/// the whole set.
fn options_us(board: &Board, set: &[Skirmish]) -> (f64, usize) {
    let mut options = Options::new(board);
    let passes = 20;
    let mut total = 0;
    let mut pass = || {
        let start = Instant::now();
        total = 0;
        for _ in 0..passes {
            total += count_options(&mut options, set);
        }
        start.elapsed().as_secs_f64() * 1e6 / (passes * set.len()) as f64
    };
    pass();
    let us = median((0..RUNS).map(|_| pass()).collect());
    (us, total / passes)
}

/// How many options all units of a set have.
fn count_options(options: &mut Options<'_>, set: &[Skirmish]) -> usize {
    let mut total = 0;
    for skirmish in set {
        options.survey(&skirmish.forces);
        for slot in 0..skirmish.forces.units().len() {
            total += options.of(slot).count();
        }
    }
    total
}

/// The cost of a phase on a large made-up board, by the number of units. All sizes take turns in short
/// runs: what else the machine does then falls on all of them alike, and their ratio means something.
fn scale() -> Vec<(usize, f64)> {
    let board = grid_board(20, 12);
    // As many as in the built-in set: of a hundred small ones a processor learns the branches by heart,
    // of a hundred large ones it cannot, and the figures would compare its memory.
    let sized = |units: usize| {
        let mut chance = Chance::new(units as u64);
        let set: Vec<Skirmish> = (0..SET).map(|_| of_size(&board, units, &mut chance)).collect();
        (units, set, Judge::new(&board, Edition::Y2000), Vec::new())
    };
    let mut sizes: Vec<_> = (1..=10).map(|tens| sized(tens * 10)).collect();
    for turn in 0..=TURNS {
        for (_, set, judge, figures) in &mut sizes {
            let figure = time_passes(judge, set, 1);
            // The first turn warms up.
            if turn > 0 {
                figures.push(figure);
            }
        }
    }
    sizes.into_iter().map(|(units, _, _, figures)| (units, median(figures))).collect()
}

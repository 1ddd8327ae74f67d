//! `detente bench`: benchmarks of the judge, the options and the bots, and a signature of the judge's
//! behaviour.

mod bot_speed;
mod corpus;
mod random_games;
mod report;
mod set_stats;
mod signature;
mod workload;

use std::path::PathBuf;
use std::time::Instant;

use random_positions::{
    RandomPosition, SeededRng, convoy_position, dense_position, grid_board, position_of_size,
    realistic_position,
};
use rules::{Board, Edition, Judge, Options};

use report::Report;
use set_stats::SetStats;
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

/// The number of random positions in the built-in set.
const SET_SIZE: u64 = 1_000;
/// The number of positions in the sets that no branch predictor learns by heart: those with many convoys, and
/// those as people play them.
const LARGE_SET_SIZE: u64 = 4_000;
/// How often each number of units is measured on the large board.
const RUNS_PER_SIZE: usize = 41;
/// Each figure is the median of this many runs.
const RUNS: usize = 5;

/// Measures everything and returns the report: a text, or one JSON object.
pub fn run(args: &Args) -> anyhow::Result<String> {
    let board = &atlas::standard().board;
    let corpus = match &args.corpus {
        Some(file) => Some(corpus::load(board, file)?),
        None => None,
    };
    if let Some(workload) = args.only {
        return Ok(workload::run(workload, args.rounds, board, corpus)?.summary());
    }
    let set = dense_set(board);
    let (counting_us, options_count) = time_options(board, &set, count_options);
    let (listing_us, _) = time_options(board, &set, list_options);
    let report = Report {
        set_stats: SetStats::of(board, &set),
        movement_us: movement_us(board, &set, 200_000),
        convoys_us: movement_us(board, &convoy_set(board, LARGE_SET_SIZE), 200_000),
        realistic_us: movement_us(board, &realistic_set(board, LARGE_SET_SIZE), 200_000),
        corpus: corpus.map(|set| (set.len(), movement_us(board, &set, 200_000))),
        counting_us,
        listing_us,
        options_count,
        random_games_per_s: random_games::games_per_second(board),
        bot_speed: bot_speed::measure_regent(board),
        cost_by_units: cost_by_units(),
        signature: signature::signature(board),
    };
    if args.json { report.json() } else { Ok(report.text()) }
}

fn dense_set(board: &Board) -> Vec<RandomPosition> {
    (0..SET_SIZE).map(|seed| dense_position(board, seed)).collect()
}

/// Positions with 27 to 34 units, six or seven convoys and three orders "via convoy".
fn convoy_set(board: &Board, count: u64) -> Vec<RandomPosition> {
    (0..count).map(|seed| convoy_position(board, seed)).collect()
}

/// Positions that are like those of people: the same share of moves, supports, failures and dislodged units as
/// in 668 recorded phases, but too many for a branch predictor. Recorded phases that are judged again and again
/// cost a fifth less than phases that are new.
fn realistic_set(board: &Board, count: u64) -> Vec<RandomPosition> {
    (0..count).map(|seed| realistic_position(board, seed)).collect()
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Microseconds per movement phase, from typed position and orders to legality, rulings, reasons and retreat
/// places. Each run judges about `phases` phases.
fn movement_us(board: &Board, set: &[RandomPosition], phases: usize) -> f64 {
    if set.is_empty() {
        return f64::NAN;
    }
    let mut judge = Judge::new(board, Edition::Y2000);
    let passes = (phases / set.len()).max(1);
    time_passes(&mut judge, set, passes.div_ceil(4));
    median((0..RUNS).map(|_| time_passes(&mut judge, set, passes)).collect())
}

/// Microseconds per phase of a set that is judged `passes` times.
fn time_passes(judge: &mut Judge<'_>, set: &[RandomPosition], passes: usize) -> f64 {
    let start = Instant::now();
    let mut seen = 0;
    for _ in 0..passes {
        seen += judge_all(judge, set);
    }
    std::hint::black_box(seen);
    start.elapsed().as_secs_f64() * 1e6 / (passes * set.len()) as f64
}

/// Judges a set once and returns the number of rulings and dislodged units.
fn judge_all(judge: &mut Judge<'_>, set: &[RandomPosition]) -> usize {
    let mut seen = 0;
    for position in set {
        let verdict = judge.movement(&position.forces, &position.players, &position.orders);
        seen += verdict.rulings().len() + verdict.dislodged().len();
    }
    seen
}

/// Microseconds to find the legal orders of all units of a position and to count or list them, and their number
/// in the whole set.
fn time_options(
    board: &Board,
    set: &[RandomPosition],
    work: fn(&mut Options<'_>, &[RandomPosition]) -> usize,
) -> (f64, usize) {
    let mut options = Options::new(board);
    let passes = 20;
    let mut total = 0;
    let mut pass = || {
        let start = Instant::now();
        total = 0;
        for _ in 0..passes {
            total += work(&mut options, set);
        }
        start.elapsed().as_secs_f64() * 1e6 / (passes * set.len()) as f64
    };
    pass();
    let us = median((0..RUNS).map(|_| pass()).collect());
    (us, total / passes)
}

/// The number of legal orders of all units of a set.
fn count_options(options: &mut Options<'_>, set: &[RandomPosition]) -> usize {
    let mut total = 0;
    for position in set {
        options.compute(&position.forces);
        for slot in 0..position.forces.units().len() {
            total += options.of(slot).count();
        }
    }
    total
}

/// The number of legal orders of all units of a set, each of which is made.
fn list_options(options: &mut Options<'_>, set: &[RandomPosition]) -> usize {
    let mut total = 0;
    for position in set {
        options.compute(&position.forces);
        for slot in 0..position.forces.units().len() {
            options.of(slot).for_each(|order| {
                std::hint::black_box(order);
                total += 1;
            });
        }
    }
    total
}

/// Microseconds per phase on a large generated board, by number of units. All sizes are measured in turn, in
/// short runs, so that other work of the machine affects all of them equally and their ratios are meaningful.
fn cost_by_units() -> Vec<(usize, f64)> {
    let board = grid_board(20, 12);
    // As many positions as in the built-in set. With a hundred, the branch predictor would learn all branches
    // of small positions but not of large ones, and the figures would not be comparable.
    let sized = |units: usize| {
        let mut chance = SeededRng::new(units as u64);
        let set: Vec<RandomPosition> =
            (0..SET_SIZE).map(|_| position_of_size(&board, units, &mut chance)).collect();
        (units, set, Judge::new(&board, Edition::Y2000), Vec::new())
    };
    let mut sizes: Vec<_> = (1..=10).map(|tens| sized(tens * 10)).collect();
    for turn in 0..=RUNS_PER_SIZE {
        for (_, set, judge, figures) in &mut sizes {
            let figure = time_passes(judge, set, 1);
            // The first run is a warm-up.
            if turn > 0 {
                figures.push(figure);
            }
        }
    }
    sizes.into_iter().map(|(units, _, _, figures)| (units, median(figures))).collect()
}

//! `cargo xtask puzzles`: checks many practice puzzles, and measures how long it takes to make one.

use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use puzzles::{Grade, Kind, Puzzle};

use crate::in_parallel;

/// Makes puzzles of all kinds in turn and checks each of them from the beginning.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many different puzzles are checked.
    #[arg(long, default_value_t = 10_000)]
    count: u64,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Fails if a kind has fewer of these.
    #[arg(long, default_value_t = 500)]
    per_kind: usize,
}

/// Making a puzzle must take less than this, in milliseconds of processor time.
const MAX_MAKE_MS: u128 = 50;
/// Numbers that are tried, at most, per puzzle that is wanted.
const TRIES_PER_PUZZLE: u64 = 2;
/// Progress is printed after so many puzzles.
const PROGRESS_EVERY: u64 = 1_000;

#[derive(Default)]
struct Found {
    different: HashSet<String>,
    grades: BTreeMap<Grade, usize>,
    times: Vec<Duration>,
    most_sheets: usize,
    wrong: Vec<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let board = &atlas::standard().board;
    let kinds = Kind::ALL.len() as u64;
    let found: Vec<Mutex<Found>> = Kind::ALL.iter().map(|_| Mutex::default()).collect();
    let (different, since) = (AtomicU64::new(0), Instant::now());
    in_parallel::for_each(args.count * TRIES_PER_PUZZLE, args.threads, |n| {
        if different.load(Ordering::Relaxed) >= args.count {
            return;
        }
        let (kind, number) = (Kind::ALL[(n % kinds) as usize], (n / kinds) as u32);
        let start = thread_time();
        let puzzle = puzzles::make(board, kind, number);
        let time = thread_time() - start;
        let result = puzzle.as_ref().map(|puzzle| puzzles::verify(board, puzzle));
        let mut found = found[(n % kinds) as usize].lock().expect("no worker panics");
        found.times.push(time);
        match (puzzle, result) {
            (Some(puzzle), Some(Ok(()))) => {
                *found.grades.entry(puzzle.grade).or_default() += 1;
                found.most_sheets = found.most_sheets.max(puzzle.sheets);
                if found.different.insert(content(&puzzle)) {
                    let done = different.fetch_add(1, Ordering::Relaxed) + 1;
                    if done.is_multiple_of(PROGRESS_EVERY) {
                        eprintln!("{done} of {} puzzles, {} s", args.count, since.elapsed().as_secs());
                    }
                }
            }
            (_, Some(Err(error))) => found.wrong.push(format!("{} {number}: {error}", kind.key())),
            (_, None) => found.wrong.push(format!("{} {number}: none", kind.key())),
            (None, Some(Ok(()))) => {}
        }
    });
    let (mut slowest, mut wrong, mut fewest) = (Duration::ZERO, Vec::new(), usize::MAX);
    for (kind, found) in Kind::ALL.iter().zip(found) {
        let mut found = found.into_inner().context("a puzzle was not checked")?;
        found.times.sort();
        let mean = found.times.iter().sum::<Duration>() / found.times.len().max(1) as u32;
        let at =
            |percent: usize| found.times.get(found.times.len() * percent / 100).copied().unwrap_or_default();
        let grade = |grade: Grade| found.grades.get(&grade).copied().unwrap_or(0);
        println!(
            "{}: {} different of {}; easy {}, medium {}, hard {}; at most {} sheets; ms mean {:.1}, 99 % {:.1}, most {:.1}",
            kind.key(),
            found.different.len(),
            found.times.len(),
            grade(Grade::Easy),
            grade(Grade::Medium),
            grade(Grade::Hard),
            found.most_sheets,
            ms(mean),
            ms(at(99)),
            ms(found.times.last().copied().unwrap_or_default()),
        );
        slowest = slowest.max(at(99));
        fewest = fewest.min(found.different.len());
        wrong.append(&mut found.wrong);
    }
    println!("{} different puzzles, {} wrong", different.into_inner(), wrong.len());
    for line in wrong.iter().take(20) {
        println!("{line}");
    }
    if !wrong.is_empty() || fewest < args.per_kind.min(args.count as usize / Kind::ALL.len()) {
        bail!("{} wrong, at least {fewest} of each kind", wrong.len());
    }
    if slowest.as_millis() >= MAX_MAKE_MS {
        bail!("one of a hundred takes {} ms", slowest.as_millis());
    }
    Ok(())
}

/// What makes two puzzles different: the units, the shown orders and the question.
fn content(puzzle: &Puzzle) -> String {
    format!("{:?} {:?} {:?}", puzzle.position.forces.units(), puzzle.shown, puzzle.question)
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// Processor time of this thread, or zero where that is unknown.
fn thread_time() -> Duration {
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedstat.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or(Duration::ZERO, Duration::from_nanos)
}

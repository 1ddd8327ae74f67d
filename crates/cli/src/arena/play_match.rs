//! Plays all games of a match on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use bots::BotKind;
use bots::arena::{Contest, Observer, Report, Score, Tally};
use rules::{Goal, PhaseKind};

use super::progress::Progress;
use super::{Args, saved_game};

/// A match that has been played.
#[derive(Debug)]
pub(crate) struct MatchOutcome {
    pub(crate) challenger: BotKind,
    pub(crate) field: BotKind,
    /// Work units per decision of the challenger and of each bot of the field.
    pub(crate) budgets: [u64; 2],
    /// Whether games continued after the challenger was eliminated.
    played_to_end: bool,
    pub(crate) games: Vec<PlayedGame>,
    pub(crate) elapsed: Duration,
    /// The powers of each seat.
    pub(crate) seats: Vec<String>,
    pub(crate) violations: usize,
    pub(crate) goal: Goal,
    pub(crate) first_year: u16,
}

/// The result of a game.
#[derive(Debug)]
pub(crate) struct PlayedGame {
    pub(crate) number: u64,
    pub(crate) seed: u64,
    pub(crate) year: u16,
    pub(crate) scores: Vec<Score>,
    /// Centres of the challenger at the start and after each year.
    pub(crate) centres_by_year: Vec<usize>,
    /// Decision times in movement phases, of the challenger and of the field.
    pub(crate) move_times: [Vec<Duration>; 2],
    misdeeds: usize,
}

impl MatchOutcome {
    pub(crate) fn tally(&self, keep: impl Fn(&Score) -> bool) -> Tally {
        let mut tally = Tally::default();
        for score in self.games.iter().flat_map(|game| &game.scores).filter(|score| keep(score)) {
            tally.add(score);
        }
        tally
    }

    /// The result of each bot of the field, if all games were played to the end.
    pub(crate) fn field_report(&self) -> Option<Report> {
        self.played_to_end.then(|| self.tally(|score| !score.challenger).report())
    }

    /// All decision times of the challenger (0) or the field (1), shortest first.
    pub(crate) fn move_times(&self, side: usize) -> Vec<Duration> {
        let mut times: Vec<Duration> =
            self.games.iter().flat_map(|game| game.move_times[side].iter().copied()).collect();
        times.sort_unstable();
        times
    }
}

/// Plays the match. A game depends on its number only, not on threads.
pub(crate) fn play_all(contest: &Contest, args: &Args) -> anyhow::Result<MatchOutcome> {
    if let Some(folder) = &args.save {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let start = Instant::now();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or(cores);
    let (next, played) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let title = format!("1 {} v {} {}", contest.challenger.key(), args.players - 1, contest.field.key());
    let progress = Progress::new(title, args.games, args.quiet);
    thread::scope(|scope| -> anyhow::Result<()> {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| -> anyhow::Result<()> {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= args.games {
                            return Ok(());
                        }
                        let game = play_one(contest, number, args)?;
                        if let Ok(mut played) = played.lock() {
                            played.push(game);
                        }
                        progress.step();
                    }
                })
            })
            .collect();
        for worker in workers {
            worker.join().map_err(|_| anyhow::anyhow!("a game stopped with a panic"))??;
        }
        Ok(())
    })?;
    progress.finish();
    let mut games = played.into_inner().unwrap_or_default();
    games.sort_by_key(|game: &PlayedGame| game.number);
    let board = &contest.table.board;
    let seat = |powers: &Vec<rules::Power>| {
        powers.iter().map(|power| board.power_key(*power)).collect::<Vec<_>>().join("/")
    };
    Ok(MatchOutcome {
        challenger: contest.challenger,
        field: contest.field,
        budgets: contest.budgets,
        played_to_end: !contest.end_when_challenger_out,
        violations: games.iter().map(|game| game.misdeeds).sum(),
        games,
        elapsed: start.elapsed(),
        goal: contest.table.goal,
        first_year: contest.table.start.phase.turn().year,
        seats: contest.table.powers.iter().map(seat).collect(),
    })
}

fn play_one(contest: &Contest, number: u64, args: &Args) -> anyhow::Result<PlayedGame> {
    let mut stopwatch = Stopwatch::new(contest.seat(number));
    let finished = contest.play(number, &mut stopwatch);
    if let Some(folder) = &args.save {
        let name = format!("{}-{}-{number:05}.jsonl", contest.challenger.key(), contest.field.key());
        let path = folder.join(name);
        std::fs::write(&path, saved_game::write(contest, number, &finished))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let powers = &finished.powers[contest.seat(number)];
    let count = |position: &rules::Position| powers.iter().map(|p| position.owners.count(*p)).sum();
    let spring_phases = finished.history.iter().filter(|past| {
        past.phase().kind() == PhaseKind::Movement && past.phase().turn().season == rules::Season::Spring
    });
    let mut growth: Vec<usize> = spring_phases.map(|past| count(&past.before)).collect();
    growth.push(count(&finished.last));
    Ok(PlayedGame {
        number,
        seed: contest.seed_of(number),
        year: finished.history.last().map_or(0, |past| past.phase().turn().year),
        scores: contest.scores(number, &finished),
        centres_by_year: growth,
        move_times: stopwatch.times,
        misdeeds: finished.violations.len(),
    })
}

/// Measures decision times in movement phases.
struct Stopwatch {
    challenger: usize,
    asked: Instant,
    times: [Vec<Duration>; 2],
}

impl Stopwatch {
    fn new(challenger: usize) -> Self {
        Self { challenger, asked: Instant::now(), times: [Vec::new(), Vec::new()] }
    }
}

impl Observer for Stopwatch {
    fn before_orders(&mut self, _player: usize) {
        self.asked = Instant::now();
    }

    fn after_orders(&mut self, player: usize, stage: PhaseKind, _spent: u64) {
        if stage == PhaseKind::Movement {
            self.times[usize::from(player != self.challenger)].push(self.asked.elapsed());
        }
    }
}

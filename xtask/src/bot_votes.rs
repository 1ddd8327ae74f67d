//! `cargo xtask bot-votes`: how bots vote on a draw in games of the arena, beside what a longer look and the rest
//! of the game say.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, bail};
use bots::arena::{Contest, Finished, TableSetup, score, table_setup};
use bots::{
    BotKind, GAMES_PLAYED_ON, GIVE_UP_YEARS, ProposedEnd, STUCK_YEARS, Seat, outlook, years_without_change,
};
use rules::{Phase, Power, Resolution, Season};

use crate::in_parallel;

/// Plays games between seven bots of one kind. Once in each game the leader and one other bot vote on a draw of all
/// survivors. Then games of simpler bots are played until some boards were stuck, and all bots there vote.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[arg(long, default_value_t = 700)]
    games: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value = "amateur")]
    bot: String,
    /// The last year that is played.
    #[arg(long, default_value_t = 1908)]
    until: u16,
    /// How often the longer look plays the game on. It has other seeds than the vote.
    #[arg(long, default_value_t = 30)]
    look: u32,
    /// How many stuck positions are asked about.
    #[arg(long, default_value_t = 20)]
    stuck: u64,
    /// The bot whose games are searched for stuck positions.
    #[arg(long, default_value = "dumb")]
    stuck_bot: String,
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// The longer look differs by chance from the six games of a vote. A draw that it values lower than going on by more
/// than this was a mistake.
const TOLERANCE: f64 = 0.05;
/// So many of all yes votes may be such mistakes.
const MAX_MISTAKES: f64 = 0.01;

#[derive(Default)]
struct Tally {
    yes: u64,
    no: u64,
    /// Yes to a draw that the same look valued below going on. Must stay 0.
    against_own_search: u64,
    /// Yes to a draw that the longer look values below going on, beyond the tolerance.
    against_longer_look: u64,
    /// By how much the longer look values going on above the draw, at most.
    worst_yes: f64,
    /// Sums of those who said yes, in a board that is not stuck: their share of the draw, and of the game played
    /// to its end.
    yes_draw: f64,
    yes_played: f64,
    yes_moving: u64,
    leaders_of_eight_yes: u64,
    /// Stuck boards with a draw in the first Spring, and with one when nobody insists on a win any more.
    drawn_at_once: u64,
    drawn_later: u64,
    /// Stuck boards without a draw.
    undrawn: u64,
    /// Boards that moved on before all had agreed: they were not stuck after all.
    moved_on: u64,
}

/// Games that are searched for stuck positions, at most, and their last year.
const MAX_STUCK_GAMES: u64 = 500;
const STUCK_UNTIL: u16 = 1930;
/// Progress is printed after so many games.
const PROGRESS_EVERY: u64 = 25;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let votes = vote_in_games(args)?;
    let mean = |sum: f64| sum / votes.yes_moving.max(1) as f64;
    println!("{} games of {}, {} votes: {} yes", args.games, args.bot, votes.yes + votes.no, votes.yes);
    println!("yes against its own search: {}", votes.against_own_search);
    println!(
        "yes against a look of {} games (beyond {TOLERANCE}): {} of {}; the worst by {:.3}",
        args.look, votes.against_longer_look, votes.yes, votes.worst_yes
    );
    println!("yes of a leader with eight or more on a moving board: {}", votes.leaders_of_eight_yes);
    println!(
        "who said yes on a moving board ({}): {:.3} of the draw, {:.3} of the game played on",
        votes.yes_moving,
        mean(votes.yes_draw),
        mean(votes.yes_played)
    );
    let stuck = vote_when_stuck(args)?;
    println!(
        "stuck positions in games of {}: {} drawn after {STUCK_YEARS} years, {} after {GIVE_UP_YEARS}, {} not drawn; \
         {} moved on; {} yes, {} no",
        args.stuck_bot,
        stuck.drawn_at_once,
        stuck.drawn_later,
        stuck.undrawn,
        stuck.moved_on,
        stuck.yes,
        stuck.no
    );
    if votes.against_own_search + stuck.against_own_search > 0 {
        bail!("bots voted against their own search");
    }
    if votes.against_longer_look as f64 > votes.yes as f64 * MAX_MISTAKES {
        bail!("a longer look finds that bots voted for draws that cost them");
    }
    if votes.leaders_of_eight_yes > 0 {
        bail!("the leader of eight agreed to a draw");
    }
    if stuck.undrawn > 0 {
        bail!("stuck positions were not drawn");
    }
    if stuck.drawn_at_once + stuck.drawn_later < args.stuck {
        bail!("too few stuck positions in {MAX_STUCK_GAMES} games");
    }
    Ok(())
}

/// In each game, the leader and one other bot are asked in one Spring.
fn vote_in_games(args: &Args) -> anyhow::Result<Tally> {
    let contest = contest(&args.bot, args.until, args.seed)?;
    let (total, progress) = (Mutex::new(Tally::default()), Progress::start());
    in_parallel::for_each(args.games, args.threads, |game| {
        let finished = contest.play(game, &mut ());
        let springs = springs(&finished);
        let at = springs[(contest.seed_of(game) % springs.len() as u64) as usize];
        let found = ask(args, &contest, game, &finished, (at, Asked::Two));
        total.lock().expect("no worker panics").add(&found);
        progress.count(args.games);
    });
    total.into_inner().context("a game was not played")
}

/// In games of simpler bots, all bots are asked in the first Spring in which the board is stuck. If one of them still
/// insists on a win, they are asked again when nobody does so any more.
fn vote_when_stuck(args: &Args) -> anyhow::Result<Tally> {
    let contest = contest(&args.stuck_bot, STUCK_UNTIL, args.seed)?;
    let (total, progress, found) = (Mutex::new(Tally::default()), Progress::start(), AtomicU64::new(0));
    in_parallel::for_each(MAX_STUCK_GAMES, args.threads, |game| {
        if found.load(Ordering::Relaxed) >= args.stuck {
            return;
        }
        let finished = contest.play(game, &mut ());
        let still_years = |at: usize| {
            let history: Vec<&Resolution> = finished.history[..at].iter().collect();
            years_without_change(&Seat { history: &history, ..seat(&contest, &finished, at, &[]) })
        };
        let springs = springs(&finished);
        let Some(first) = springs.iter().copied().find(|at| still_years(*at) >= STUCK_YEARS) else { return };
        let mut votes = ask(args, &contest, game, &finished, (first, Asked::All));
        if votes.no == 0 {
            votes.drawn_at_once = 1;
        } else {
            let run = springs
                .iter()
                .copied()
                .filter(|at| *at > first)
                .take_while(|at| still_years(*at) >= STUCK_YEARS);
            match run.into_iter().find(|at| still_years(*at) >= GIVE_UP_YEARS) {
                Some(later) => {
                    let again = ask(args, &contest, game, &finished, (later, Asked::All));
                    votes.drawn_later = u64::from(again.no == 0);
                    votes.undrawn = u64::from(again.no > 0);
                    votes.add(&again);
                }
                None => votes.moved_on = 1,
            }
        }
        found.fetch_add(1 - votes.moved_on, Ordering::Relaxed);
        total.lock().expect("no worker panics").add(&votes);
        progress.count(MAX_STUCK_GAMES);
    });
    total.into_inner().context("a game was not played")
}

fn contest(bot: &str, until: u16, seed: u64) -> anyhow::Result<Contest> {
    let table = table_setup(&atlas::standard().board, 7).context("the board has no table for seven")?;
    let kind = BotKind::from_key(bot).with_context(|| format!("no bot {bot}"))?;
    Ok(Contest::new(kind, kind, table, until, seed))
}

/// The phases of a game that are moves in Spring.
fn springs(finished: &Finished) -> Vec<usize> {
    let is_spring = |at: &usize| matches!(finished.history[*at].before.phase, Phase::Movement(turn) if turn.season == Season::Spring);
    (0..finished.history.len()).filter(is_spring).collect()
}

struct Progress {
    since: Instant,
    done: AtomicU64,
}

impl Progress {
    fn start() -> Self {
        Self { since: Instant::now(), done: AtomicU64::new(0) }
    }

    fn count(&self, games: u64) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(PROGRESS_EVERY) {
            eprintln!("{done} of {games} games, {} s", self.since.elapsed().as_secs());
        }
    }
}

fn seat<'a>(contest: &'a Contest, finished: &'a Finished, at: usize, powers: &'a [Power]) -> Seat<'a> {
    let TableSetup { goal, .. } = contest.table;
    let position = &finished.history[at].before;
    let board = contest.table.board_in(position.phase.turn().year);
    Seat { board, edition: contest.edition, position, history: &[], powers, goal }
}

/// Who is asked about a proposal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// The leader, and one other by chance: to look ahead for all of them takes too long.
    Two,
    All,
}

fn ask(args: &Args, contest: &Contest, game: u64, finished: &Finished, (at, asked): (usize, Asked)) -> Tally {
    let history: Vec<&Resolution> = finished.history[..at].iter().collect();
    let position = &finished.history[at].before;
    let lives = |power: &Power| position.owners.count(*power) > 0 || position.forces.count(*power) > 0;
    let mut alive: Vec<Power> = contest.table.board.powers().filter(lives).collect();
    let draw = ProposedEnd::Draw(alive.clone());
    alive.sort_by_key(|power| std::cmp::Reverse(position.owners.count(*power)));
    let most = alive.first().map_or(0, |power| position.owners.count(*power));
    if asked == Asked::Two && alive.len() > 2 {
        let other = 1 + (contest.seed_of(game) % (alive.len() as u64 - 1)) as usize;
        alive.swap(1, other);
        alive.truncate(2);
    }
    let scores = score(&contest.table.board, finished);
    let mut found = Tally::default();
    for power in &alive {
        let powers = [*power];
        let seat = Seat { history: &history, ..seat(contest, finished, at, &powers) };
        let is_stuck = years_without_change(&seat) >= STUCK_YEARS;
        let now = outlook(&seat, &draw, GAMES_PLAYED_ON, contest.seed_of(game));
        if !now.agrees() {
            found.no += 1;
            continue;
        }
        found.yes += 1;
        found.against_own_search += u64::from(now.ending < now.going_on);
        let longer = outlook(&seat, &draw, args.look, contest.seed_of(game) ^ 1);
        let loss = longer.going_on - longer.ending;
        found.against_longer_look += u64::from(loss > TOLERANCE);
        found.worst_yes = found.worst_yes.max(loss);
        if !is_stuck {
            found.yes_moving += 1;
            found.yes_draw += now.ending;
            let own = scores.iter().find(|score| score.powers.contains(power));
            found.yes_played += own.map_or(0.0, |score| score.squares);
            let centres = position.owners.count(*power);
            found.leaders_of_eight_yes += u64::from(centres >= 8 && centres == most);
        }
    }
    found
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.yes += other.yes;
        self.no += other.no;
        self.against_own_search += other.against_own_search;
        self.against_longer_look += other.against_longer_look;
        self.worst_yes = self.worst_yes.max(other.worst_yes);
        self.yes_draw += other.yes_draw;
        self.yes_played += other.yes_played;
        self.yes_moving += other.yes_moving;
        self.leaders_of_eight_yes += other.leaders_of_eight_yes;
        self.drawn_at_once += other.drawn_at_once;
        self.drawn_later += other.drawn_later;
        self.undrawn += other.undrawn;
        self.moved_on += other.moved_on;
    }
}

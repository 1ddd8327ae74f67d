//! `cargo xtask bot-votes`: how bots vote on a draw in games of the arena, beside what a longer look and the rest
//! of the game say.

use std::sync::Mutex;

use anyhow::{Context, bail};
use bots::arena::{Contest, Finished, TableSetup, score, table_setup};
use bots::{BotKind, GAMES_PLAYED_ON, ProposedEnd, STUCK_YEARS, Seat, outlook, years_without_change};
use rules::{Phase, Power, Resolution, Season};

use crate::in_parallel;

/// Plays games between seven bots of one kind. Once in each game, and when its board is stuck, every bot votes on a
/// draw of all survivors.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[arg(long, default_value_t = 700)]
    games: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value = "amateur")]
    bot: String,
    /// The last year that is played.
    #[arg(long, default_value_t = 1920)]
    until: u16,
    /// How often the longer look plays the game on. It is taken in one game of ten.
    #[arg(long, default_value_t = 30)]
    look: u32,
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// A longer look may differ by chance. A draw that it values lower than going on by more than this was a mistake.
const TOLERANCE: f64 = 0.05;

#[derive(Default)]
struct Tally {
    yes: u64,
    no: u64,
    /// Yes to a draw that the same look valued below going on. Must stay 0.
    against_own_search: u64,
    looked_longer: u64,
    /// Yes to a draw that the longer look values below going on.
    against_longer_look: u64,
    /// Sums of those who said yes, in a board that is not stuck: their share of the draw, and of the game played
    /// to its end.
    yes_draw: f64,
    yes_played: f64,
    yes_moving: u64,
    leaders_of_eight_yes: u64,
    stuck: u64,
    stuck_drawn: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let table = table_setup(&atlas::standard().board, 7).context("the board has no table for seven")?;
    let kind = BotKind::from_key(&args.bot).context("no such bot")?;
    let contest = Contest::new(kind, kind, table, args.until, args.seed);
    let total = Mutex::new(Tally::default());
    in_parallel::for_each(args.games, args.threads, |game| {
        let finished = contest.play(game, &mut ());
        ask_in_game(args, &contest, game, &finished, &total);
    });
    let tally = total.into_inner().context("a game was not played")?;
    let mean = |sum: f64| sum / tally.yes_moving.max(1) as f64;
    println!("{} games of {}, {} votes: {} yes", args.games, kind.key(), tally.yes + tally.no, tally.yes);
    println!("yes against its own search: {}", tally.against_own_search);
    println!(
        "yes against a look of {} games (beyond {TOLERANCE}): {} of {}",
        args.look, tally.against_longer_look, tally.looked_longer
    );
    println!("yes of a leader with eight or more on a moving board: {}", tally.leaders_of_eight_yes);
    println!(
        "who said yes on a moving board ({}): {:.3} of the draw, {:.3} of the game played on",
        tally.yes_moving,
        mean(tally.yes_draw),
        mean(tally.yes_played)
    );
    println!("stuck positions: {}, drawn: {}", tally.stuck, tally.stuck_drawn);
    if tally.against_own_search == 0 { Ok(()) } else { bail!("bots voted against their own search") }
}

/// Asks the bots of a game in one of its Springs, and in the first Spring in which its board is stuck.
fn ask_in_game(args: &Args, contest: &Contest, game: u64, finished: &Finished, total: &Mutex<Tally>) {
    let springs: Vec<usize> = (0..finished.history.len())
        .filter(|at| {
            matches!(finished.history[*at].before.phase, Phase::Movement(turn) if turn.season == Season::Spring)
        })
        .collect();
    let seed = contest.seed_of(game);
    let mut asked = vec![springs[(seed % springs.len() as u64) as usize]];
    let is_stuck = |at: &&usize| {
        let seat = seat(contest, finished, **at, &[]);
        let history: Vec<&Resolution> = finished.history[..**at].iter().collect();
        years_without_change(&Seat { history: &history, ..seat }) >= STUCK_YEARS
    };
    asked.extend(springs.iter().find(is_stuck));
    asked.sort_unstable();
    asked.dedup();
    for at in asked {
        ask_all(args, contest, game, finished, at, total);
    }
}

fn seat<'a>(contest: &'a Contest, finished: &'a Finished, at: usize, powers: &'a [Power]) -> Seat<'a> {
    let TableSetup { goal, .. } = contest.table;
    let position = &finished.history[at].before;
    let board = contest.table.board_in(position.phase.turn().year);
    Seat { board, edition: contest.edition, position, history: &[], powers, goal }
}

fn ask_all(args: &Args, contest: &Contest, game: u64, finished: &Finished, at: usize, total: &Mutex<Tally>) {
    let history: Vec<&Resolution> = finished.history[..at].iter().collect();
    let position = &finished.history[at].before;
    let lives = |power: &Power| position.owners.count(*power) > 0 || position.forces.count(*power) > 0;
    let alive: Vec<Power> = contest.table.board.powers().filter(lives).collect();
    let most = alive.iter().map(|power| position.owners.count(*power)).max().unwrap_or(0);
    let scores = score(&contest.table.board, finished);
    let draw = ProposedEnd::Draw(alive.clone());
    let mut found = Tally::default();
    for power in &alive {
        let powers = [*power];
        let seat = Seat { history: &history, ..seat(contest, finished, at, &powers) };
        let is_stuck = years_without_change(&seat) >= STUCK_YEARS;
        found.stuck = u64::from(is_stuck);
        let now = outlook(&seat, &draw, GAMES_PLAYED_ON, contest.seed_of(game));
        if !now.agrees() {
            found.no += 1;
            continue;
        }
        found.yes += 1;
        found.against_own_search += u64::from(now.ending < now.going_on);
        if game.is_multiple_of(10) {
            let longer = outlook(&seat, &draw, args.look, contest.seed_of(game) ^ 1);
            found.looked_longer += 1;
            found.against_longer_look += u64::from(longer.going_on > longer.ending + TOLERANCE);
        }
        if !is_stuck {
            found.yes_moving += 1;
            found.yes_draw += now.ending;
            let own = scores.iter().find(|score| score.powers.contains(power));
            found.yes_played += own.map_or(0.0, |score| score.squares);
            let centres = position.owners.count(*power);
            found.leaders_of_eight_yes += u64::from(centres >= 8 && centres == most);
        }
    }
    found.stuck_drawn = u64::from(found.stuck > 0 && found.no == 0);
    total.lock().expect("no worker panics").add(&found);
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.yes += other.yes;
        self.no += other.no;
        self.against_own_search += other.against_own_search;
        self.looked_longer += other.looked_longer;
        self.against_longer_look += other.against_longer_look;
        self.yes_draw += other.yes_draw;
        self.yes_played += other.yes_played;
        self.yes_moving += other.yes_moving;
        self.leaders_of_eight_yes += other.leaders_of_eight_yes;
        self.stuck += other.stuck;
        self.stuck_drawn += other.stuck_drawn;
    }
}

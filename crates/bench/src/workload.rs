//! `detente bench --only`: one kind of work for a given number of rounds, without measuring time. It is for
//! profilers; `cargo xtask instructions` uses it.

use anyhow::Context;
use bots::BotKind;
use bots::arena::{Contest, table_setup};
use random_positions::{RandomPosition, SeededRng, grid_board, position_of_size};
use rules::{Board, Edition, Judge, Options, RuledOrders};

use crate::bot_speed::MidGame;
use crate::random_games::RandomPlayer;
use crate::signature::Fnv;
use crate::{count_options, judge_all, list_options};

/// What can be done alone.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Workload {
    /// Judge the built-in set of dense positions. A round is the whole set.
    Dense,
    /// Judge 500 positions with many convoys. A round is the whole set.
    Convoys,
    /// Judge 500 random positions as people play them. A round is the whole set.
    Realistic,
    /// Judge phases as games have them: of games between bots, or those of --corpus. A round is the whole
    /// set.
    Real,
    /// Find and count the options of all units of the dense positions. A round is the whole set.
    Options,
    /// List them. A round is the whole set.
    Listing,
    /// Judge 200 positions of 50 units on a large board. A round is the whole set.
    Units50,
    /// Judge 200 positions of 100 units on a large board. A round is the whole set.
    Units100,
    /// Play random games to 1910. A round is one game.
    Games,
    /// Let the bot regent find orders in the middle of a game, one thread. A round is the move of one power.
    Regent,
}

/// How much work was done.
pub(crate) struct WorkDone {
    count: usize,
    unit: &'static str,
    /// A checksum of the results. It differs if the work or its results differ.
    check: u64,
}

impl WorkDone {
    /// One line: `2000 phases, check 61324`.
    pub(crate) fn summary(&self) -> String {
        format!("{} {}, check {}", self.count, self.unit, self.check)
    }
}

/// The number of bot games whose phases are used if there is no corpus.
const GAMES: u64 = 25;
/// The number of positions with convoys or as people play them: a profiler is fifty times slower.
const PROFILED_SET: u64 = 500;
/// The number of positions on the large board.
const LARGE_SET: usize = 200;
const NO_TABLE: &str = "the board has no table for seven";

pub(crate) fn run(
    workload: Workload,
    rounds: usize,
    board: &Board,
    corpus: Option<Vec<RandomPosition>>,
) -> anyhow::Result<WorkDone> {
    Ok(match workload {
        Workload::Dense => judge(board, &crate::dense_set(board), rounds),
        Workload::Convoys => judge(board, &crate::convoy_set(board, PROFILED_SET), rounds),
        Workload::Realistic => judge(board, &crate::realistic_set(board, PROFILED_SET), rounds),
        Workload::Real => match corpus {
            Some(set) => judge(board, &set, rounds),
            None => judge(board, &played_phases(board)?, rounds),
        },
        Workload::Options => options(board, rounds, count_options),
        Workload::Listing => options(board, rounds, list_options),
        Workload::Units50 => judge_large_board(50, rounds),
        Workload::Units100 => judge_large_board(100, rounds),
        Workload::Games => games(board, rounds),
        Workload::Regent => regent(board, rounds)?,
    })
}

fn judge(board: &Board, set: &[RandomPosition], rounds: usize) -> WorkDone {
    let mut judge = Judge::new(board, Edition::Y2000);
    let check = (0..rounds).map(|_| judge_all(&mut judge, set) as u64).sum();
    WorkDone { count: rounds * set.len(), unit: "phases", check }
}

fn options(board: &Board, rounds: usize, work: fn(&mut Options<'_>, &[RandomPosition]) -> usize) -> WorkDone {
    let set = crate::dense_set(board);
    let mut options = Options::new(board);
    let check = (0..rounds).map(|_| work(&mut options, &set) as u64).sum();
    WorkDone { count: rounds * set.len(), unit: "positions", check }
}

fn judge_large_board(units: usize, rounds: usize) -> WorkDone {
    let board = grid_board(20, 12);
    let mut chance = SeededRng::new(units as u64);
    let set: Vec<RandomPosition> =
        (0..LARGE_SET).map(|_| position_of_size(&board, units, &mut chance)).collect();
    judge(&board, &set, rounds)
}

fn games(board: &Board, rounds: usize) -> WorkDone {
    let mut player = RandomPlayer::new(board);
    let check = (0..rounds as u64).map(|seed| player.play(seed).forces.units().len() as u64).sum();
    WorkDone { count: rounds, unit: "games", check }
}

fn regent(board: &Board, rounds: usize) -> anyhow::Result<WorkDone> {
    let game = MidGame::play(board).context(NO_TABLE)?;
    let powers: Vec<_> = game.powers(board).collect();
    let mut check = Fnv::new();
    for power in powers.iter().cycle().take(rounds) {
        let thought = game.find_orders(board, *power, 1);
        format!("{:?}", thought.orders).bytes().for_each(|byte| check.add(byte));
    }
    Ok(WorkDone { count: rounds, unit: "moves", check: check.0 })
}

/// The movement phases of some games between bots.
fn played_phases(board: &Board) -> anyhow::Result<Vec<RandomPosition>> {
    let contest =
        Contest::new(BotKind::Dumb, BotKind::Dumb, table_setup(board, 7).context(NO_TABLE)?, 1910, 1);
    let mut set = Vec::new();
    for game in 0..GAMES {
        for past in contest.play(game, &mut ()).history {
            if let RuledOrders::Movement { orders, .. } = past.ruled_orders {
                let position = past.before;
                set.push(RandomPosition { forces: position.forces, players: position.players, orders });
            }
        }
    }
    Ok(set)
}

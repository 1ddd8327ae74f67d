//! How long `regent` thinks over a move, alone and on two threads, and how often it asks the judge.

use std::time::Instant;

use bots::arena::{Contest, gathering};
use bots::{Bot, Chance, Kind, Regent, Seat, Work, seed_for};
use rules::{Board, Edition, Goal, Order, Power, Resolution, Sheet, Stage};

/// Milliseconds for a move of the usual budget, and work units a second. A unit is a position judged
/// and weighed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thinking {
    pub(crate) one_thread_ms: f64,
    pub(crate) two_threads_ms: f64,
    pub(crate) judged_per_s: f64,
}

/// Measures the moves of every power in the middle of a game, one thread and two in turn.
pub(crate) fn thinking(board: &Board) -> Option<Thinking> {
    let game = MidGame::play(board)?;
    let (mut figures, mut spent, mut took) = ([Vec::new(), Vec::new()], 0, 0.0);
    for _ in 0..super::RUNS {
        for (threads, figures) in [1, 2].into_iter().zip(&mut figures) {
            let start = Instant::now();
            let mut moves = 0;
            let mut units = 0;
            for power in game.powers(board) {
                let thought = game.think(board, power, threads);
                units += thought.spent;
                std::hint::black_box(thought);
                moves += 1;
            }
            let seconds = start.elapsed().as_secs_f64();
            figures.push(seconds * 1e3 / f64::from(moves));
            if threads == 1 {
                spent += units;
                took += seconds;
            }
        }
    }
    let [one, two] = figures;
    Some(Thinking {
        one_thread_ms: super::median(one),
        two_threads_ms: super::median(two),
        judged_per_s: spent as f64 / took,
    })
}

/// A game between bots up to the last movement phase of 1904.
pub(crate) struct MidGame {
    /// What was played before.
    history: Vec<Resolution>,
    now: Resolution,
}

/// What `regent` found.
pub(crate) struct Thought {
    pub(crate) orders: Sheet<Order>,
    /// Work units.
    pub(crate) spent: u64,
}

impl MidGame {
    pub(crate) fn play(board: &Board) -> Option<Self> {
        let contest = Contest::new(Kind::Dumb, Kind::Dumb, gathering(board, 7)?, 1904, 1);
        let mut history = contest.play(0, &mut ()).history;
        let last = history.iter().rposition(|past| past.phase().stage() == Stage::Movement)?;
        history.truncate(last + 1);
        let now = history.pop()?;
        Some(Self { history, now })
    }

    /// The powers that have units.
    pub(crate) fn powers(&self, board: &Board) -> impl Iterator<Item = Power> {
        board.powers().filter(|power| self.now.before.forces.count(*power) > 0)
    }

    /// Lets `regent` find orders for a power; the budget is the usual one.
    pub(crate) fn think(&self, board: &Board, power: Power, threads: usize) -> Thought {
        let position = &self.now.before;
        let history: Vec<&Resolution> = self.history.iter().collect();
        let powers = [power];
        let seat = Seat {
            board,
            edition: Edition::Y2000,
            position,
            history: &history,
            powers: &powers,
            goal: Goal::of_board(board),
        };
        let mut work = Work::units(Kind::Regent.budget());
        let mut chance = Chance::new(seed_for(1, position.phase, &powers));
        let orders = Regent { threads, ..Regent::FULL }.movement(&seat, &mut work, &mut chance);
        Thought { orders, spent: work.spent() }
    }
}

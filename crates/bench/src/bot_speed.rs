//! Benchmark of the bot `regent`: the time per move on one and on two threads, and the positions judged per
//! second.

use std::time::Instant;

use bots::arena::{Contest, table_setup};
use bots::{Bot, BotKind, Regent, Seat, SeededRng, WorkBudget, seed_for};
use rules::{Board, Edition, Goal, Order, PhaseKind, Power, Resolution, Sheet};

/// Milliseconds per move with the default budget, and work units per second. One work unit is one position
/// that is judged and evaluated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BotSpeed {
    pub(crate) one_thread_ms: f64,
    pub(crate) two_threads_ms: f64,
    pub(crate) judged_per_s: f64,
}

/// Measures the moves of every power in the middle of a game, alternately on one thread and on two.
pub(crate) fn measure_regent(board: &Board) -> Option<BotSpeed> {
    let game = MidGame::play(board)?;
    let (mut figures, mut spent, mut took) = ([Vec::new(), Vec::new()], 0, 0.0);
    for _ in 0..super::RUNS {
        for (threads, figures) in [1, 2].into_iter().zip(&mut figures) {
            let start = Instant::now();
            let mut moves = 0;
            let mut units = 0;
            for power in game.powers(board) {
                let thought = game.find_orders(board, power, threads);
                units += thought.units_spent;
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
    Some(BotSpeed {
        one_thread_ms: super::median(one),
        two_threads_ms: super::median(two),
        judged_per_s: spent as f64 / took,
    })
}

/// A game between bots, up to the last movement phase of 1904.
pub(crate) struct MidGame {
    /// The phases before the current one.
    history: Vec<Resolution>,
    /// The phase for which orders are searched.
    current: Resolution,
}

/// The orders that `regent` found.
pub(crate) struct FoundOrders {
    pub(crate) orders: Sheet<Order>,
    /// WorkBudget units used.
    pub(crate) units_spent: u64,
}

impl MidGame {
    pub(crate) fn play(board: &Board) -> Option<Self> {
        let contest = Contest::new(BotKind::Dumb, BotKind::Dumb, table_setup(board, 7)?, 1904, 1);
        let mut history = contest.play(0, &mut ()).history;
        let last = history.iter().rposition(|past| past.phase().kind() == PhaseKind::Movement)?;
        history.truncate(last + 1);
        let now = history.pop()?;
        Some(Self { history, current: now })
    }

    /// The powers that have units.
    pub(crate) fn powers(&self, board: &Board) -> impl Iterator<Item = Power> {
        board.powers().filter(|power| self.current.before.forces.count(*power) > 0)
    }

    /// Lets `regent` find orders for a power, with its default budget.
    pub(crate) fn find_orders(&self, board: &Board, power: Power, threads: usize) -> FoundOrders {
        let position = &self.current.before;
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
        let mut work = WorkBudget::units(BotKind::Regent.budget());
        let mut chance = SeededRng::new(seed_for(1, position.phase, &powers));
        let orders = Regent { threads, ..Regent::FULL }.movement(&seat, &mut work, &mut chance);
        FoundOrders { orders, units_spent: work.spent() }
    }
}

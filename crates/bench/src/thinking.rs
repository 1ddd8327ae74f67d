//! How long `regent` thinks over a move, alone and on two threads, and how often it asks the judge.

use std::time::Instant;

use bots::arena::{Contest, gathering};
use bots::{Chance, Kind, Regent, Seat, Work, seed_for};
use rules::{Board, Edition, Goal, Position, Stage};

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
    let contest = Contest::new(Kind::Dumb, Kind::Dumb, gathering(board, 7)?, 1904, 1);
    let history = contest.play(0, &mut ()).history;
    let last = history.iter().rposition(|past| past.position.phase.stage() == Stage::Movement)?;
    let position = &history[last].position;
    let (mut figures, mut spent, mut took) = ([Vec::new(), Vec::new()], 0, 0.0);
    for _ in 0..super::RUNS {
        for (threads, figures) in [1, 2].into_iter().zip(&mut figures) {
            let start = Instant::now();
            let mut moves = 0;
            let mut units = 0;
            for power in board.powers().filter(|power| position.forces.count(*power) > 0) {
                let powers = [power];
                let seat = Seat {
                    board,
                    edition: Edition::Y2000,
                    position,
                    history: &history[..last],
                    powers: &powers,
                    goal: Goal::of_board(board),
                };
                units += think(&seat, threads, position);
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

/// Lets it find orders; answers what that cost.
fn think(seat: &Seat<'_>, threads: usize, position: &Position) -> u64 {
    use bots::Bot;
    let mut work = Work::units(Kind::Regent.budget());
    let mut chance = Chance::new(seed_for(1, position.phase, seat.powers));
    let orders = Regent { threads, ..Regent::FULL }.movement(seat, &mut work, &mut chance);
    std::hint::black_box(orders);
    work.spent()
}

//! `detente bench`: how fast the judge is, on what, and a signature of how it behaves.

mod selfplay;
mod signature;

use std::time::Instant;

use clap::Args as ClapArgs;
use rules::{Board, Edition, Judge, Options, Order, Outcome};
use skirmish::{Chance, Skirmish, dense, grid_board, of_size};

/// Measures the judge on one thread.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Print one JSON object and nothing else.
    #[arg(long)]
    json: bool,
}

/// How many skirmishes the built-in set has.
const SET: u64 = 2_000;
/// Each figure is the median of this many runs.
const RUNS: usize = 5;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let board = &atlas::standard().board;
    let set: Vec<Skirmish> = (0..SET).map(|seed| dense(board, seed)).collect();
    println!("{:?}", Mix::of(board, &set));
    let us = movement_us(board, Edition::Y2000, &set);
    println!("movement {us:.3} us {:.0}/s", 1e6 / us);
    let (us, count) = options_us(board, &set);
    println!("options {us:.3} us, {count}");
    let games = selfplay::games_per_second(board);
    println!("games {games:.0}/s");
    let large = grid_board(20, 12);
    for units in (10..=100).step_by(10) {
        let mut chance = Chance::new(units as u64);
        let set: Vec<Skirmish> = (0..300).map(|_| of_size(&large, units, &mut chance)).collect();
        let us = movement_us(&large, Edition::Y2000, &set);
        println!("{units} {us:.3}");
    }
    println!("{:016x}", signature::signature(board));
    let _ = args.json;
    Ok(())
}

/// What the set is made of.
#[derive(Debug, Default)]
struct Mix {
    units: usize,
    moves: usize,
    by_sea: usize,
    supports: usize,
    matching: usize,
    cut: usize,
    convoys: usize,
    void: usize,
    dislodged: usize,
    paradoxes: usize,
    positions_with_paradox: usize,
}

impl Mix {
    fn of(board: &Board, set: &[Skirmish]) -> Self {
        let mut mix = Self::default();
        let mut judge = Judge::new(board, Edition::Y2000);
        for skirmish in set {
            let verdict = judge.movement(&skirmish.forces, &skirmish.table, &skirmish.orders);
            mix.paradoxes += verdict.paradoxes();
            mix.positions_with_paradox += usize::from(verdict.paradoxes() > 0);
            for (unit, ruling) in skirmish.forces.units().iter().zip(verdict.rulings()) {
                let here = board.province_of(unit.location);
                mix.units += 1;
                mix.void += usize::from(ruling.outcome == Outcome::Void);
                mix.dislodged += usize::from(ruling.dislodged_from.is_some());
                match skirmish.orders.get(here) {
                    Some(Order::Move { to, .. }) => {
                        mix.moves += 1;
                        let there = board.province_of(*to);
                        mix.by_sea += usize::from(!board.can_reach(unit.kind, unit.location, there));
                    }
                    Some(Order::SupportHold { .. } | Order::SupportMove { .. }) => {
                        mix.supports += 1;
                        let key = ruling.because.key();
                        mix.matching += usize::from(key != "mismatch" && ruling.outcome != Outcome::Void);
                        mix.cut += usize::from(key.starts_with("cut") || key == "dislodged");
                    }
                    Some(Order::Convoy { .. }) => mix.convoys += 1,
                    Some(Order::Hold) | None => {}
                }
            }
        }
        mix
    }
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Microseconds for one movement phase, from typed position and orders to reasons and retreats.
fn movement_us(board: &Board, edition: Edition, set: &[Skirmish]) -> f64 {
    let mut judge = Judge::new(board, edition);
    let passes = (100_000 / set.len()).max(1);
    let mut pass = || {
        let start = Instant::now();
        let mut seen = 0;
        for _ in 0..passes {
            for skirmish in set {
                let verdict = judge.movement(&skirmish.forces, &skirmish.table, &skirmish.orders);
                seen += verdict.rulings().len();
            }
        }
        std::hint::black_box(seen);
        start.elapsed().as_secs_f64() * 1e6 / (passes * set.len()) as f64
    };
    pass();
    median((0..RUNS).map(|_| pass()).collect())
}

/// Microseconds to find and count the options of all units of a position, and how many there are.
fn options_us(board: &Board, set: &[Skirmish]) -> (f64, usize) {
    let mut options = Options::new(board);
    let passes = 10;
    let mut total = 0;
    let mut pass = || {
        let start = Instant::now();
        total = 0;
        for _ in 0..passes {
            for skirmish in set {
                options.survey(&skirmish.forces);
                for slot in 0..skirmish.forces.units().len() {
                    total += options.of(slot).count();
                }
            }
        }
        start.elapsed().as_secs_f64() * 1e6 / (passes * set.len()) as f64
    };
    pass();
    let us = median((0..RUNS).map(|_| pass()).collect());
    (us, total / passes)
}

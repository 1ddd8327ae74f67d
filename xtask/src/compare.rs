//! `cargo xtask compare`: compares the fast judge with the slow one on many random positions.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::bail;
use notation::Notation;
use random_positions::{RandomPosition, dense_position, naval_position};
use rules::{Board, Edition, Judge};
use slow_judge::compare;

/// Lets both judges rule on random positions under every edition.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many positions, each under every edition.
    #[arg(long, default_value_t = 700_000)]
    positions: u64,
    /// The first seed.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[arg(long, default_value_t = 2)]
    threads: u64,
    /// Stop after so many quarrels.
    #[arg(long, default_value_t = 10)]
    quarrels: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let board = &atlas::standard().board;
    let (judged, quarrels, paradoxes) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let start = Instant::now();
    std::thread::scope(|scope| {
        for thread in 0..args.threads {
            let (judged, quarrels, paradoxes) = (&judged, &quarrels, &paradoxes);
            scope.spawn(move || {
                let mut judges = Edition::ALL.map(|edition| Judge::new(board, edition));
                for seed in (args.seed + thread..args.seed + args.positions).step_by(args.threads as usize) {
                    // Every second position has many convoys.
                    let make = if seed % 2 == 0 { dense_position } else { naval_position };
                    let position = make(board, seed);
                    for judge in &mut judges {
                        let quarrel = compare(board, judge, &position);
                        judged.fetch_add(1, Ordering::Relaxed);
                        let verdict = judge.movement(&position.forces, &position.players, &position.orders);
                        paradoxes.fetch_add(u64::from(verdict.paradoxes() > 0), Ordering::Relaxed);
                        if !quarrel.is_empty() {
                            quarrels.fetch_add(1, Ordering::Relaxed);
                            print_difference(board, judge.edition(), seed, &position, &quarrel);
                        }
                    }
                    if quarrels.load(Ordering::Relaxed) >= args.quarrels {
                        break;
                    }
                }
            });
        }
    });
    let (judged, quarrels) = (judged.into_inner(), quarrels.into_inner());
    println!(
        "{judged} judgements of {} positions, {} with a paradox, {quarrels} quarrels, {:.0} s",
        args.positions,
        paradoxes.into_inner(),
        start.elapsed().as_secs_f64()
    );
    if quarrels > 0 {
        bail!("the judges do not agree");
    }
    Ok(())
}

/// Prints a difference with the orders in notation, ready to become a regression case.
fn print_difference(
    board: &Board,
    edition: Edition,
    seed: u64,
    position: &RandomPosition,
    quarrel: &[String],
) {
    let notation = Notation::new(board);
    let mut text = format!("--- seed {seed}, edition {}\n", edition.key());
    for power in board.powers() {
        text.push_str(&format!("{}:\n", notation.power_code(power)));
        for unit in position.forces.units().iter().filter(|unit| unit.power == power) {
            let line = match position.orders.get(board.province_of(unit.location)) {
                Some(order) => notation.write_order(&position.forces, unit, order),
                None => notation.write_unit(unit),
            };
            text.push_str(&format!("  {line}\n"));
        }
    }
    for line in quarrel {
        text.push_str(&format!("  ! {line}\n"));
    }
    println!("{text}");
}

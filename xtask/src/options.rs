//! `cargo xtask options`: compares the legal orders of random positions with a brute-force enumeration.

use std::collections::HashSet;

use anyhow::bail;
use random_positions::{dense_position, naval_position};
use rules::{Options, Order};

/// Compares the options of random positions with a brute-force enumeration.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[arg(long, default_value_t = 10_000)]
    positions: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let board = &atlas::standard().board;
    let threads = 2;
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let work = |thread: u64| {
            let mut wrong = Vec::new();
            let mut options = Options::new(board);
            for seed in (thread..args.positions).step_by(threads as usize) {
                let make = if seed % 2 == 0 { dense_position } else { naval_position };
                let forces = make(board, seed).forces;
                options.compute(&forces);
                for (slot, unit) in forces.units().iter().enumerate() {
                    let listed: Vec<Order> = options.of(slot).iter().collect();
                    let found: HashSet<Order> = listed.iter().copied().collect();
                    let brute: HashSet<Order> =
                        slow_judge::options(board, &forces, unit).into_iter().collect();
                    if found != brute
                        || found.len() != listed.len()
                        || listed.len() != options.of(slot).count()
                    {
                        let place = board.location_key(unit.location);
                        wrong.push(format!(
                            "seed {seed} {place}: too many {:?}, missing {:?}",
                            found.difference(&brute).collect::<Vec<_>>(),
                            brute.difference(&found).collect::<Vec<_>>()
                        ));
                    }
                }
            }
            wrong
        };
        let handles: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("no worker panics")).collect()
    });
    for line in wrong.iter().take(20) {
        println!("{line}");
    }
    println!("{} positions, {} units with wrong options", args.positions, wrong.len());
    if wrong.is_empty() { Ok(()) } else { bail!("the options differ from brute force") }
}

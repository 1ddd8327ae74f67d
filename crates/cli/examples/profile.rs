//! A bare loop over the benchmark's skirmishes, for a profiler: `profile movement|options|UNITS SECONDS`, UNITS on the large board.

use std::time::{Duration, Instant};

use rules::{Edition, Judge, Options};
use skirmish::{Chance, Skirmish, dense, grid_board, of_size};

fn main() {
    let mut args = std::env::args().skip(1);
    let part = args.next().unwrap_or_default();
    let seconds = args.next().and_then(|s| s.parse().ok()).unwrap_or(5);
    let large = grid_board(20, 12);
    let units: Option<usize> = part.parse().ok();
    let board = if units.is_some() { &large } else { &atlas::standard().board };
    let set: Vec<Skirmish> = (0..std::env::var("SET").ok().and_then(|s| s.parse().ok()).unwrap_or(1_000))
        .map(|seed| {
            units.map_or_else(|| dense(board, seed), |units| of_size(board, units, &mut Chance::new(seed)))
        })
        .collect();
    let mut judge = Judge::new(board, Edition::Y2000);
    let mut options = Options::new(board);
    let (start, mut rounds, mut seen) = (Instant::now(), 0_u64, 0);
    let mut best = f64::MAX;
    while start.elapsed() < Duration::from_secs(seconds) {
        let pass = Instant::now();
        for skirmish in &set {
            if part == "options" {
                options.survey(&skirmish.forces);
                seen +=
                    (0..skirmish.forces.units().len()).map(|slot| options.of(slot).count()).sum::<usize>();
            } else {
                seen += judge.movement(&skirmish.forces, &skirmish.table, &skirmish.orders).rulings().len();
            }
        }
        best = best.min(pass.elapsed().as_secs_f64() * 1e6 / set.len() as f64);
        rounds += 1;
    }
    let each = start.elapsed().as_secs_f64() * 1e6 / (rounds * set.len() as u64) as f64;
    println!("{each:.3} us, best pass {best:.3} us ({seen})");
}

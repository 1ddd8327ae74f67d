//! After a first run has grown the buffers, the judge and the options allocate no memory.

use alloc_counter::{CountingAllocator, count_allocations};
use random_positions::{RandomPosition, naval_position};
use rules::{Edition, Judge, Options};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn random_positions() -> Vec<RandomPosition> {
    (0..1_000).map(|seed| naval_position(&atlas::standard().board, seed)).collect()
}

#[test]
fn allocations_are_counted() {
    assert_eq!(count_allocations(|| drop(Box::new(1))), 1);
    assert_eq!(count_allocations(|| {}), 0);
}

#[test]
fn judging_allocates_no_memory() {
    let positions = random_positions();
    for edition in Edition::ALL {
        let mut judge = Judge::new(&atlas::standard().board, edition);
        let mut paradoxes = 0;
        let mut judge_all = || {
            for RandomPosition { forces, players: table, orders } in &positions {
                paradoxes += judge.movement(forces, table, orders).paradoxes();
            }
        };
        // The first run grows the buffers.
        judge_all();
        assert_eq!(count_allocations(judge_all), 0, "edition {}", edition.key());
        assert!(edition != Edition::Datc || paradoxes > 0, "the positions must include paradoxes");
    }
}

#[test]
fn computing_options_allocates_no_memory() {
    let positions = random_positions();
    let mut options = Options::new(&atlas::standard().board);
    let mut count = 0;
    let mut compute_all = || {
        for RandomPosition { forces, .. } in &positions {
            options.compute(forces);
            for slot in 0..forces.units().len() {
                count += options.of(slot).iter().count();
            }
        }
    };
    compute_all();
    assert_eq!(count_allocations(compute_all), 0);
    assert!(count > 100_000);
}

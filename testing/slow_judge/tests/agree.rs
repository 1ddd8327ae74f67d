//! The fast judge agrees with the slow one, and the options agree with brute force.
//!
//! These tests run a sample. `DETENTE_POSITIONS` and `DETENTE_OPTION_POSITIONS` set a larger number of
//! positions. `cargo xtask compare` and `cargo xtask options` run millions, on several threads.

use std::collections::HashSet;

use random_positions::{SeededRng, dense_position, grid_board, naval_position, position_of_size};
use rules::{Edition, Judge, Options, Order};
use slow_judge::compare;

/// The number of positions to try: from the environment variable, or the usual number.
fn position_count(variable: &str, usual: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable} is not a number")),
        Err(_) => usual,
    }
}

#[track_caller]
fn check_agreement(edition: Edition) {
    let board = &atlas::standard().board;
    let mut judge = Judge::new(board, edition);
    for seed in 0..position_count("DETENTE_POSITIONS", 20_000) {
        let position =
            if seed.is_multiple_of(2) { dense_position(board, seed) } else { naval_position(board, seed) };
        let differences = compare(board, &mut judge, &position);
        assert!(
            differences.is_empty(),
            "seed {seed}, edition {}:\n{}",
            edition.key(),
            differences.join("\n")
        );
    }
}

#[test]
fn the_judges_agree_under_2000() {
    check_agreement(Edition::Y2000);
}

#[test]
fn the_judges_agree_under_2023() {
    check_agreement(Edition::Y2023);
}

#[test]
fn the_judges_agree_under_datc() {
    check_agreement(Edition::Datc);
}

#[test]
fn the_judges_agree_on_a_large_board() {
    let board = &grid_board(20, 12);
    let mut judges = Edition::ALL.map(|edition| Judge::new(board, edition));
    let mut chance = SeededRng::new(5);
    for i in 0..position_count("DETENTE_POSITIONS", 1_000) {
        let count = 60 + chance.below(69);
        let position = position_of_size(board, count, &mut chance);
        for judge in &mut judges {
            let differences = compare(board, judge, &position);
            let edition = judge.edition().key();
            assert!(
                differences.is_empty(),
                "{i}, {count} units, edition {edition}:\n{}",
                differences.join("\n")
            );
        }
    }
}

#[test]
fn options_equal_brute_force() {
    let board = &atlas::standard().board;
    let mut options = Options::new(board);
    for seed in 0..position_count("DETENTE_OPTION_POSITIONS", 60) {
        let forces = naval_position(board, seed).forces;
        options.compute(&forces);
        for (slot, unit) in forces.units().iter().enumerate() {
            let choices = options.of(slot);
            let listed: Vec<Order> = choices.iter().collect();
            let found: HashSet<Order> = listed.iter().copied().collect();
            let brute: HashSet<Order> = slow_judge::options(board, &forces, unit).into_iter().collect();
            let place = board.location_key(unit.location);
            assert_eq!(found, brute, "seed {seed}, {place}");
            assert_eq!(found.len(), listed.len(), "seed {seed}, {place}: an order is listed twice");
            assert_eq!(choices.count(), listed.len(), "seed {seed}, {place}: the count is wrong");
        }
    }
}

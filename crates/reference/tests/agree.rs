//! The fast judge agrees with the slow one, and the options with brute force.
//!
//! What runs here is a sample. `DETENTE_POSITIONS` and `DETENTE_OPTION_POSITIONS` ask for more;
//! `cargo xtask compare` and `cargo xtask options` do it for millions, on several threads.

use std::collections::HashSet;

use reference::argue;
use rules::{Edition, Judge, Options, Order};
use skirmish::{Chance, dense, grid_board, naval, of_size};

/// How many positions to try: so many, unless told otherwise.
fn positions(variable: &str, usual: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable} is not a number")),
        Err(_) => usual,
    }
}

#[track_caller]
fn check_agreement(edition: Edition) {
    let board = &atlas::standard().board;
    let mut judge = Judge::new(board, edition);
    for seed in 0..positions("DETENTE_POSITIONS", 20_000) {
        let skirmish = if seed.is_multiple_of(2) { dense(board, seed) } else { naval(board, seed) };
        let quarrels = argue(board, &mut judge, &skirmish);
        assert!(quarrels.is_empty(), "seed {seed}, edition {}:\n{}", edition.key(), quarrels.join("\n"));
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
    let mut chance = Chance::new(5);
    for i in 0..positions("DETENTE_POSITIONS", 1_000) {
        let count = 60 + chance.below(69);
        let skirmish = of_size(board, count, &mut chance);
        for judge in &mut judges {
            let quarrels = argue(board, judge, &skirmish);
            let edition = judge.edition().key();
            assert!(quarrels.is_empty(), "{i}, {count} units, edition {edition}:\n{}", quarrels.join("\n"));
        }
    }
}

#[test]
fn options_equal_brute_force() {
    let board = &atlas::standard().board;
    let mut options = Options::new(board);
    for seed in 0..positions("DETENTE_OPTION_POSITIONS", 60) {
        let forces = naval(board, seed).forces;
        options.survey(&forces);
        for (slot, unit) in forces.units().iter().enumerate() {
            let choices = options.of(slot);
            let listed: Vec<Order> = choices.iter().collect();
            let found: HashSet<Order> = listed.iter().copied().collect();
            let brute: HashSet<Order> = reference::options(board, &forces, unit).into_iter().collect();
            let place = board.location_key(unit.location);
            assert_eq!(found, brute, "seed {seed}, {place}");
            assert_eq!(found.len(), listed.len(), "seed {seed}, {place}: an order is listed twice");
            assert_eq!(choices.count(), listed.len(), "seed {seed}, {place}: they are counted wrongly");
        }
    }
}

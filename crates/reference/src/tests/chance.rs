//! What must hold of any turn.

use rules::{Edition, Table};

use super::{Chance, melee, small_sea};
use crate::resolve::{Battle, Course, resolve};
use crate::turn::Turn;
use crate::voyages::{course, settle};

const TURNS: usize = 10_000;

/// If the voyages are known, the moves are the largest set that follows from itself, and every other
/// such set is part of it: only rings can be seen in two ways.
#[test]
fn moves_are_the_largest_consistent_set() {
    let board = small_sea();
    let table = Table::default();
    let mut chance = Chance(1901);
    let mut rings = 0;
    for turn_number in 0..TURNS {
        let (forces, sheet) = melee(&board, &mut chance);
        let edition = Edition::ALL[turn_number % 3];
        let turn = Turn::read(&board, edition, &forces, &table, &sheet);
        let courses: Vec<Course> = turn
            .voyages
            .iter()
            .map(|voyage| match (chance.below(3), voyage.hunted) {
                (0, _) => Course::Shut,
                (1, Some(_)) => Course::Through,
                (_, _) => Course::Clear,
            })
            .collect();
        let resolution = resolve(&turn, &courses);
        let movers: Vec<usize> = (0..turn.units.len()).filter(|&u| turn.advance(u).is_some()).collect();
        let mut found = false;
        for guess in 0..1_u32 << movers.len() {
            let mut battle = Battle::new(&turn, &courses);
            battle.moves.fill(Some(false));
            for (i, &mover) in movers.iter().enumerate() {
                battle.moves[mover] = Some(guess >> i & 1 == 1);
            }
            if battle.is_consistent() {
                let is_part = movers.iter().all(|&m| battle.moves[m] == Some(false) || resolution.moves(m));
                let is_all = movers.iter().all(|&m| battle.moves[m] == Some(resolution.moves(m)));
                assert!(is_part, "{edition:?} {sheet:?}");
                found |= is_all;
                rings += usize::from(!is_all);
            }
        }
        assert!(found, "{edition:?} {sheet:?}");
    }
    assert!(rings > 0, "no ring was tried");
}

/// The voyages go as the moves that follow from them say, except in a paradox.
#[test]
fn settled_voyages_lead_back_to_themselves() {
    let board = small_sea();
    let table = Table::default();
    let mut chance = Chance(1914);
    let mut paradoxes = 0;
    for turn_number in 0..TURNS {
        let (forces, sheet) = melee(&board, &mut chance);
        let edition = Edition::ALL[turn_number % 3];
        let turn = Turn::read(&board, edition, &forces, &table, &sheet);
        let settlement = settle(&turn);
        let resolution = resolve(&turn, &settlement.courses);
        for (i, voyage) in turn.voyages.iter().enumerate() {
            let result = course(voyage, |fleet| resolution.is_dislodged(fleet));
            let expected = if settlement.paradox[i] { Course::Shut } else { result };
            assert_eq!(settlement.courses[i], expected, "{edition:?} {sheet:?}");
        }
        paradoxes += settlement.paradoxes();
    }
    assert!(paradoxes > 0, "no paradox was tried");
}

/// At most one unit stands in a province afterwards, and nobody retreats to an occupied one.
#[test]
fn provinces_hold_one_unit() {
    let board = small_sea();
    let mut chance = Chance(1923);
    for turn_number in 0..TURNS {
        let (forces, sheet) = melee(&board, &mut chance);
        let edition = Edition::ALL[turn_number % 3];
        let findings = crate::judge(&board, edition, &forces, &Table::default(), &sheet);
        let mut held = Vec::new();
        for (ruling, &place) in findings.rulings.iter().zip(&findings.stands) {
            if ruling.dislodged_from.is_none() {
                assert!(!held.contains(&board.province_of(place)), "{edition:?} {sheet:?}");
                held.push(board.province_of(place));
            }
        }
        for place in findings.retreats.iter().flat_map(|(_, open)| open) {
            assert!(!held.contains(&board.province_of(*place)), "{edition:?} {sheet:?}");
        }
    }
}

//! Properties that must hold for every movement phase, tried on random positions.

use rules::{Edition, Players};

use super::{TestRng, random_phase, small_board};
use crate::movement_phase::MovementPhase;
use crate::resolve::{Decisions, VoyageOutcome, resolve};
use crate::voyages::{decide_voyages, voyage_outcome};

const TURNS: usize = 10_000;

/// If the voyages are known, the moves are the largest consistent set, and every other consistent set is part
/// of it: only rings can be decided in two ways.
#[test]
fn moves_are_the_largest_consistent_set() {
    let board = small_board();
    let table = Players::default();
    let mut chance = TestRng(1901);
    let mut rings = 0;
    for turn_number in 0..TURNS {
        let (forces, sheet) = random_phase(&board, &mut chance);
        let edition = Edition::ALL[turn_number % 3];
        let phase = MovementPhase::read(&board, edition, &forces, &table, &sheet);
        let voyage_outcomes: Vec<VoyageOutcome> = phase
            .voyages
            .iter()
            .map(|voyage| match (chance.below(3), voyage.rule_21_fleet) {
                (0, _) => VoyageOutcome::Broken,
                (1, Some(_)) => VoyageOutcome::ThroughRule21Fleet,
                (_, _) => VoyageOutcome::Open,
            })
            .collect();
        let resolution = resolve(&phase, &voyage_outcomes);
        let movers: Vec<usize> = (0..phase.units.len()).filter(|&u| phase.move_of(u).is_some()).collect();
        let mut found = false;
        for guess in 0..1_u32 << movers.len() {
            let mut battle = Decisions::new(&phase, &voyage_outcomes);
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
    assert!(rings > 0, "no position had a ring");
}

/// The outcomes of the voyages follow from the moves that follow from them, except in a paradox.
#[test]
fn decided_voyages_are_consistent() {
    let board = small_board();
    let table = Players::default();
    let mut chance = TestRng(1914);
    let mut paradoxes = 0;
    for turn_number in 0..TURNS {
        let (forces, sheet) = random_phase(&board, &mut chance);
        let edition = Edition::ALL[turn_number % 3];
        let phase = MovementPhase::read(&board, edition, &forces, &table, &sheet);
        let decided_voyages = decide_voyages(&phase);
        let resolution = resolve(&phase, &decided_voyages.outcomes);
        for (i, voyage) in phase.voyages.iter().enumerate() {
            let result = voyage_outcome(voyage, |fleet| resolution.is_dislodged(fleet));
            let expected = if decided_voyages.paradox[i] { VoyageOutcome::Broken } else { result };
            assert_eq!(decided_voyages.outcomes[i], expected, "{edition:?} {sheet:?}");
        }
        paradoxes += decided_voyages.paradoxes();
    }
    assert!(paradoxes > 0, "no position had a paradox");
}

/// A province has at most one unit after the phase, and no open retreat is occupied.
#[test]
fn provinces_hold_one_unit() {
    let board = small_board();
    let mut chance = TestRng(1923);
    for turn_number in 0..TURNS {
        let (forces, sheet) = random_phase(&board, &mut chance);
        let edition = Edition::ALL[turn_number % 3];
        let findings = crate::judge(&board, edition, &forces, &Players::default(), &sheet);
        let mut held = Vec::new();
        for (ruling, &place) in findings.rulings.iter().zip(&findings.locations_after) {
            if ruling.dislodged_from.is_none() {
                assert!(!held.contains(&board.province_of(place)), "{edition:?} {sheet:?}");
                held.push(board.province_of(place));
            }
        }
        for place in findings.open_retreats.iter().flat_map(|(_, open)| open) {
            assert!(!held.contains(&board.province_of(*place)), "{edition:?} {sheet:?}");
        }
    }
}

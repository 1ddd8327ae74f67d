//! A wooden board that follows the steps for its pieces shows the position after each phase: in the sample game, in
//! every diagram and in every public test case, with all their exchanges and rings.

use std::collections::BTreeMap;

use crate::case_files;

use case_files::all_cases;
use cases::{Case, board_of, starting_position};
use notation::{Notation, SubmittedOrders};
use rules::{Board, Edition, Judge, Location, PieceStep, Position, Power, Province, Resolution, Unit};

/// The pieces of a wooden board. What is impossible with wood panics.
#[derive(Default)]
struct WoodenBoard {
    standing: BTreeMap<Province, Unit>,
    lying: BTreeMap<Province, Unit>,
    hand: Option<Unit>,
}

impl WoodenBoard {
    fn of(board: &Board, position: &Position) -> Self {
        let at = |unit: &Unit| (board.province_of(unit.location), *unit);
        Self {
            standing: position.forces.units().iter().map(at).collect(),
            lying: position.dislodged.iter().map(|dislodged| at(&dislodged.unit)).collect(),
            hand: None,
        }
    }

    fn follow(&mut self, board: &Board, step: PieceStep) {
        match step {
            PieceStep::Move { unit, to } => {
                self.take(board, unit);
                self.put(board, unit, to);
            }
            PieceStep::Lift(unit) => {
                self.take(board, unit);
                assert_eq!(self.hand.replace(unit), None, "one piece in the hand is enough");
            }
            PieceStep::PutDown { unit, to } => {
                assert_eq!(self.hand.take(), Some(unit));
                self.put(board, unit, to);
            }
            PieceStep::LayDown(unit) => {
                self.take(board, unit);
                assert_eq!(self.lying.insert(board.province_of(unit.location), unit), None);
            }
            PieceStep::Remove(unit) => self.take(board, unit),
            PieceStep::Build(unit) => self.put(board, unit, unit.location),
            PieceStep::Mark { .. } => {}
        }
    }

    fn take(&mut self, board: &Board, unit: Unit) {
        let here = board.province_of(unit.location);
        let pieces = if self.lying.get(&here) == Some(&unit) { &mut self.lying } else { &mut self.standing };
        assert_eq!(pieces.remove(&here), Some(unit), "the piece is there");
    }

    fn put(&mut self, board: &Board, unit: Unit, to: Location) {
        let there = board.province_of(to);
        let before = self.standing.insert(there, Unit { location: to, ..unit });
        assert_eq!(before, None, "the place is free");
    }
}

fn check_phase(board: &Board, resolution: &Resolution, lifted: &mut usize) {
    let mut wooden = WoodenBoard::of(board, &resolution.before);
    let mut owners = resolution.before.owners.clone();
    for step in resolution.piece_steps(board) {
        *lifted += usize::from(matches!(step, PieceStep::Lift(_)));
        wooden.follow(board, step);
        if let PieceStep::Mark { centre, owner } = step {
            owners.set_owner(centre, owner);
        }
    }
    let expected = WoodenBoard::of(board, &resolution.after);
    assert_eq!(wooden.standing, expected.standing);
    assert_eq!(wooden.lying, expected.lying);
    assert_eq!(wooden.hand, None);
    assert_eq!(owners, resolution.after.owners);
}

/// Plays a case, and gives each phase to `check`.
fn play(case: &Case, edition: Edition, mut check: impl FnMut(&Board, &Resolution)) {
    let Some(first) = case.sections.first() else { return };
    let board = board_of(&atlas::standard().board, first).unwrap();
    let notation = Notation::new(&board);
    let mut position = starting_position(&notation, first).unwrap();
    for section in &case.sections {
        let lines: Vec<(Power, &str)> = section
            .orders
            .iter()
            .filter(|line| !line.is_unordered())
            .filter_map(|line| Some((notation.power(&line.power)?, line.order.as_str())))
            .collect();
        let collected = SubmittedOrders::read(&notation, &position, lines);
        let mut judge = Judge::new(&board, edition);
        let Ok(resolution) = position.resolve(&mut judge, collected.orders()) else { return };
        check(&board, &resolution);
        position = resolution.after;
    }
}

#[test]
fn a_wooden_board_can_follow_every_case() {
    let (mut phases, mut lifted) = (0, 0);
    for (_, case) in all_cases() {
        for edition in Edition::ALL {
            play(&case, edition, |board, resolution| {
                phases += 1;
                check_phase(board, resolution, &mut lifted);
            });
        }
    }
    assert!(phases > 500 && lifted > 20, "{phases} phases, {lifted} pieces were lifted");
}

#[test]
fn the_sample_game_in_steps() {
    let case = cases::parse(cases::files::SAMPLE_GAME).unwrap().remove(0);
    let mut all = Vec::new();
    play(&case, Edition::Y2000, |board, resolution| {
        check_phase(board, resolution, &mut 0);
        all.push((resolution.phase().key(), resolution.piece_steps(board).len()));
    });
    let keys: Vec<&str> = all.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys[..3], ["S1901M", "F1901M", "W1901A"], "{all:?}");
    assert!(all.iter().all(|(_, steps)| *steps > 0), "{all:?}");
}

//! Puzzles are what they say: made again from their number, with exactly the claimed solutions.

use std::collections::BTreeSet;

use puzzles::{Date, Grade, Kind, MAX_NUMBER, Puzzle, daily, make, verify};
use rules::Board;

fn board() -> &'static Board {
    &atlas::standard().board
}

/// The short form of `cargo xtask puzzles`.
const PER_KIND: u32 = 12;

#[test]
fn some_puzzles_of_each_kind_have_exactly_the_claimed_solutions() {
    for kind in Kind::ALL {
        let mut seen = BTreeSet::new();
        for number in 0..PER_KIND {
            let puzzle = make(board(), kind, number).unwrap_or_else(|| panic!("no puzzle {kind:?} {number}"));
            assert_eq!(verify(board(), &puzzle), Ok(()), "{kind:?} {number}: {puzzle:?}");
            assert!(seen.insert(text(&puzzle)), "{kind:?} {number} is there twice");
        }
    }
}

#[test]
fn the_same_number_gives_the_same_puzzle() {
    for kind in Kind::ALL {
        let [one, other] = [(); 2].map(|()| make(board(), kind, 77).map(|puzzle| text(&puzzle)));
        assert_eq!(one, other);
        assert!(one.is_some());
    }
    assert!(make(board(), Kind::Take, MAX_NUMBER + 1).is_none());
}

#[test]
fn numbers_choose_the_grade_where_it_can_be_had() {
    let grades = |number: u32| Kind::ALL.map(|kind| make(board(), kind, number).map(|puzzle| puzzle.grade));
    let easy = [0, 3, 6, 9].into_iter().flat_map(grades).filter(|grade| *grade == Some(Grade::Easy)).count();
    assert!(easy >= 20, "{easy} of 24 are easy");
}

#[test]
fn a_changed_claim_is_noticed() {
    use puzzles::{Question, VerifyError};
    let mut puzzle = make(board(), Kind::Take, 1).unwrap();
    let Question::Take { plan, .. } = &mut puzzle.question else { panic!("another kind") };
    plan.solutions.pop();
    assert_eq!(verify(board(), &puzzle), Err(VerifyError::OtherSolutions));
    let mut puzzle = make(board(), Kind::Fear, 1).unwrap();
    let Question::Fear { feared, centres } = &mut puzzle.question else { panic!("another kind") };
    feared.clone_from(centres);
    assert_eq!(verify(board(), &puzzle), Err(VerifyError::OtherSolutions));
}

#[test]
fn every_day_has_its_puzzle() {
    let day = |text: &str| Date::parse(text).map(daily);
    assert_eq!(day("2026-11-18"), day("2026-11-18"));
    assert_ne!(day("2026-11-18"), day("2026-11-19"));
    let number = |text: &str| day(text).map(|(_, number)| number);
    // Days follow each other over the end of a month, a leap day and the end of a year.
    for (one, next) in
        [("2028-02-28", "2028-02-29"), ("2028-02-29", "2028-03-01"), ("2026-12-31", "2027-01-01")]
    {
        let steps = number(next).unwrap() - number(one).unwrap();
        assert!((1..=2).contains(&steps), "{one} to {next}: {steps}");
    }
    for wrong in
        ["2026-02-29", "2026-13-01", "2026-11-00", "1999-12-31", "26-11-18", "2026/11/18", "２026-1-18"]
    {
        assert_eq!(day(wrong), None, "{wrong}");
    }
    // A year of days: all kinds, and no puzzle twice.
    let days: BTreeSet<u32> = (1..=28)
        .flat_map(|day| (1..=12).map(move |month| format!("2027-{month:02}-{day:02}")))
        .filter_map(|text| number(&text))
        .collect();
    assert_eq!(days.len(), 28 * 12);
    let (kind, number) = day("2026-11-18").unwrap();
    assert!(make(board(), kind, number).is_some());
}

fn text(puzzle: &Puzzle) -> String {
    format!("{:?} {:?} {:?}", puzzle.position.forces.units(), puzzle.shown, puzzle.question)
}

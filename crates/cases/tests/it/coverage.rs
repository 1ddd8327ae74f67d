//! Every reason, rule and problem that the judge can report is shown by a case.

use crate::case_files;

use std::collections::BTreeSet;

use case_files::all_cases;
use cases::Case;
use rules::{Because, Edition, Illegality, Province};

/// The points of the rulebook index that the judge decides.
const POINTS: [&str; 59] = [
    "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "E1", "E3", "E4", "E9", "E10", "E10a", "E11", "F1",
    "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12", "F13", "F14", "F15", "F16", "F17",
    "F18", "F19", "F20", "F21", "F22", "F23", "F24", "F25", "F26", "F26a", "F27", "G1", "G2", "G3", "G4",
    "H1", "H2", "H3", "H4", "H5", "H6", "I1", "I2", "J1", "K1", "K6",
];

/// The public test cases (DATC): the number of cases in each section.
const DATC: [(char, usize); 10] = [
    ('A', 12),
    ('B', 15),
    ('C', 9),
    ('D', 34),
    ('E', 15),
    ('F', 25),
    ('G', 20),
    ('H', 16),
    ('I', 7),
    ('J', 11),
];

/// The words of every expected ruling: `fails`, `cut`, `GAS`, `(13)`.
fn rulings(cases: &[(String, Case)]) -> impl Iterator<Item = Vec<&str>> {
    let sections = cases.iter().flat_map(|(_, case)| &case.sections);
    sections.flat_map(|section| &section.orders).map(|line| line.ruling.split_whitespace().collect())
}

/// The reasons and problems that the cases name.
fn reached(cases: &[(String, Case)]) -> BTreeSet<&str> {
    rulings(cases).filter_map(|words| words.get(1).copied()).collect()
}

/// One value of each reason. Illegalities have their own test.
fn every_reason() -> impl Iterator<Item = Because> {
    std::iter::successors(Some(Because::Unopposed), |reason| next_reason(*reason))
}

/// The next reason in the order of the enum. A new reason does not compile until it is added here.
fn next_reason(reason: Because) -> Option<Because> {
    let p = Province::new(0);
    Some(match reason {
        Because::Unopposed => Because::Stronger { than: p },
        Because::Stronger { .. } => Because::Weaker { than: p },
        Because::Weaker { .. } => Because::Standoff { with: p },
        Because::Standoff { .. } => Because::SparedByStandoff { of: p },
        Because::SparedByStandoff { .. } => Because::Blocked { at: p },
        Because::Blocked { .. } => Because::Swap { with: p },
        Because::Swap { .. } => Because::Rotation { to: p },
        Because::Rotation { .. } => Because::StandoffWithDislodged { with: p },
        Because::StandoffWithDislodged { .. } => Because::Unhindered { by: p },
        Because::Unhindered { .. } => Because::OwnUnit { at: p },
        Because::OwnUnit { .. } => Because::OwnSupport { from: p },
        Because::OwnSupport { .. } => Because::Given { to: p },
        Because::Given { .. } => Because::GivenInPlace { to: p },
        Because::GivenInPlace { .. } => Because::Mismatch { of: p },
        Because::Mismatch { .. } => Because::Cut { from: p },
        Because::Cut { .. } => Because::NotCut { from: p },
        Because::NotCut { .. } => Because::Dislodged { from: p },
        Because::Dislodged { .. } => Because::CutByDislodged { from: p },
        Because::CutByDislodged { .. } => Because::OwnAttack { from: p },
        Because::OwnAttack { .. } => Because::Carried { army: p },
        Because::Carried { .. } => Because::NotTaken { army: p },
        Because::NotTaken { .. } => Because::NoRoute,
        Because::NoRoute => Because::ConvoyBroken { at: p },
        Because::ConvoyBroken { .. } => Because::ChainBroken { at: p },
        Because::ChainBroken { .. } => Because::RouteBroken { at: p },
        Because::RouteBroken { .. } => Because::ConvoyedStandoff { with: p },
        Because::ConvoyedStandoff { .. } => Because::ConvoyedSwap { with: p },
        Because::ConvoyedSwap { .. } => Because::OtherRoute { than: p },
        Because::OtherRoute { .. } => Because::ConvoyedAttack { from: p },
        Because::ConvoyedAttack { .. } => Because::CutByOtherRoute { from: p },
        Because::CutByOtherRoute { .. } => Because::Paradox,
        Because::Paradox => Because::NoOrder,
        Because::NoOrder => Because::Illegal(Illegality::SamePlace),
        Because::Illegal(_) => Because::Retreated,
        Because::Retreated => Because::Disbanded,
        Because::Disbanded => Because::Clash { with: p },
        Because::Clash { .. } => Because::NoRetreat,
        Because::NoRetreat => Because::Built,
        Because::Built => Because::Removed,
        Because::Removed => Because::Waived,
        Because::Waived => Because::CivilDisorder,
        Because::CivilDisorder => return None,
    })
}

#[test]
fn every_reason_is_reached_by_a_case() {
    let cases = all_cases();
    let reached = reached(&cases);
    let missing: Vec<&str> = every_reason().map(Because::key).filter(|key| !reached.contains(key)).collect();
    assert!(missing.is_empty(), "no case shows {missing:?}");
}

#[test]
fn every_illegality_is_reached_by_a_case() {
    let cases = all_cases();
    let reached = reached(&cases);
    let keys = Illegality::ALL.into_iter().map(Illegality::key).chain(["unreadable"]);
    let missing: Vec<&str> = keys.filter(|key| !reached.contains(key)).collect();
    assert!(missing.is_empty(), "no case shows {missing:?}");
}

#[test]
fn every_rule_from_3_to_22_is_the_rule_of_a_reason_and_decides_in_a_case() {
    let numbers: BTreeSet<u8> = every_reason().filter_map(|r| Some(r.rule()?.number())).collect();
    assert_eq!(numbers, (3..=22).collect());
    let cases = all_cases();
    let shown: BTreeSet<&str> = rulings(&cases).flatten().filter(|word| word.starts_with('(')).collect();
    for number in numbers {
        assert!(shown.contains(format!("({number})").as_str()), "rule {number} decides in no case");
    }
}

#[test]
fn every_point_that_the_judge_decides_is_covered_by_a_case() {
    let cases = all_cases();
    let covered: BTreeSet<&str> =
        cases.iter().flat_map(|(_, case)| &case.covers).map(String::as_str).collect();
    let missing: Vec<&&str> = POINTS.iter().filter(|point| !covered.contains(**point)).collect();
    assert!(missing.is_empty(), "no case covers {missing:?}");
}

#[test]
fn every_public_test_case_is_here_under_every_edition() {
    let cases = all_cases();
    let mut missing = Vec::new();
    let mut count = 0;
    for (section, last) in DATC {
        for number in 1..=last {
            count += 1;
            let id = format!("6.{section}.{number}");
            for edition in Edition::ALL {
                if !cases.iter().any(|(_, case)| case.id == id && case.editions.contains(&edition)) {
                    missing.push(format!("{id} [{}]", edition.key()));
                }
            }
        }
    }
    assert_eq!(count, 164);
    assert!(missing.is_empty(), "no case {missing:?}");
}

//! Tests on random positions that the strengths in the sentences agree with the judge's outcome. The
//! explainer counts supports again, so it could disagree.

use language::explain::{Explainer, Language};
use rules::{Board, Edition, Forces, Judge, Options, Order, Orders, Position, Power, Sheet, Unit, UnitKind};

/// A seeded random generator, so that a failure can be repeated.
struct SeededRandom(u64);

impl SeededRandom {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }
}

fn random_forces(board: &Board, dice: &mut SeededRandom) -> Forces {
    let mut forces = Forces::new(board);
    let locations: Vec<_> = board.locations().collect();
    for _ in 0..60 {
        let kind = UnitKind::BOTH[dice.roll(2)];
        let location = locations[dice.roll(locations.len())];
        // With few powers there are many supports, and rule 12 applies often.
        let power = Power::new(dice.roll(3));
        if forces.units().len() < 34 {
            // Occupied or impossible places are skipped.
            let _ = forces.place(board, Unit { kind, power, location });
        }
    }
    forces
}

fn orders(
    board: &Board,
    forces: &Forces,
    options: &mut Options<'_>,
    dice: &mut SeededRandom,
) -> Sheet<Order> {
    options.compute(forces);
    let mut sheet = Sheet::new(board);
    let choose = |slot: usize, dice: &mut SeededRandom| {
        let choices = options.of(slot);
        choices.nth(dice.roll(choices.count().max(1))).unwrap_or(Order::Hold)
    };
    for (slot, unit) in forces.units().iter().enumerate() {
        let order = choose(slot, dice);
        sheet.set(board.province_of(unit.location), order);
    }
    // Half of the supports are changed to match the order of the helped unit.
    for (slot, unit) in forces.units().iter().enumerate() {
        let fits = |order: &Order| match *order {
            Order::SupportHold { of } => !matches!(sheet.get(of), Some(Order::Move { .. })),
            Order::SupportMove { from, to } => {
                matches!(sheet.get(from), Some(Order::Move { to: there, .. })
                    if board.province_of(*there) == board.province_of(to))
            }
            Order::Hold | Order::Move { .. } | Order::Convoy { .. } => false,
        };
        let fitting: Vec<Order> = options.of(slot).iter().filter(fits).collect();
        if !fitting.is_empty() && dice.roll(2) == 0 {
            sheet.set(board.province_of(unit.location), fitting[dice.roll(fitting.len())]);
        }
    }
    sheet
}

/// The numbers of the first "2 against 1" in a sentence.
fn numbers(sentence: &str) -> Option<(u32, u32)> {
    let words: Vec<&str> = sentence.split(' ').collect();
    let digits = |word: &str| word.trim_matches(|c: char| !c.is_ascii_digit()).parse::<u32>().ok();
    words.windows(3).find_map(|three| match three {
        [own, "against", theirs] => Some((digits(own)?, digits(theirs)?)),
        _ => None,
    })
}

#[test]
fn stated_strengths_agree_with_the_outcome() {
    let variant = atlas::standard();
    let board = &variant.board;
    let explainer = Explainer::new(variant, Language::built_in("en").unwrap());
    let mut options = Options::new(board);
    let mut dice = SeededRandom(1901);
    let mut checked = 0;
    for edition in Edition::ALL {
        let mut judge = Judge::new(board, edition);
        for _ in 0..500 {
            let position = Position { forces: random_forces(board, &mut dice), ..Position::start(board) };
            let orders = orders(board, &position.forces, &mut options, &mut dice);
            let resolution = position.resolve(&mut judge, &Orders::Movement(orders)).unwrap();
            for slot in 0..position.forces.units().len() {
                let sentence = explainer.movement_sentence(board, &resolution, slot).unwrap().text;
                assert!(!sentence.contains(['?', '{']), "{sentence}");
                let lost = explainer.dislodgement_sentence(&resolution, slot).map(|sentence| sentence.text);
                for sentence in [Some(sentence), lost].into_iter().flatten() {
                    checked += usize::from(check(&sentence));
                }
            }
        }
    }
    assert!(checked > 2_000, "{checked}");
}

/// Checks that the numbers of a sentence agree with its words. Returns whether it has numbers.
fn check(sentence: &str) -> bool {
    let Some((first, second)) = numbers(sentence) else { return false };
    let says = |words: &str| sentence.contains(words);
    let fits = if says("equal strength") || says("just as strong") || says("change places") {
        first == second
    } else if says("no stronger") {
        first >= second
    } else if says("stays where it is") {
        first == 1 && second == 1
    } else if says("does not hold against") || says("is dislodged by") {
        first < second
    } else if says("which leaves") {
        first <= second
    } else {
        // In all other sentences the winner's number comes first.
        first > second
    };
    assert!(fits, "{sentence}");
    true
}

//! Tests the international notation: it reads what it writes, and refuses other texts.

use detente_notation::{Notation, NotationError, WrittenAction};
use detente_rules::{Forces, Options, Order};

#[test]
fn every_option_of_the_start_reads_back() {
    let board = &detente_atlas::standard().board;
    let notation = Notation::new(board);
    let forces = Forces::starting(board);
    let mut options = Options::new(board);
    options.compute(&forces);
    let mut count = 0;
    for (slot, unit) in forces.units().iter().enumerate() {
        for order in options.of(slot).iter() {
            let text = notation.write_order(&forces, unit, &order);
            let read = notation.order(&text).unwrap();
            assert_eq!(read.action, WrittenAction::Order(order), "{text}");
            assert_eq!((read.kind, read.at), (Some(unit.kind), unit.location), "{text}");
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn letters_may_be_missing_and_small() {
    let notation = Notation::new(&detente_atlas::standard().board);
    let long = notation.order("A PAR S A MAR - BUR").unwrap();
    let short = notation.order("par s mar - bur").unwrap();
    assert_eq!(long.action, short.action);
    assert_eq!(short.kind, None);
    let hold = notation.order("F DEN S F BAL H").unwrap();
    assert!(matches!(hold.action, WrittenAction::Order(Order::SupportHold { .. })));
}

#[test]
fn nonsense_is_unreadable() {
    let notation = Notation::new(&detente_atlas::standard().board);
    for text in [
        "",
        "A",
        "A PAR",
        "A XXX - BUR",
        "A PAR ! BUR",
        "A PAR - ",
        "A PAR - BUR - GAS",
        "é è ê",
        "F NTH C A LON",
        "A PAR - BUR VIA VIA",
        "A PAR S A MAR - BUR VIA X Y Z",
    ] {
        assert_eq!(notation.order(text), Err(NotationError), "{text}");
    }
}

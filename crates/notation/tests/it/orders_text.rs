//! Tests `Notation::orders`: the orders of a whole phase in one text.

use detente_notation::Notation;
use detente_rules::{Orders, Position};

/// The orders that a text gives at the start of the game, or its errors.
fn check(text: &str, expected: &str) {
    let board = &detente_atlas::standard().board;
    let notation = Notation::new(board);
    let position = Position::start(board);
    let found = match notation.orders(&position, text) {
        Ok(Orders::Movement(sheet)) => {
            let order =
                |(at, order)| notation.write_order(&position.forces, position.forces.at(at).unwrap(), order);
            sheet.iter().map(order).collect::<Vec<_>>().join("; ")
        }
        Ok(other) => panic!("the first phase is a movement phase: {other:?}"),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "of {text}");
}

#[test]
fn orders_are_separated_by_commas_semicolons_and_lines() {
    check("FRANCE: A PAR - BUR, F BRE - MAO", "F BRE - MAO; A PAR - BUR");
    check("france: a par - bur;; f bre - mao;", "F BRE - MAO; A PAR - BUR");
    check("FRANCE:\nA PAR - BUR\n\n  F BRE - MAO\nITALY: A ROM H", "F BRE - MAO; A PAR - BUR; A ROM H");
    check("FRANCE: A PAR H; ITALY: A ROM H, FRANCE: F BRE H", "F BRE H; A PAR H; A ROM H");
}

#[test]
fn a_text_without_orders_is_no_order() {
    check("", "");
    check("FRANCE:\nITALY:", "");
}

#[test]
fn illegal_orders_are_for_the_judge() {
    check("FRANCE: A PAR - MOS", "A PAR - MOS");
}

#[test]
fn every_refused_order_is_named() {
    check(
        "A PAR H\nFRANCE: A PAR ! BUR, A MUN H, F BRE - MAO\nA MAR H, A MAR - SPA\nATLANTIS: A PAR H\nA BUR H\nITALY: WAIVE",
        "line 1: 'A PAR H': no power is named before this order, such as 'FRANCE:'\n\
         line 2: 'A PAR ! BUR': not an order of the notation\n\
         line 2: 'A MUN H': the power has no such unit\n\
         line 3: 'A MAR H': the unit has two different orders\n\
         line 3: 'A MAR - SPA': the unit has two different orders\n\
         line 4: 'ATLANTIS: A PAR H': the board has no such power\n\
         line 5: 'A BUR H': the board has no such power\n\
         line 6: 'WAIVE': the order is for another kind of phase",
    );
    check(
        "FRANCE: A MUN H, ATLANTIS: A PAR H",
        "line 1: 'A MUN H': the power has no such unit\nline 1: 'ATLANTIS: A PAR H': the board has no such power",
    );
    check("ATLANTIS:", "line 1: 'ATLANTIS:': the board has no such power");
    check(": A PAR H", "line 1: ': A PAR H': the board has no such power");
}

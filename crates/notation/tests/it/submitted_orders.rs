//! Tests which submitted lines count and which are refused (E4).

use detente_notation::{Notation, SubmittedOrders};
use detente_rules::{Board, Orders, Phase, Position, Season, Turn};

/// Checks the result of lines such as `FRANCE A PAR - BUR` at the start of the game: the orders that count,
/// then the refused lines.
fn check(sheet: &str, expected: &str) {
    check_in(&detente_atlas::standard().board, Position::start, sheet, expected);
}

fn check_in(board: &Board, position: impl Fn(&Board) -> Position, sheet: &str, expected: &str) {
    let notation = Notation::new(board);
    let position = position(board);
    let lines: Vec<_> = sheet
        .split(';')
        .map(|line| {
            let (power, order) = line.trim().split_once(' ').expect("a power and an order");
            (notation.power(power).expect("a power"), order)
        })
        .collect();
    let taken = SubmittedOrders::read(&notation, &position, lines.iter().copied());
    let mut found: Vec<String> = match taken.orders() {
        Orders::Movement(sheet) => sheet
            .iter()
            .map(|(at, order)| {
                let unit = position.forces.at(at).expect("a unit");
                notation.write_order(&position.forces, unit, order)
            })
            .collect(),
        Orders::Retreats(sheet) => {
            sheet.iter().map(|(at, _)| notation.province_code(at).to_owned()).collect()
        }
        Orders::Adjustments(entries) => {
            entries.iter().map(|(_, entry)| notation.write_adjustment(&position.forces, entry)).collect()
        }
    };
    found.extend(
        taken.refused.iter().map(|refused| format!("{}: {}", refused.line + 1, refused.problem.key())),
    );
    assert_eq!(found.join("; "), expected, "of {sheet}");
}

#[test]
fn the_same_order_twice_is_one() {
    check("FRANCE A PAR - BUR; FRANCE A PAR - BUR", "A PAR - BUR");
}

#[test]
fn two_different_orders_to_one_unit_are_both_refused_and_the_rest_counts() {
    check(
        "FRANCE A PAR - BUR; FRANCE F BRE - MAO; FRANCE A PAR - PIC",
        "F BRE - MAO; 1: two_orders; 3: two_orders",
    );
}

#[test]
fn every_line_of_a_unit_with_two_orders_is_refused() {
    check(
        "FRANCE A PAR - BUR; FRANCE A PAR - BUR; FRANCE A PAR - PIC; FRANCE A PAR - BUR",
        "1: two_orders; 2: two_orders; 3: two_orders; 4: two_orders",
    );
}

#[test]
fn a_unit_of_another_power_cannot_be_ordered() {
    check("FRANCE A MUN - BUR; FRANCE A BUR H; FRANCE A PAR H", "A PAR H; 1: no_such_unit; 2: no_such_unit");
}

#[test]
fn orders_of_another_kind_of_phase_are_refused() {
    check(
        "FRANCE A PAR R BUR; FRANCE A PAR D; FRANCE A PAR B; FRANCE WAIVE; FRANCE gibberish",
        "1: wrong_phase; 2: wrong_phase; 3: wrong_phase; 4: wrong_phase; 5: unreadable",
    );
}

#[test]
fn illegal_orders_count_and_are_for_the_judge() {
    check("FRANCE A PAR - MOS", "A PAR - MOS");
}

#[test]
fn a_coast_for_an_army_means_nothing() {
    check("RUSSIA A MOS - STP/NC", "A MOS - STP");
}

#[test]
fn an_order_into_closed_land_is_refused_and_another_order_of_the_unit_counts() {
    let open = &detente_atlas::standard().board;
    let notation = Notation::new(open);
    let closed = open.with_closed(&["VEN", "ROM"].map(|code| notation.province(code).expect("a province")));
    let sheet = "AUSTRIA A VIE - TYR; AUSTRIA F TRI - VEN; AUSTRIA A BUD S F TRI - VEN";
    check_in(&closed, Position::start, sheet, "A VIE - TYR; 2: closed; 3: closed");
    check_in(&closed, Position::start, "AUSTRIA F TRI - VEN; AUSTRIA F TRI - ALB", "F TRI - ALB; 1: closed");
    check_in(&closed, Position::start, "AUSTRIA F TRI - ALB; AUSTRIA F TRI - VEN", "F TRI - ALB; 2: closed");
}

#[test]
fn a_power_in_disorder_gives_no_orders() {
    let in_disorder = |board: &Board| {
        let mut position = Position::start(board);
        let power = Notation::new(board).power("FRANCE").expect("a power");
        position.players.set_disorder(power, true);
        position
    };
    let board = &detente_atlas::standard().board;
    check_in(board, in_disorder, "FRANCE A PAR H; GERMANY A MUN H", "A MUN H; 1: in_disorder");
}

#[test]
fn builds_keep_their_order_and_are_not_merged() {
    let winter = |board: &Board| {
        let mut position = Position::start(board);
        position.phase = Phase::Adjustment { year: Turn { year: 1901, season: Season::Fall }.year };
        position
    };
    let board = &detente_atlas::standard().board;
    let sheet = "FRANCE A PAR B; FRANCE A PAR B; FRANCE WAIVE; FRANCE WAIVE; FRANCE A PAR - BUR";
    check_in(board, winter, sheet, "A PAR B; A PAR B; WAIVE; WAIVE; 5: wrong_phase");
}

//! The answer of `adjudicate` does not depend on the order of powers, units and orders.

use adjudicate::Adjudicator;
use notation::Notation;
use random_positions::{RandomPosition, SeededRng, dense_position};
use rules::{Board, Edition};
use serde_json::Value;

/// The lists of one key of a line, `"FRANCE":["A PAR"]`, in random order, each with its items in random
/// order.
fn shuffled(chance: &mut SeededRng, lists: &[(String, Vec<String>)]) -> String {
    let mut lists = lists.to_vec();
    lists.iter_mut().for_each(|(_, items)| chance.shuffle(items));
    chance.shuffle(&mut lists);
    let list = |(power, items): &(String, Vec<String>)| format!("\"{power}\":{items:?}");
    lists.iter().map(list).collect::<Vec<_>>().join(",")
}

struct Written {
    units: Vec<(String, Vec<String>)>,
    orders: Vec<(String, Vec<String>)>,
}

impl Written {
    fn new(board: &Board, position: &RandomPosition) -> Self {
        let notation = Notation::new(board);
        let forces = &position.forces;
        let mut written = Self { units: Vec::new(), orders: Vec::new() };
        for power in board.powers() {
            let (mut units, mut orders) = (Vec::new(), Vec::new());
            for unit in forces.units().iter().filter(|unit| unit.power == power) {
                units.push(notation.write_unit(unit));
                if let Some(order) = position.orders.get(board.province_of(unit.location)) {
                    orders.push(notation.write_order(forces, unit, order));
                }
            }
            // Two orders to one unit.
            orders.extend(units.first().map(|unit| format!("{unit} H")));
            written.units.push((notation.power_code(power).to_owned(), units));
            written.orders.push((notation.power_code(power).to_owned(), orders));
        }
        written
    }

    fn line(&self, edition: Edition, chance: &mut SeededRng) -> String {
        let (units, orders) = (shuffled(chance, &self.units), shuffled(chance, &self.orders));
        let rules = edition.key();
        format!(
            "{{\"phase\":\"F1901M\",\"rules\":\"{rules}\",\"units\":{{{units}}},\"orders\":{{{orders}}}}}"
        )
    }
}

#[test]
fn the_order_of_the_orders_changes_nothing() {
    let board = &atlas::standard().board;
    let mut reader = Adjudicator::new(board);
    let mut answer = |line: &str| -> Value {
        let mut out = Vec::new();
        assert!(reader.answer(line, &mut out), "{line}\n{}", String::from_utf8_lossy(&out));
        serde_json::from_slice(&out).unwrap()
    };
    let mut chance = SeededRng::new(4);
    for seed in 0..300 {
        let written = Written::new(board, &dense_position(board, seed));
        for edition in Edition::ALL {
            let first = answer(&written.line(edition, &mut chance));
            assert_eq!(answer(&written.line(edition, &mut chance)), first, "seed {seed}");
        }
    }
}

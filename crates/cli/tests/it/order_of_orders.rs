//! In which order powers, units and orders are written changes no answer.

use adjudicate::Clerk;
use language::Notation;
use rules::{Board, Edition};
use serde_json::Value;
use skirmish::{Chance, Skirmish, dense};

/// The lists of one key of a line, `"FRANCE":["A PAR"]`, shuffled within and among each other.
fn shuffled(chance: &mut Chance, lists: &[(String, Vec<String>)]) -> String {
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
    fn new(board: &Board, skirmish: &Skirmish) -> Self {
        let notation = Notation::new(board);
        let forces = &skirmish.forces;
        let mut written = Self { units: Vec::new(), orders: Vec::new() };
        for power in board.powers() {
            let (mut units, mut orders) = (Vec::new(), Vec::new());
            for unit in forces.units().iter().filter(|unit| unit.power == power) {
                units.push(notation.write_unit(unit));
                if let Some(order) = skirmish.orders.get(board.province_of(unit.location)) {
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

    fn line(&self, edition: Edition, chance: &mut Chance) -> String {
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
    let mut clerk = Clerk::new(board);
    let mut answer = |line: &str| -> Value {
        let mut out = String::new();
        assert!(clerk.answer(line, &mut out), "{line}\n{out}");
        serde_json::from_str(&out).unwrap()
    };
    let mut chance = Chance::new(4);
    for seed in 0..300 {
        let written = Written::new(board, &dense(board, seed));
        for edition in Edition::ALL {
            let first = answer(&written.line(edition, &mut chance));
            assert_eq!(answer(&written.line(edition, &mut chance)), first, "seed {seed}");
        }
    }
}

//! Positions of real games, from the file that `DETENTE_PHASES` names. One position per line, in the form
//! that `detente adjudicate` reads.

use notation::Notation;
use rules::{Board, Dislodged, Forces, Location, Owners, Phase, PhaseKind, Position, Power, Unit};
use serde_json::Value;

/// Every line and its position.
pub(crate) fn positions(board: &Board) -> Vec<(String, Position)> {
    let path = std::env::var("DETENTE_PHASES").unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| (line.to_owned(), position(board, line))).collect()
}

fn position(board: &Board, line: &str) -> Position {
    let line: Value = serde_json::from_str(line).unwrap();
    let notation = Notation::new(board);
    let mut position = Position::start(board);
    position.phase = Phase::from_key(line["phase"].as_str().unwrap()).unwrap();
    position.forces = Forces::new(board);
    position.owners = Owners::none(board);
    let unit = |power: Power, text: &str| {
        let (kind, location) = notation.unit(text).unwrap();
        Unit { kind, power, location }
    };
    for (power, units) in pairs(&line["units"]) {
        let power = notation.power(&power).unwrap();
        for text in list(&units) {
            // A dislodged unit may be listed with a star. It is in no province.
            if !text.starts_with('*') {
                position.forces.place(board, unit(power, &text)).unwrap();
            }
        }
    }
    for (power, centres) in pairs(&line["centers"]) {
        for centre in list(&centres) {
            position.owners.set_owner(notation.province(&centre).unwrap(), notation.power(&power));
        }
    }
    if position.phase.kind() == PhaseKind::Retreat {
        for (power, dislodged) in pairs(&line["dislodged"]) {
            let power = notation.power(&power).unwrap();
            for (text, open) in pairs(&dislodged) {
                let open: Vec<Location> =
                    list(&open).iter().map(|to| notation.location(to).unwrap()).collect();
                position.dislodged.push(Dislodged { unit: unit(power, &text), open_retreats: open });
            }
        }
    }
    position
}

fn pairs(value: &Value) -> Vec<(String, Value)> {
    let object = value.as_object();
    object.map_or(Vec::new(), |o| o.iter().map(|(key, value)| (key.clone(), value.clone())).collect())
}

fn list(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|item| item.as_str().unwrap().to_owned()).collect()
}

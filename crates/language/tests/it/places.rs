//! Sweeps over names of places: a name that is not a province's is never read as a province (B8, E8).

use std::fmt::Write as _;
use std::path::Path;

use language::{AnyOrder, Locale, OrderParser, Reading, ReadingContext, ReadingProblem};
use notation::Notation;
use rules::{Board, Edition, Forces, Order, Position, Power, Province, Unit, UnitKind};

/// Units from which nearly every province of the standard board can be reached.
const UNITS: [&str; 21] = [
    "F NTH", "F MAO", "F WES", "F ION", "F AEG", "F BLA", "F BAR", "F BOT", "F NAO", "F NWG", "F EAS",
    "A BUR", "A MUN", "A VIE", "A GAL", "A SER", "A MOS", "A VEN", "A ANK", "F SWE", "F LVP",
];

struct Sweep {
    notation: Notation<'static>,
    parser: OrderParser<'static>,
    position: Position,
    power: Power,
}

impl Sweep {
    fn new() -> Self {
        let variant = atlas::standard();
        let board: &'static Board = &variant.board;
        let notation = Notation::new(board);
        let power = notation.power("FRANCE").unwrap();
        let mut position = Position::start(board);
        position.forces = Forces::new(board);
        for written in UNITS {
            let (kind, location) = notation.unit(written).unwrap();
            position.forces.place(board, Unit { kind, power, location }).unwrap();
        }
        Self { notation, parser: OrderParser::new(variant, &Locale::built_in()), position, power }
    }

    /// The reading of a move to a name by each unit of the sweep.
    fn moves_to(&self, language: &str, name: &str) -> Vec<Reading> {
        let letter = |unit: &str| match (language, &unit[..1]) {
            ("es", "A") => "E",
            (_, "A") => "A",
            _ => "F",
        };
        let board = self.notation.board();
        let names = atlas::standard().names().iter().find(|names| names.language == language).unwrap();
        let mut text = String::new();
        for unit in UNITS {
            let (_, location) = self.notation.unit(unit).unwrap();
            let place = &names.province(board.province_of(location)).full;
            let _ = writeln!(text, "{} {place} - {name}", letter(unit));
        }
        let context = ReadingContext {
            language: self.parser.language(language).unwrap(),
            power: self.power,
            board,
            position: &self.position,
            edition: Edition::Y2000,
        };
        self.parser.read(&text, &context)
    }

    fn destination(&self, order: &AnyOrder) -> Option<Province> {
        match order {
            AnyOrder::Order { order: Order::Move { to, .. }, .. } => {
                Some(self.notation.board().province_of(*to))
            }
            AnyOrder::Order { .. } | AnyOrder::Retreat { .. } | AnyOrder::Adjustment(_) => None,
        }
    }
}

#[test]
fn no_place_becomes_another() {
    let sweep = Sweep::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/reading/places.sweep");
    let text = std::fs::read_to_string(path).unwrap();
    let mut failures = String::new();
    let mut names_read = 0;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        for (i, language) in ["en", "nl", "fr", "es", "de"].into_iter().enumerate() {
            let name = if parts.len() == 2 { parts[1] } else { parts[i + 1] };
            names_read += 1;
            let wanted = match parts[0] {
                "closed" => Some(ReadingProblem::Impassable),
                "unknown" => None,
                key => {
                    assert!(sweep.notation.province(key).is_some(), "{key}");
                    Some(ReadingProblem::NotAProvince)
                }
            };
            for reading in sweep.moves_to(language, name) {
                match (&reading.result, wanted) {
                    (Ok(taken), _) => {
                        let order = taken.order.international(&sweep.notation, &sweep.position.forces);
                        let _ = writeln!(failures, "{language} {name}: read as {order}");
                    }
                    (Err(refusal), Some(wanted)) if refusal.problem != wanted => {
                        let _ = writeln!(failures, "{language} {name}: {}", refusal.problem.key());
                    }
                    (Err(_), _) => {}
                }
            }
        }
    }
    assert!(names_read > 1500, "{names_read}");
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn every_name_of_a_province_is_read_as_that_province() {
    let sweep = Sweep::new();
    let board = sweep.notation.board();
    let mut failures = String::new();
    for names in atlas::standard().names() {
        for province in board.provinces() {
            for name in names.province(province).all() {
                let readings = sweep.moves_to(&names.language, name);
                let mut understood = false;
                for reading in &readings {
                    let destinations: Vec<Option<Province>> = match &reading.result {
                        Ok(taken) => vec![sweep.destination(&taken.order)],
                        Err(refusal) => {
                            refusal.readings.iter().map(|order| sweep.destination(order)).collect()
                        }
                    };
                    understood |= destinations.contains(&Some(province));
                }
                if !understood {
                    let _ = writeln!(failures, "{} {name}", names.language);
                }
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn the_sweep_reaches_nearly_every_province() {
    let sweep = Sweep::new();
    let board = sweep.notation.board();
    let unreached: Vec<&str> = board
        .provinces()
        .filter(|province| {
            !sweep.position.forces.units().iter().any(|unit| {
                board
                    .neighbours(unit.kind, unit.location)
                    .iter()
                    .any(|near| board.province_of(*near) == *province)
            })
        })
        .map(|province| board.province_key(province))
        .collect();
    assert!(unreached.len() <= 6, "{unreached:?}");
    assert!(sweep.position.forces.units().iter().any(|unit| unit.kind == UnitKind::Army));
}

//! What answers mostly consist of, written once: names of units and places, and the parts of rulings.

use notation::Notation;
use rules::{Location, Outcome, Power, Ruling, UnitKind};

use crate::json::{Block, JsonWriter};

/// All names of units and places as they stand in answers. Most of an answer is names: each is one copy.
#[derive(Debug)]
pub(crate) struct JsonNames {
    /// By location: `"PAR",`.
    places: Vec<Block<16>>,
    /// By kind and location: `"A PAR",`.
    units: [Vec<Block<16>>; 2],
    /// By kind and location: `"A PAR":`.
    unit_keys: [Vec<Block<16>>; 2],
    /// By power: `"FRANCE":[`.
    power_lists: Vec<Block<16>>,
    /// By province: `","province":"PAR","rule":`, and the same for no province.
    causes: Vec<Block<32>>,
    no_cause: Block<32>,
    /// By province: `"PAR"`.
    provinces: Vec<String>,
    /// By outcome: the start of a ruling.
    outcomes: [Block<40>; 3],
    /// By number: `13`, and `null` for no rule.
    rules: Vec<Block<8>>,
    no_rule: Block<8>,
}

impl JsonNames {
    pub(crate) fn new(notation: &Notation<'_>) -> Self {
        let board = notation.board();
        let all = |before: &str, after: &str| {
            let codes = board.locations().map(|location| notation.location_code(location));
            codes.map(|code| Block::new(&format!("\"{before}{code}\"{after}"))).collect()
        };
        let cause = |province: &str| Block::new(&format!("\",\"province\":{province},\"rule\":"));
        let provinces = board.provinces().map(|province| format!("\"{}\"", notation.province_code(province)));
        let provinces: Vec<String> = provinces.collect();
        let outcome =
            |outcome: Outcome| Block::new(&format!(r#"{{"outcome":"{}","because":""#, outcome.key()));
        Self {
            places: all("", ","),
            units: [all("A ", ","), all("F ", ",")],
            unit_keys: [all("A ", ":"), all("F ", ":")],
            power_lists: board
                .powers()
                .map(|power| Block::new(&format!("\"{}\":[", notation.power_code(power))))
                .collect(),
            causes: provinces.iter().map(|province| cause(province)).collect(),
            no_cause: cause("null"),
            provinces,
            outcomes: [Outcome::Succeeds, Outcome::Fails, Outcome::Void].map(outcome),
            rules: (0..=MAX_RULE).map(|number| Block::new(&number.to_string())).collect(),
            no_rule: Block::new("null"),
        }
    }

    pub(crate) fn power_list(&self, power: Power) -> &Block<16> {
        &self.power_lists[power.index()]
    }

    pub(crate) fn place(&self, location: Location) -> &Block<16> {
        &self.places[location.index()]
    }

    pub(crate) fn unit(&self, kind: UnitKind, location: Location) -> &Block<16> {
        &self.units[kind as usize][location.index()]
    }

    pub(crate) fn unit_key(&self, kind: UnitKind, location: Location) -> &Block<16> {
        &self.unit_keys[kind as usize][location.index()]
    }

    /// Writes a unit's ruling, with a comma after it. Half of an answer is rulings, so they are written in few
    /// pieces of fixed size.
    pub(crate) fn push_ruling(&self, json: &mut JsonWriter<'_>, unit: &Block<16>, ruling: &Ruling) {
        let because = ruling.because;
        json.block(unit).block(&self.outcomes[ruling.outcome as usize]).raw(because.key());
        json.block(because.province().map_or(&self.no_cause, |province| &self.causes[province.index()]));
        json.block(because.rule().map_or(&self.no_rule, |rule| &self.rules[usize::from(rule.number())]));
        if let Some(from) = ruling.dislodged_from {
            json.raw(r#","dislodged_from":"#).raw(&self.provinces[from.index()]);
        }
        json.raw("},");
    }
}

/// The rulebook has 22 rules that reasons cite.
const MAX_RULE: u8 = 22;

//! Specimens of every sentence, to be read through: each with places that need different articles,
//! prepositions and cases. The facts are made up, but such as the sentence can have.

use rules::{Board, Location, Power, Terrain, Unit, UnitKind};

use super::explainer::Explainer;
use super::keys::{SENTENCES, SlotKind, slot_kind};
use super::speech::{Fact, Facts};

impl Explainer<'_> {
    /// The keys of all sentences, in the order of the files.
    pub fn sentence_keys() -> impl Iterator<Item = &'static str> {
        SENTENCES.iter().map(|(key, _)| *key)
    }

    /// A sentence with made-up facts: its first place is the one of this turn, the next one the
    /// place after it, and so on round. The same turn gives the same sentence.
    pub fn specimen(&self, key: &str, places: &[Location], turn: usize) -> Option<String> {
        let (key, slots) = *SENTENCES.iter().find(|(known, _)| *known == key)?;
        if places.is_empty() {
            return None;
        }
        let board = self.board();
        let place = |i: usize| places[(turn + i) % places.len()];
        let there = slots.split(' ').position(|slot| slot == "there");
        let mut facts = Facts::default();
        for (i, slot) in slots.split(' ').enumerate() {
            let name = NAMES.into_iter().find(|name| *name == slot)?;
            let unit = |i: usize| {
                // Rules 12 and 16 are about units of one power.
                let shift = if key.contains("own_unit") || key.contains("own_attack") { 0 } else { 3 * i };
                let power = Power::new((turn + shift) % board.powers().len());
                let kind = kind_in(key, name).unwrap_or_else(|| kind_at(board, place(i), turn + i));
                // Armies stand on no coast.
                let location = match kind {
                    UnitKind::Army => bare(board, place(i)),
                    UnitKind::Fleet => place(i),
                };
                Fact::Unit(Unit { kind, power, location })
            };
            let fact = match slot_kind(name)? {
                // What is told of a unit's own place must be that place.
                SlotKind::Place if name == "here" => Fact::Place(bare(board, place(0))),
                SlotKind::Place if key.ends_with("coast_needed") => Fact::Place(bare(board, place(i))),
                SlotKind::Place => Fact::Place(place(i)),
                SlotKind::Unit if name == "unit" => unit(0),
                SlotKind::Unit if name == "other" && stands_there(key) => unit(there.unwrap_or(i)),
                SlotKind::Unit => unit(i),
                SlotKind::Power => Fact::Power(Power::new(turn % board.powers().len())),
                SlotKind::Kind => Fact::Kind(UnitKind::BOTH[turn % 2]),
                SlotKind::Number => Fact::Number(number(key, name, turn)),
                SlotKind::Text if name == "places" && key == "dislodged.one" => {
                    Fact::Text(self.speech.choice(&[place(i)]))
                }
                SlotKind::Text if name == "places" => {
                    Fact::Text(self.speech.choice(&[place(i), place(i + 1), place(i + 2)]))
                }
                SlotKind::Text => {
                    Fact::Text(format!("A {} - XYZ", board.location_key(place(i)).to_uppercase()))
                }
            };
            facts = facts.and(name, fact);
        }
        Some(self.sentence(&(key, facts), None).text)
    }
}

/// The slots of sentences.
const NAMES: [&str; 16] = [
    "unit", "other", "helped", "victim", "here", "there", "from", "power", "what", "own", "theirs",
    "centres", "units", "count", "text", "places",
];

/// Where only an army or only a fleet can be meant.
fn kind_in(key: &str, name: &str) -> Option<UnitKind> {
    match (key, name) {
        (
            "move.unopposed_by_convoy"
            | "move.convoyed_standoff"
            | "move.other_route"
            | "move.convoy_broken"
            | "move.no_route"
            | "move.paradox"
            | "void.no_sea_route",
            "unit",
        )
        | ("support.convoyed_attack" | "support.cut_by_other_route", "other") => Some(UnitKind::Army),
        ("move.other_route" | "move.convoy_broken", "other")
        | ("void.only_armies", "helped")
        | ("void.only_armies" | "void.not_on_route" | "void.coast_needed" | "void.wrong_coast", "unit") => {
            Some(UnitKind::Fleet)
        }
        _ if key.starts_with("convoy.") && name == "helped" => Some(UnitKind::Army),
        _ if key.starts_with("convoy.") && name == "unit" => Some(UnitKind::Fleet),
        _ => None,
    }
}

/// Whether the other unit of the story stands where this one goes.
fn stands_there(key: &str) -> bool {
    key.ends_with("_unit") || key.ends_with("head_to_head") || key == "move.blocked" || key == "move.swap"
}

/// Strengths and counts that fit the sentence.
fn number(key: &str, name: &str, turn: usize) -> usize {
    let (small, more) = (1 + turn % 2, 1 + turn % 3);
    let equal = key.contains("standoff") || key == "move.swap";
    let wins = key.contains("stronger");
    match name {
        "own" | "theirs" if key == "move.blocked" => 1,
        "own" if equal => small,
        "theirs" if equal => small,
        "own" if wins => small + more,
        "theirs" if wins => small,
        "own" => small,
        "theirs" => small + more,
        "centres" if key == "balance.remove" || key == "balance.even" => small + 3,
        "centres" => small + more + 3,
        "units" if key == "balance.remove" => small + more + 3,
        "units" => small + 3,
        _ => more,
    }
}

/// The kind of a unit that can stand there.
fn kind_at(board: &Board, location: Location, turn: usize) -> UnitKind {
    match board.terrain(board.province_of(location)) {
        Terrain::Inland => UnitKind::Army,
        Terrain::Water => UnitKind::Fleet,
        Terrain::Coastal if board.coast(location).is_some() => UnitKind::Fleet,
        Terrain::Coastal => UnitKind::BOTH[turn % 2],
    }
}

fn bare(board: &Board, location: Location) -> Location {
    board.bare(board.province_of(location))
}

//! Specimens of every sentence, to be read through: each with places that need different articles,
//! prepositions and cases.

use rules::{Board, Location, Power, Terrain, Unit, UnitKind};

use super::explainer::Explainer;
use super::keys::{SENTENCES, SlotKind, slot_kind};
use super::speech::{Fact, Facts};

impl Explainer<'_> {
    /// The keys of all sentences, in the order of the files.
    pub fn sentence_keys() -> impl Iterator<Item = &'static str> {
        SENTENCES.iter().map(|(key, _)| *key)
    }

    /// A sentence with made-up facts: its first place is the first of these, the next one the
    /// second, and so on round. The same turn gives the same sentence.
    pub fn specimen(&self, key: &str, places: &[Location], turn: usize) -> Option<String> {
        let (key, slots) = *SENTENCES.iter().find(|(known, _)| *known == key)?;
        if places.is_empty() {
            return None;
        }
        let board = self.board();
        let place = |i: usize| places[(turn + i) % places.len()];
        let power = |i: usize| Power::new((turn + 3 * i) % board.powers().len());
        let unit = |i: usize| standing(board, place(i), power(i), turn + i);
        let mut facts = Facts::default();
        for (i, slot) in slots.split(' ').enumerate() {
            let Some((name, kind)) = known(slot) else { continue };
            let fact = match kind {
                // What is told of a unit's own place must be that place.
                SlotKind::Place if name == "here" => Fact::Place(bare(board, place(0))),
                SlotKind::Place => Fact::Place(place(i)),
                SlotKind::Unit if name == "unit" => Fact::Unit(unit(0)),
                SlotKind::Unit => Fact::Unit(unit(i)),
                SlotKind::Power => Fact::Power(power(i)),
                SlotKind::Kind => Fact::Kind(UnitKind::BOTH[turn % 2]),
                SlotKind::Number => Fact::Number(1 + (turn + i) % 3),
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

fn known(slot: &str) -> Option<(&'static str, SlotKind)> {
    const NAMES: [&str; 19] = [
        "unit", "other", "helped", "victim", "here", "there", "from", "place", "power", "what", "own",
        "theirs", "rule", "year", "centres", "units", "count", "text", "places",
    ];
    let name = NAMES.into_iter().find(|name| *name == slot)?;
    Some((name, slot_kind(name)?))
}

/// A unit that can stand there.
fn standing(board: &Board, location: Location, power: Power, turn: usize) -> Unit {
    let province = board.province_of(location);
    let kind = match board.terrain(province) {
        Terrain::Inland => UnitKind::Army,
        Terrain::Water => UnitKind::Fleet,
        Terrain::Coastal if board.coast(location).is_some() => UnitKind::Fleet,
        Terrain::Coastal => UnitKind::BOTH[turn % 2],
    };
    Unit { kind, power, location }
}

fn bare(board: &Board, location: Location) -> Location {
    board.bare(board.province_of(location))
}

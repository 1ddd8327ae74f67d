//! Specimens of every sentence, to be read through: each with places that need different articles,
//! prepositions and cases. The facts are made up, but such as the sentence can have.

use rules::{Location, Power, Unit, UnitKind};

use super::cast::{Cast, bare};
use super::explainer::Explainer;
use super::keys::{SENTENCES, SlotKind, slot_kind};
use super::speech::{Fact, Facts};

impl Explainer<'_> {
    /// The keys of all sentences, in the order of the files.
    pub fn sentence_keys() -> impl Iterator<Item = &'static str> {
        SENTENCES.iter().map(|(key, _)| *key)
    }

    /// A sentence with made-up facts: its unit stands at the place of this turn, or at the next one where
    /// it can. The same turn gives the same sentence.
    pub fn specimen(&self, key: &str, places: &[Location], turn: usize) -> Option<String> {
        let (key, slots) = *SENTENCES.iter().find(|(known, _)| *known == key)?;
        if places.is_empty() {
            return None;
        }
        let board = self.board();
        let cast = Cast::new(board, key, slots, places, turn);
        let mut facts = Facts::default();
        for (i, slot) in slots.split(' ').enumerate() {
            let name = NAMES.into_iter().find(|name| *name == slot)?;
            let unit = |(kind, location): (UnitKind, Location), i: usize| {
                // Rules 12 and 16 are about units of one power.
                let shift = if key.contains("own_unit") || key.contains("own_attack") { 0 } else { 3 * i };
                Fact::Unit(Unit { kind, power: Power::new((turn + shift) % board.powers().len()), location })
            };
            let fact = match (slot_kind(name)?, name) {
                (SlotKind::Place, "here") => Fact::Place(bare(board, cast.unit.1)),
                (SlotKind::Place, "there") => Fact::Place(cast.there),
                (SlotKind::Place, _) => Fact::Place(cast.from),
                (SlotKind::Unit, "unit") => unit(cast.unit, 0),
                (SlotKind::Unit, "helped") => unit(cast.helped, i),
                (SlotKind::Unit, _) => unit(cast.other, i),
                (SlotKind::Power, _) => Fact::Power(Power::new(turn % board.powers().len())),
                (SlotKind::Kind, _) => Fact::Kind(cast.what),
                (SlotKind::Number, _) => Fact::Number(number(key, name, turn)),
                (SlotKind::Text, "places") if key == "dislodged.one" => {
                    Fact::Text(self.speech.choice(&cast.open[..1]))
                }
                (SlotKind::Text, "places") => Fact::Text(self.speech.choice(&cast.open)),
                (SlotKind::Text, _) => Fact::Text(format!(
                    "A {} - XYZ",
                    board.location_key(bare(board, places[turn % places.len()])).to_uppercase()
                )),
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

//! Example sentences with made-up facts, for people who check a translation (`docs/sentences/`). The places
//! need different articles, prepositions and cases. The facts are possible ones for the sentence.

use rules::{Location, Power, Unit, UnitKind};

use super::example_facts::{ExampleFacts, without_coast};
use super::explainer::Explainer;
use super::sentence_formatter::{Fact, Facts};
use super::sentence_keys::{PlaceholderKind, SENTENCES, placeholder_kind};

impl Explainer<'_> {
    /// The keys of all sentences, in the order of `sentence_keys.rs`.
    pub fn sentence_keys() -> impl Iterator<Item = &'static str> {
        SENTENCES.iter().map(|(key, _)| *key)
    }

    /// A sentence with made-up facts. Its unit is at place number `turn` of `places`, or at the next one
    /// where it can be. The same number gives the same sentence.
    pub fn example_sentence(&self, key: &str, places: &[Location], number: usize) -> Option<String> {
        let (key, slots) = *SENTENCES.iter().find(|(known, _)| *known == key)?;
        if places.is_empty() {
            return None;
        }
        let board = self.board();
        let cast = ExampleFacts::new(board, key, slots, places, number);
        let mut facts = Facts::default();
        for (i, slot) in slots.split(' ').enumerate() {
            let name = PLACEHOLDER_NAMES.into_iter().find(|name| *name == slot)?;
            let unit = |(kind, location): (UnitKind, Location), i: usize| {
                // Rules 12 and 16 are about units of one power.
                let shift = if key.contains("own_unit") || key.contains("own_attack") { 0 } else { 3 * i };
                Fact::Unit(Unit {
                    kind,
                    power: Power::new((number + shift) % board.powers().len()),
                    location,
                })
            };
            let fact = match (placeholder_kind(name)?, name) {
                (PlaceholderKind::Place, "here") => Fact::Place(without_coast(board, cast.unit.1)),
                (PlaceholderKind::Place, "there") => Fact::Place(cast.there),
                (PlaceholderKind::Place, _) if slots.contains("helped") => {
                    Fact::Place(without_coast(board, cast.helped.1))
                }
                (PlaceholderKind::Place, _) => Fact::Place(cast.from),
                (PlaceholderKind::Unit, "unit") => unit(cast.unit, 0),
                (PlaceholderKind::Unit, "helped") => unit(cast.helped, i),
                (PlaceholderKind::Unit, _) => unit(cast.other, i),
                (PlaceholderKind::Power, _) => Fact::Power(Power::new(number % board.powers().len())),
                (PlaceholderKind::Kind, _) => Fact::Kind(cast.what),
                (PlaceholderKind::Number, _) => Fact::Number(example_number(key, name, number)),
                (PlaceholderKind::Text, "places") if key == "dislodged.one" => {
                    Fact::Text(self.formatter.list_with_or(&cast.open[..1]))
                }
                (PlaceholderKind::Text, "places") => Fact::Text(self.formatter.list_with_or(&cast.open)),
                (PlaceholderKind::Text, _) => Fact::Text(format!(
                    "A {} - XYZ",
                    board.location_key(without_coast(board, places[number % places.len()])).to_uppercase()
                )),
            };
            facts = facts.and(name, fact);
        }
        Some(self.sentence(&(key, facts), None).text)
    }
}

/// The names of all placeholders in sentences about rulings.
const PLACEHOLDER_NAMES: [&str; 16] = [
    "unit", "other", "helped", "victim", "here", "there", "from", "power", "what", "own", "theirs",
    "centres", "units", "count", "text", "places",
];

/// Strengths and counts that fit the sentence.
fn example_number(key: &str, name: &str, turn: usize) -> usize {
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

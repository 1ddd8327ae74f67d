//! The rulebook's examples as resolved phases: the diagrams and the sample game.

use std::sync::LazyLock;

use cases::{Case, Section};
use game::{Record, SeatSet, Timestamp};
use notation::{Notation, SubmittedOrders};
use rules::{Edition, Judge, Position, Power, Rule};

/// One example with the records of its phases.
#[derive(Debug)]
pub(crate) struct RulebookExample {
    /// The rulebook's number: `D12`.
    pub(crate) id: String,
    pub(crate) records: Vec<Record>,
}

static DIAGRAMS: LazyLock<Vec<RulebookExample>> = LazyLock::new(|| read_examples(cases::files::DIAGRAMS));
static SAMPLE_GAME: LazyLock<Vec<RulebookExample>> =
    LazyLock::new(|| read_examples(cases::files::SAMPLE_GAME));

/// Two rules have no diagram. The clarifications and points of the rulebooks have examples for them.
static OTHER_EXAMPLES: LazyLock<Vec<RulebookExample>> = LazyLock::new(|| {
    let mut all = read_examples(cases::files::CLARIFICATIONS);
    all.extend(read_examples(cases::files::POINTS));
    all
});

/// The sample game of the rulebook.
pub(crate) fn sample_game() -> &'static [Record] {
    SAMPLE_GAME.first().map_or(&[], |example| &example.records)
}

/// How many of these examples a rule without a diagram gets.
const MAX_OTHER_EXAMPLES: usize = 3;

/// Diagrams, and variants of them, in which no rule decides an order: the rule whose lesson shows them. Of
/// the diagrams that show where a unit can go, one way that is open and one that is not.
const SHOWN_WITH: [(&str, Rule); 16] = [
    ("D1a", Rule::EqualUnits),
    ("D1e", Rule::EqualUnits),
    ("D2a", Rule::EqualUnits),
    ("D2i", Rule::EqualUnits),
    ("D3a", Rule::EqualUnits),
    ("D3d", Rule::EqualUnits),
    ("D8", Rule::SupportMustMatch),
    ("D9", Rule::SupportMustMatch),
    ("D13-if-sevastopol-stays", Rule::DislodgedHasNoEffectOnAttackersProvince),
    ("D14-if-sevastopol-stays", Rule::DislodgedHasNoEffectOnAttackersProvince),
    ("D14-if-another-retreats", Rule::DislodgedHasNoEffectOnAttackersProvince),
    ("D19", Rule::DislodgedFleetBreaksConvoy),
    ("D20", Rule::DislodgedFleetBreaksConvoy),
    ("D24-if-munich-supports", Rule::NoDislodgingOwnUnits),
    ("D27", Rule::NoDislodgingOwnUnits),
    ("D27-if-own-support", Rule::NoDislodgingOwnUnits),
];

/// The diagrams in which this rule decides something, and those that belong to its lesson. If there are none,
/// a few of the other examples.
pub(crate) fn diagrams(rule: Rule) -> Vec<&'static RulebookExample> {
    let shows = |example: &&RulebookExample| {
        SHOWN_WITH.contains(&(example.id.as_str(), rule))
            || example.records.iter().any(|record| is_decided_by(record, rule))
    };
    let found: Vec<&RulebookExample> = DIAGRAMS.iter().filter(shows).collect();
    if found.is_empty() {
        OTHER_EXAMPLES.iter().filter(shows).take(MAX_OTHER_EXAMPLES).collect()
    } else {
        found
    }
}

fn is_decided_by(record: &Record, rule: Rule) -> bool {
    record.resolution.movement_rulings().any(|(_, _, ruling)| ruling.because.rule() == Some(rule))
}

/// Tests check the case files, so a case that cannot be read is left out.
fn read_examples(file: &str) -> Vec<RulebookExample> {
    let cases = cases::parse(file).unwrap_or_default();
    cases.iter().filter(|case| case.editions.contains(&Edition::Y2000)).filter_map(read_example).collect()
}

fn read_example(case: &Case) -> Option<RulebookExample> {
    // Lessons have no closed provinces.
    if case.sections.iter().any(|section| !section.closed.is_empty()) {
        return None;
    }
    let notation = Notation::new(&atlas::standard().board);
    let mut position = cases::starting_position(&notation, case.sections.first()?).ok()?;
    let mut records = Vec::new();
    for section in &case.sections {
        records.push(play(&notation, &mut position, section, records.len())?);
    }
    Some(RulebookExample { id: case.id.clone(), records })
}

fn play(
    notation: &Notation<'_>,
    position: &mut Position,
    section: &Section,
    number: usize,
) -> Option<Record> {
    let board = notation.board();
    let lines = section.orders.iter().filter(|line| !line.is_unordered() && !line.is_refused());
    let lines: Vec<(Power, &str)> =
        lines.map(|line| Some((notation.power(&line.power)?, line.order.as_str()))).collect::<Option<_>>()?;
    let orders = SubmittedOrders::read(notation, position, lines).into_orders();
    let resolution = position.resolve(&mut Judge::new(board, Edition::Y2000), &orders).ok()?;
    position.clone_from(&resolution.after);
    let at = Timestamp::from_seconds(0);
    Some(Record { number, at, neutrality: None, resolution, submitted_seats: SeatSet::EMPTY })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_sample_game_and_the_diagrams_are_all_there() {
        assert_eq!(sample_game().len(), 7, "phases from Spring 1901 to the adjustments of 1902");
        let rules = Rule::ALL.into_iter().filter(|rule| rule.number() >= 3);
        let without: Vec<u8> = rules.filter(|rule| diagrams(*rule).is_empty()).map(Rule::number).collect();
        assert!(without.is_empty(), "rules without a diagram: {without:?}");
    }

    #[test]
    fn all_32_diagrams_and_their_variants_can_be_reached() {
        let reached: BTreeSet<&str> =
            Rule::ALL.into_iter().flat_map(diagrams).map(|example| example.id.as_str()).collect();
        let number = |id: &str| -> Option<usize> {
            let digits: String = id.strip_prefix('D')?.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().ok()
        };
        let numbers: BTreeSet<usize> = reached.iter().filter_map(|id| number(id)).collect();
        assert_eq!(numbers, (1..=32).collect(), "{reached:?}");
        let variants = DIAGRAMS.iter().map(|example| example.id.as_str()).filter(|id| id.contains("-if-"));
        let missing: Vec<&str> = variants.filter(|id| !reached.contains(id)).collect();
        assert!(missing.is_empty(), "no lesson shows {missing:?}");
        // Every example that a lesson names is there.
        for (id, _) in SHOWN_WITH {
            assert!(reached.contains(id), "{id}");
        }
    }
}

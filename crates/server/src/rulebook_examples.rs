//! The rulebook's examples as resolved phases: the diagrams, the sample game, the worked examples, and the
//! positions of the course. Any of them can be judged again with other orders.

use std::sync::LazyLock;

use cases::{Case, Section};
use game::{Record, SeatSet, Timestamp};
use notation::{Notation, SubmittedOrders};
use rules::{Edition, Judge, OrderCollector, Orders, Position, Power, Rule};

use crate::from_wire::orders::read_list;
use crate::refusals::{Reason, Refused};
use crate::wire::OrderEntry;

/// The edition of all examples.
pub(crate) const EDITION: Edition = Edition::Y2000;

/// One example with the records of its phases.
#[derive(Debug)]
pub(crate) struct RulebookExample {
    /// The id of the case: `D12` is the rulebook's diagram 12.
    pub(crate) id: String,
    pub(crate) records: Vec<Record>,
}

static DIAGRAMS: LazyLock<Vec<RulebookExample>> = LazyLock::new(|| read_examples(cases::files::DIAGRAMS));
static SAMPLE_GAME: LazyLock<Vec<RulebookExample>> =
    LazyLock::new(|| read_examples(cases::files::SAMPLE_GAME));

/// Two rules have no diagram. The clarifications and points of the rulebooks have examples for them.
static OTHER_EXAMPLES: LazyLock<Vec<RulebookExample>> = LazyLock::new(|| {
    let files = [cases::files::CLARIFICATIONS, cases::files::POINTS, cases::files::GERMAN];
    files.into_iter().flat_map(read_examples).collect()
});

static COURSE_POSITIONS: LazyLock<Vec<RulebookExample>> =
    LazyLock::new(|| read_examples(cases::files::COURSE));

/// The example with this id.
pub(crate) fn find(id: &str) -> Option<&'static RulebookExample> {
    let all = DIAGRAMS.iter().chain(OTHER_EXAMPLES.iter()).chain(COURSE_POSITIONS.iter());
    all.chain(SAMPLE_GAME.iter()).find(|example| example.id == id)
}

/// Judges a phase of an example again. The entries replace the orders of one power, or of all powers. An entry
/// that is not for a unit of theirs does not count.
pub(crate) fn judge_with(
    record: &Record,
    power: Option<Power>,
    entries: &[OrderEntry],
) -> Result<Record, Refused> {
    let board = &atlas::standard().board;
    let position = &record.resolution.before;
    let all: Vec<Power> = board.powers().collect();
    let (replaced, kept): (Vec<Power>, Vec<Power>) =
        all.iter().partition(|one| power.is_none_or(|power| power == **one));
    let own = read_list(board, position, &replaced, entries)?.orders;
    let orders = {
        let mut others = OrderCollector::new(board, position, &kept);
        others.add_all(&record.resolution.orders());
        let mut together = OrderCollector::new(board, position, &all);
        together.add_all(&others.finish().orders);
        together.add_all(&own);
        together.finish().orders
    };
    resolved(position, &orders, record.number).ok_or_else(|| Reason::InternalError.into())
}

fn resolved(position: &Position, orders: &Orders, number: usize) -> Option<Record> {
    let board = &atlas::standard().board;
    let resolution = position.resolve(&mut Judge::new(board, EDITION), orders).ok()?;
    let at = Timestamp::from_seconds(0);
    Some(Record { number, at, neutrality: None, resolution, submitted_seats: SeatSet::EMPTY })
}

/// The sample game of the rulebook.
pub(crate) fn sample_game() -> &'static [Record] {
    SAMPLE_GAME.first().map_or(&[], |example| &example.records)
}

/// Examples about one thing, from easy to difficult. The titles are in `locales/*/rules.toml`.
#[derive(Debug)]
pub(crate) struct Lesson {
    pub(crate) key: &'static str,
    ids: &'static [&'static str],
}

impl Lesson {
    pub(crate) fn examples(&self) -> impl Iterator<Item = &'static RulebookExample> {
        self.ids.iter().filter_map(|id| OTHER_EXAMPLES.iter().find(|example| example.id == **id))
    }
}

/// The clarifications (H), the German examples (G) and the builds of the rulebooks.
pub(crate) static LESSONS: [Lesson; 8] = [
    Lesson {
        key: "orders",
        ids: &[
            "G-hold",
            "G-move",
            "G-support",
            "H-notation",
            "H-hold",
            "G-not-allowed-1",
            "G-not-allowed-2",
            "G-not-allowed-3",
            "G-not-allowed-4",
        ],
    },
    Lesson {
        key: "reach",
        ids: &[
            "H-support-1",
            "H-support-2",
            "H-support-3",
            "H-support-4",
            "H-coast-1",
            "H-coast-2",
            "H-coast-3",
            "H-coast-4",
            "H-coast-5",
            "H-coast-6",
            "H-coast-7",
        ],
    },
    Lesson {
        key: "support",
        ids: &[
            "G-moscow-1",
            "G-moscow-2",
            "G-moscow-3",
            "G-moscow-4",
            "G-moscow-5",
            "H-cut-0",
            "H-cut-1",
            "H-cut-2",
            "H-cut-3",
            "H-cut-4",
            "H-no-hold-support",
        ],
    },
    Lesson {
        key: "standoffs",
        ids: &[
            "H-standoff",
            "H-self-standoff",
            "H-self-standoff-broken",
            "G-swap",
            "G-ring",
            "H-own-unit-leaves",
            "H-own-unit-stuck",
            "H-own-unit",
            "H-own-unit-beaten",
        ],
    },
    Lesson {
        key: "convoys",
        ids: &[
            "G-convoy-1",
            "G-convoy-2",
            "G-convoy-3",
            "G-convoy-4",
            "G-convoy-5",
            "G-convoy-6",
            "H-convoy-1",
            "H-convoy-2",
            "H-convoy-3",
            "G-swap-by-sea",
        ],
    },
    Lesson {
        key: "retreats",
        ids: &[
            "H-retreat-constantinople",
            "H-retreat-smyrna",
            "H-retreat-armenia",
            "H-retreat-disband",
            "H-retreat-then-build",
            "G-disband",
        ],
    },
    Lesson {
        key: "builds",
        ids: &[
            "G-spain-portugal",
            "H-centre-kept",
            "H6a",
            "H6b",
            "G-build-1",
            "G-build-2",
            "G-build-3",
            "G-build-4",
        ],
    },
    Lesson {
        key: "sample-turn",
        ids: &["G-sample-turn", "G-sample-turn-if-galicia", "G-sample-turn-if-holland", "G-sample-builds"],
    },
];

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
    cases.iter().filter(|case| case.editions.contains(&EDITION)).filter_map(read_example).collect()
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
    let lines = section.orders.iter().filter(|line| !line.is_unordered() && !line.is_refused());
    let lines: Vec<(Power, &str)> =
        lines.map(|line| Some((notation.power(&line.power)?, line.order.as_str()))).collect::<Option<_>>()?;
    let orders = SubmittedOrders::read(notation, position, lines).into_orders();
    let record = resolved(position, &orders, number)?;
    position.clone_from(&record.resolution.after);
    Some(record)
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
        // Every example that a rule's page names is there.
        for (id, _) in SHOWN_WITH {
            assert!(reached.contains(id), "{id}");
        }
    }

    #[test]
    fn every_clarification_and_german_example_is_in_one_lesson_with_its_title() {
        let shown: Vec<&str> = LESSONS.iter().flat_map(|lesson| lesson.ids).copied().collect();
        let there: Vec<&str> = LESSONS.iter().flat_map(Lesson::examples).map(|one| one.id.as_str()).collect();
        assert_eq!(shown, there, "a lesson names an example that is not there");
        let unique: BTreeSet<&str> = shown.iter().copied().collect();
        assert_eq!(unique.len(), shown.len(), "an example is in two lessons");
        for file in [cases::files::CLARIFICATIONS, cases::files::GERMAN, cases::files::POINTS] {
            for case in cases::parse(file).unwrap() {
                let belongs = case.covers.iter().any(|point| matches!(point.as_str(), "F25" | "H6"));
                assert!(!belongs || unique.contains(case.id.as_str()), "no lesson has {}", case.id);
            }
        }
        for language in language::explain::Language::all() {
            let missing: Vec<String> = LESSONS
                .iter()
                .flat_map(|lesson| {
                    [format!("lessons.{}", lesson.key), format!("introductions.{}", lesson.key)]
                })
                .chain(shown.iter().map(|id| format!("examples.{id}")))
                .filter(|key| language.lesson_text(key).is_none_or(str::is_empty))
                .collect();
            assert!(missing.is_empty(), "{}: rules.toml has no {missing:?}", language.code());
        }
    }
}

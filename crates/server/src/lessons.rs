//! The rulebook's own examples as phases that were played: the diagrams and the sample game.

use std::sync::LazyLock;

use cases::{Case, Section};
use game::{Circle, Record, Timestamp};
use language::{HandedIn, Notation};
use rules::{Edition, Judge, Position, Power, Rule};

/// One example with everything that was ruled in it.
#[derive(Debug)]
pub(crate) struct Lesson {
    /// As the rulebook counts: `D12`.
    pub(crate) id: String,
    pub(crate) records: Vec<Record>,
}

static DIAGRAMS: LazyLock<Vec<Lesson>> =
    LazyLock::new(|| lessons(include_str!("../../../cases/rulebook/diagrams.case")));
static SAMPLE: LazyLock<Vec<Lesson>> =
    LazyLock::new(|| lessons(include_str!("../../../cases/rulebook/sample-game.case")));

/// Two rules have no diagram; the clarifications and points of the rulebooks have examples of them.
static EXAMPLES: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
    let mut all = lessons(include_str!("../../../cases/rulebook/clarifications.case"));
    all.extend(lessons(include_str!("../../../cases/rulebook/points.case")));
    all
});

/// The sample game of the rulebook.
pub(crate) fn sample() -> &'static [Record] {
    SAMPLE.first().map_or(&[], |lesson| &lesson.records)
}

/// How many other examples a rule without a diagram gets.
const FEW: usize = 3;

/// The diagrams in which this rule decides something, or else a few of the other examples.
pub(crate) fn diagrams(rule: Rule) -> Vec<&'static Lesson> {
    let shows = |lesson: &&Lesson| lesson.records.iter().any(|record| decides(record, rule));
    let found: Vec<&Lesson> = DIAGRAMS.iter().filter(shows).collect();
    if found.is_empty() { EXAMPLES.iter().filter(shows).take(FEW).collect() } else { found }
}

fn decides(record: &Record, rule: Rule) -> bool {
    record.resolution.moves().any(|(_, _, ruling)| ruling.because.rule() == Some(rule))
}

/// The case files are checked by the tests: what cannot be read is left out.
fn lessons(file: &str) -> Vec<Lesson> {
    let cases = cases::parse(file).unwrap_or_default();
    cases.iter().filter(|case| case.editions.contains(&Edition::Y2000)).filter_map(lesson).collect()
}

fn lesson(case: &Case) -> Option<Lesson> {
    // A lesson is played on the open board.
    if case.sections.iter().any(|section| !section.closed.is_empty()) {
        return None;
    }
    let notation = Notation::new(&atlas::standard().board);
    let mut position = cases::open(&notation, case.sections.first()?).ok()?;
    let mut records = Vec::new();
    for section in &case.sections {
        records.push(play(&notation, &mut position, section, records.len())?);
    }
    Some(Lesson { id: case.id.clone(), records })
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
    let orders = HandedIn::read(notation, position, lines).into_orders();
    let resolution = position.resolve(&mut Judge::new(board, Edition::Y2000), &orders).ok()?;
    position.clone_from(&resolution.after);
    let at = Timestamp::from_seconds(0);
    Some(Record { number, at, neutrality: None, resolution, papers_in: Circle::NOBODY })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_game_and_the_diagrams_are_all_there() {
        assert_eq!(sample().len(), 7, "from Spring 1901 to the adjustments of 1902");
        let rules = Rule::ALL.into_iter().filter(|rule| rule.number() >= 3);
        let without: Vec<u8> = rules.filter(|rule| diagrams(*rule).is_empty()).map(Rule::number).collect();
        assert!(without.is_empty(), "rules that no diagram shows: {without:?}");
    }
}

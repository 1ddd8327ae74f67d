//! Reads a whole sheet of a writer with one or several powers: what each line means, and which orders count.

use rules::{Illegality, OrderCollector, Orders, Power};

use super::{AcceptedOrder, OrderParser, Reading, ReadingContext, ReadingProblem, ReadingRefusal};
use crate::AnyOrder;

impl OrderParser<'_> {
    /// Reads a text once for each of the writer's powers (the power of the context is ignored) and collects
    /// the orders. An order that is legal for one of the powers is accepted, even if it is not for the
    /// others.
    pub fn read_sheet(
        &self,
        text: &str,
        context: &ReadingContext<'_>,
        powers: &[Power],
    ) -> (Vec<Reading>, Orders) {
        let mut readings: Vec<Reading> = Vec::new();
        for power in powers {
            let own = self.read(text, &ReadingContext { power: *power, ..*context });
            merge(&mut readings, own);
        }
        readings.sort_by_key(|reading| (reading.span.start, reading.power));
        let mut intake = OrderCollector::new(context.board, context.position, powers);
        for (i, reading) in readings.iter().enumerate() {
            if let Ok(AcceptedOrder { order: command, .. }) = &reading.result {
                let by = Some(reading.power);
                match command {
                    AnyOrder::Order { unit, order } => {
                        intake.add_order(i, by, context.board.province_of(unit.location), *order);
                    }
                    AnyOrder::Retreat { unit, order } => {
                        intake.add_retreat(i, by, context.board.province_of(unit.location), *order);
                    }
                    AnyOrder::Adjustment(entry) => intake.add_adjustment(i, by, *entry),
                }
            }
        }
        let taken = intake.finish();
        for (i, problem) in &taken.refused {
            refuse(&mut readings[*i], *problem);
        }
        (readings, taken.orders)
    }
}

fn refuse(reading: &mut Reading, problem: Illegality) {
    if let Ok(AcceptedOrder { order: command, .. }) = reading.result {
        let problem = ReadingProblem::Illegal(problem);
        reading.result = Err(ReadingRefusal { problem, readings: vec![command], suggestions: Vec::new() });
    }
}

/// Adds the readings of the same text for another power. If readings overlap, an order wins over a refusal,
/// a more certain order over a less certain one, and a more informative refusal over another. Equally certain
/// orders are all kept: "all others hold" is for every power.
fn merge(readings: &mut Vec<Reading>, mut of_another: Vec<Reading>) {
    of_another.retain(|own| {
        let mut same_words = readings.iter().filter(|other| overlap(own, other));
        match &own.result {
            Ok(_) => !same_words.any(|other| beats(other, own)),
            Err(_) => same_words.all(|other| beats(own, other)),
        }
    });
    readings.retain(|other| !of_another.iter().any(|own| overlap(own, other) && beats(own, other)));
    readings.append(&mut of_another);
}

fn beats(one: &Reading, other: &Reading) -> bool {
    match (&one.result, &other.result) {
        (Ok(one), Ok(other)) => one.certainty < other.certainty,
        (Ok(_), Err(_)) => true,
        (Err(_), Ok(_)) => false,
        (Err(one), Err(other)) => rank(one.problem) > rank(other.problem),
    }
}

fn overlap(one: &Reading, other: &Reading) -> bool {
    one.span.start < other.span.end && other.span.start < one.span.end
}

/// How informative a refusal is: how much of the text was understood.
const fn rank(problem: ReadingProblem) -> u8 {
    match problem {
        ReadingProblem::OtherPower => 0,
        ReadingProblem::Illegal(Illegality::NoSuchUnit) => 1,
        ReadingProblem::Unreadable | ReadingProblem::TooLong => 2,
        ReadingProblem::OtherPhase => 1,
        ReadingProblem::NoUnit
        | ReadingProblem::NoDestination
        | ReadingProblem::NoAction
        | ReadingProblem::UnitNeeded
        | ReadingProblem::Impassable
        | ReadingProblem::NotAProvince
        | ReadingProblem::Negated
        | ReadingProblem::Joined => 3,
        ReadingProblem::WrongNationality | ReadingProblem::Illegal(_) => 4,
        ReadingProblem::Ambiguous => 5,
    }
}

//! A whole sheet of somebody who has one power or several: what each line says, and the orders that count.

use rules::{Illegality, Intake, Orders, Power};

use super::{Desk, Reader, Reading, ReadingProblem, Refusal, Taken};
use crate::Command;

impl Reader<'_> {
    /// Reads a text for each of the writer's powers, in place of that of the desk, and takes the orders in.
    /// What one of them can do is taken, whatever the words could mean for the others.
    pub fn read_sheet(&self, text: &str, desk: &Desk<'_>, powers: &[Power]) -> (Vec<Reading>, Orders) {
        let mut readings: Vec<Reading> = Vec::new();
        for power in powers {
            let own = self.read(text, &Desk { power: *power, ..*desk });
            merge(&mut readings, own);
        }
        readings.sort_by_key(|reading| (reading.span.start, reading.power));
        let mut intake = Intake::new(desk.board, desk.position, powers);
        for (i, reading) in readings.iter().enumerate() {
            if let Ok(Taken { command, .. }) = &reading.result {
                let by = Some(reading.power);
                match command {
                    Command::Order { unit, order } => {
                        intake.order(i, by, desk.board.province_of(unit.location), *order);
                    }
                    Command::Retreat { unit, order } => {
                        intake.retreat(i, by, desk.board.province_of(unit.location), *order);
                    }
                    Command::Entry(entry) => intake.adjust(i, by, *entry),
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
    if let Ok(Taken { command, .. }) = reading.result {
        let problem = ReadingProblem::Illegal(problem);
        reading.result = Err(Refusal { problem, readings: vec![command], suggestions: Vec::new() });
    }
}

/// Adds what another power makes of the same words. An order goes before a refusal, a surer reading before a
/// less sure one, and of two refusals the one that knows more is kept. Equally sure orders are all kept: "all
/// others hold" is said to every power.
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
        (Ok(one), Ok(other)) => one.how < other.how,
        (Ok(_), Err(_)) => true,
        (Err(_), Ok(_)) => false,
        (Err(one), Err(other)) => rank(one.problem) > rank(other.problem),
    }
}

fn overlap(one: &Reading, other: &Reading) -> bool {
    one.span.start < other.span.end && other.span.start < one.span.end
}

/// How much a refusal says about what was meant.
const fn rank(problem: ReadingProblem) -> u8 {
    match problem {
        ReadingProblem::OtherPower => 0,
        ReadingProblem::Illegal(Illegality::NoSuchUnit) => 1,
        ReadingProblem::Unreadable | ReadingProblem::TooLong => 2,
        ReadingProblem::NoUnit
        | ReadingProblem::NoGoal
        | ReadingProblem::NoDeed
        | ReadingProblem::UnitNeeded
        | ReadingProblem::Negated
        | ReadingProblem::Joined => 3,
        ReadingProblem::Illegal(_) => 4,
        ReadingProblem::Ambiguous => 5,
    }
}

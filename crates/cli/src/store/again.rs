//! Judges recorded phases again and lists every difference.

use anyhow::Context;
use game::{Charter, Record};
use interchange::{PhaseLine, Stand};
use notation::Notation;
use rules::{Board, Position, Power, Resolution};

use crate::story;
use crate::turns::{self, Turn};

/// A phase with its orders.
#[derive(Clone, Debug)]
pub(super) struct Phase {
    /// With its edition.
    pub(super) line: PhaseLine,
    /// The recorded position after it, and the name of that phase.
    pub(super) after: Stand,
    pub(super) next: String,
}

/// One sentence per difference.
pub(super) fn differences(board: &Board, phases: &[Phase]) -> Vec<String> {
    let notation = Notation::new(board);
    let mut found = Vec::new();
    for phase in phases {
        match judge(&notation, &phase.line) {
            Ok(after) => compare(&notation, phase, &after, &mut found),
            Err(error) => found.push(format!("{}: it cannot be judged: {error:#}", phase.line.phase)),
        }
    }
    found
}

fn judge(notation: &Notation<'_>, phase: &PhaseLine) -> anyhow::Result<Position> {
    let Turn { position, closed, edition, orders } = turns::turn(notation, &phase.line())?;
    let board = notation.board().with_closed(&closed);
    let notation = Notation::new(&board);
    let orders: Vec<(Power, &str)> = orders.iter().map(|(power, text)| (*power, text.as_str())).collect();
    Ok(story::play(&notation, edition.context("the phase names no rules")?, &position, &orders).after)
}

fn name(position: &Position) -> String {
    match position.winner {
        Some(_) => "COMPLETED".to_owned(),
        None => position.phase.key(),
    }
}

fn compare(notation: &Notation<'_>, phase: &Phase, judged: &Position, found: &mut Vec<String>) {
    let (this, next) = (&phase.line.phase, name(judged));
    // A game that ended by agreement has no next phase.
    if phase.next != "COMPLETED" && next != phase.next {
        found.push(format!("{this}: recorded as followed by {}, judged as followed by {next}", phase.next));
    }
    let (recorded, judged) = (phase.after.things(), Stand::of(notation, judged).things());
    for thing in recorded.difference(&judged) {
        found.push(format!("{this}: recorded and not judged so: {thing}"));
    }
    for thing in judged.difference(&recorded) {
        found.push(format!("{this}: judged and not recorded so: {thing}"));
    }
}

/// The phases of a game in our own stored form.
pub(super) fn phases(board: &Board, charter: &Charter, records: &[&Record]) -> Vec<Phase> {
    let edition = charter.settings().edition;
    let phase = |record: &&Record| {
        let notation = Notation::new(record.board(charter.seating(), board));
        let Resolution { after, .. } = &record.resolution;
        Phase {
            line: PhaseLine::of_resolution(&notation, edition, &record.resolution),
            after: Stand::of(&notation, after),
            next: name(after),
        }
    };
    records.iter().map(phase).collect()
}

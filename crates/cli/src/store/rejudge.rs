//! Judges recorded phases again and lists every difference.

use anyhow::Context;
use game::{Charter, Record};
use interchange::{PhaseLine, Placement};
use notation::Notation;
use rules::{Board, Position, Power, Resolution};

use crate::frames;
use crate::phase_input::{self, InputPhase};

/// A phase with its orders.
#[derive(Clone, Debug)]
pub(super) struct PhaseToRejudge {
    /// With its edition.
    pub(super) phase: PhaseLine,
    /// The recorded position after it, and the name of that phase.
    pub(super) recorded_after: Placement,
    pub(super) recorded_next: String,
}

/// One sentence per difference.
pub(super) fn differences(board: &Board, phases: &[PhaseToRejudge]) -> Vec<String> {
    let notation = Notation::new(board);
    let mut found = Vec::new();
    for phase in phases {
        match judge(&notation, &phase.phase) {
            Ok(after) => compare(&notation, phase, &after, &mut found),
            Err(error) => found.push(format!("{}: it cannot be judged: {error:#}", phase.phase.phase)),
        }
    }
    found
}

fn judge(notation: &Notation<'_>, phase: &PhaseLine) -> anyhow::Result<Position> {
    let InputPhase { position, closed, edition, orders } = phase_input::turn(notation, &phase.borrowed())?;
    let board = notation.board().with_closed(&closed);
    let notation = Notation::new(&board);
    let orders: Vec<(Power, &str)> = orders.iter().map(|(power, text)| (*power, text.as_str())).collect();
    Ok(frames::judge_phase(&notation, edition.context("the phase names no rules")?, &position, &orders).after)
}

fn phase_name(position: &Position) -> String {
    match position.winner {
        Some(_) => "COMPLETED".to_owned(),
        None => position.phase.key(),
    }
}

fn compare(notation: &Notation<'_>, phase: &PhaseToRejudge, judged: &Position, found: &mut Vec<String>) {
    let (this, next) = (&phase.phase.phase, phase_name(judged));
    // A game that ended by agreement has no next phase.
    if phase.recorded_next != "COMPLETED" && next != phase.recorded_next {
        found.push(format!(
            "{this}: recorded as followed by {}, judged as followed by {next}",
            phase.recorded_next
        ));
    }
    let (recorded, judged) = (phase.recorded_after.facts(), Placement::of(notation, judged).facts());
    for thing in recorded.difference(&judged) {
        found.push(format!("{this}: recorded and not judged so: {thing}"));
    }
    for thing in judged.difference(&recorded) {
        found.push(format!("{this}: judged and not recorded so: {thing}"));
    }
}

/// The phases of a game in our own stored form.
pub(super) fn phases(board: &Board, charter: &Charter, records: &[&Record]) -> Vec<PhaseToRejudge> {
    let edition = charter.settings().edition;
    let phase = |record: &&Record| {
        let notation = Notation::new(record.board(charter.seating(), board));
        let Resolution { after, .. } = &record.resolution;
        PhaseToRejudge {
            phase: PhaseLine::of_resolution(&notation, edition, &record.resolution),
            recorded_after: Placement::of(&notation, after),
            recorded_next: phase_name(after),
        }
    };
    records.iter().map(phase).collect()
}

//! Describes a game as text for comparison with a snapshot. The words do not depend on names in the code, so
//! that a snapshot changes only if the stored data is read differently.

use std::fmt::Write as _;

use game::{Event, Fact, Game, MessageFact, Record, RecordStatus, Viewer};
use rules::{Board, Position, RuledOrders, Ruling, Unit, UnitKind};

/// The kind of fact in a record.
pub(crate) fn kind(record: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(record).unwrap();
    let fact = &value["fact"];
    let name = fact.as_str().or_else(|| fact.as_object()?.keys().next().map(String::as_str));
    name.unwrap().to_owned()
}

/// A record as version 0.2.0 and older wrote it: without the locations of units after the phase.
pub(crate) fn without_locations_after(record: &str) -> String {
    let Some((head, tail)) = record.split_once(",\"stands\":") else { return record.to_owned() };
    let mut values = serde_json::Deserializer::from_str(tail).into_iter::<serde_json::Value>();
    values.next().unwrap().unwrap();
    format!("{head}{}", &tail[values.byte_offset()..])
}

/// Describes the history of a game and its position.
pub(crate) fn describe_game(board: &Board, game: &Game, events: &[Event]) -> String {
    let mut out = String::new();
    let settings = game.charter().settings();
    let seats = game.charter().seating();
    writeln!(out, "{}, {} players, edition {}", settings.title, seats.len(), settings.edition.key()).unwrap();
    writeln!(out, "version {}, due {:?}", game.version(), game.due().map(|due| due.seconds())).unwrap();
    let view = game.view(Viewer::Master);
    for (record, counts) in &view.history {
        let undone = if *counts == RecordStatus::Undone { ", undone" } else { "" };
        writeln!(out, "record {}{undone}", record.number).unwrap();
        describe_record(board, record, &mut out);
    }
    for event in events {
        if let Fact::Message(MessageFact::Sent(message)) = &event.fact {
            writeln!(out, "said at {}: {}", message.at.seconds(), message.text).unwrap();
        }
    }
    if let Some(there) = &view.board {
        describe_position(board, &there.position, &mut out);
    }
    out
}

fn describe_record(board: &Board, record: &Record, out: &mut String) {
    match &record.resolution.ruled_orders {
        RuledOrders::Movement { .. } => {
            for (of, order, ruled) in record.resolution.movement_rulings() {
                let given = if order.is_some() { "ordered" } else { "no order" };
                writeln!(out, "  {} {given}: {}", unit(board, of), ruling(board, ruled)).unwrap();
            }
        }
        RuledOrders::Retreats { .. } => {
            for (dislodged, _, ruled) in record.resolution.retreat_rulings(board) {
                writeln!(out, "  {} retreats: {}", unit(board, &dislodged.unit), ruling(board, ruled))
                    .unwrap();
            }
        }
        RuledOrders::Adjustments(entries) => {
            for entry in entries {
                let power = board.power_key(entry.power);
                writeln!(out, "  {power} adjusts: {}", ruling(board, &entry.ruling)).unwrap();
            }
        }
    }
}

fn describe_position(board: &Board, position: &Position, out: &mut String) {
    for power in board.powers() {
        let units = position.forces.units().iter().filter(|unit| unit.power == power);
        let units: Vec<String> = units.map(|one| unit(board, one)).collect();
        let centres = position.owners.centres_of(power).map(|centre| board.province_key(centre));
        let away = if position.players.in_disorder(power) { " (in disorder)" } else { "" };
        writeln!(
            out,
            "{}{away}: {}; owns {}",
            board.power_key(power),
            units.join(", "),
            centres.collect::<Vec<_>>().join(" ")
        )
        .unwrap();
    }
}

fn unit(board: &Board, unit: &Unit) -> String {
    let letter = match unit.kind {
        UnitKind::Army => "A",
        UnitKind::Fleet => "F",
    };
    format!("{} {letter} {}", board.power_key(unit.power), board.location_key(unit.location))
}

fn ruling(board: &Board, ruling: &Ruling) -> String {
    let outcome = match ruling.outcome {
        rules::Outcome::Succeeds => "succeeds",
        rules::Outcome::Fails => "fails",
        rules::Outcome::Void => "void",
    };
    let mut text = format!("{outcome}, {}", ruling.because.key());
    for province in ruling.because.province().into_iter().chain(ruling.dislodged_from) {
        text.push(' ');
        text.push_str(board.province_key(province));
    }
    text
}

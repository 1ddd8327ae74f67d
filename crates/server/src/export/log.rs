//! Export as our own log (JSON Lines): one line for the game, then one per phase, message and public notice.

use game::{Game, View};
use interchange::{LogLine, PhaseLine, WithPhase};
use notation::Notation;
use serde::Serialize;

use crate::content::{Content, LanguagePack};
use crate::to_wire;
use crate::wire::{LogEntry, MessageView, RecordView, SettingsBody, StateView};

/// The version of the format.
const VERSION: u32 = 1;

#[derive(Debug, Serialize)]
struct Header<'a> {
    v: u32,
    variant: &'a str,
    settings: Box<SettingsBody>,
    seats: Vec<Vec<String>>,
    state: StateView,
}

type ExportLine<'a> =
    LogLine<Box<WithPhase<Header<'a>>>, Box<WithPhase<RecordView>>, Box<MessageView>, LogEntry>;

pub(crate) fn write(content: &Content, voice: &LanguagePack, game: &Game, view: &View) -> String {
    let board = content.board();
    let seating = game.charter().seating();
    let edition = view.settings.edition;
    let keys = |seat| seating.powers(seat).iter().map(|power| board.power_key(*power).to_owned()).collect();
    let head = Header {
        v: VERSION,
        variant: content.key(),
        settings: Box::new(to_wire::settings::settings(&view.settings)),
        seats: seating.seats().map(keys).collect(),
        state: to_wire::view::state(view),
    };
    let now = view.board.as_ref().map(|now| {
        let board = seating.board(board, now.neutrality);
        PhaseLine::of_position(&Notation::new(board), edition, &now.position)
    });
    let first = ExportLine::Detente(Box::new(WithPhase { sent: head, adjudicate: now }));
    let records = view.history.iter().map(|(record, counts)| {
        let board = record.board(seating, board);
        let phase = PhaseLine::of_resolution(&Notation::new(board), edition, &record.resolution);
        let sent = to_wire::record::record(board, voice, record, *counts);
        ExportLine::Record(Box::new(WithPhase { sent, adjudicate: Some(phase) }))
    });
    let messages = view.messages.iter().enumerate();
    let messages = messages.map(|(i, message)| {
        ExportLine::Message(Box::new(to_wire::messages::message(board, i + 1, message, false)))
    });
    let notices =
        view.log.iter().map(|entry| ExportLine::Notice(to_wire::log::log_entry(board, entry.0, &entry.1)));
    let mut out = String::new();
    for line in std::iter::once(first).chain(records).chain(messages).chain(notices) {
        out.push_str(&serde_json::to_string(&line).unwrap_or_default());
        out.push('\n');
    }
    out
}

//! One phase, revealed: orders, rulings and the sentence for each, told from what was stored.

use game::{Counts, Record};
use language::explain::Sentence;
use language::{Command, Style};
use rules::{Board, Order, Position, Province, Resolution, Rule, Ruling, Unit};

use super::deeds;
use super::position::{position, unit};
use crate::wire::{AdjustmentView, RecordSummary, RecordView, RuledView};
use crate::world::Voice;

pub(crate) fn summary(board: &Board, record: &Record, counts: Counts) -> RecordSummary {
    RecordSummary {
        number: record.number,
        phase: record.phase().key(),
        at: record.at.seconds(),
        undone: counts == Counts::Undone,
        centres: board
            .powers()
            .map(|power| (board.power_key(power).to_owned(), record.resolution.after.owners.count(power)))
            .collect(),
    }
}

/// `board` is the one that the phase was played on.
pub(crate) fn record(board: &Board, voice: &Voice, record: &Record, counts: Counts) -> RecordView {
    let resolution = &record.resolution;
    // A movement phase has no retreats, and a retreat phase no moves.
    let mut ruled = movement(board, voice, resolution);
    ruled.extend(retreats(board, voice, resolution));
    ruled.sort_by(|a, b| (&a.unit.power, &a.unit.at).cmp(&(&b.unit.power, &b.unit.at)));
    RecordView {
        number: record.number,
        phase: record.phase().key(),
        title: voice.explainer.title(record.phase()),
        at: record.at.seconds(),
        undone: counts == Counts::Undone,
        before: position(board, &resolution.before),
        after: position(board, &resolution.after),
        ruled,
        adjustments: adjustments(board, voice, resolution),
    }
}

fn movement(board: &Board, voice: &Voice, resolution: &Resolution) -> Vec<RuledView> {
    let ruled = resolution.moves().enumerate().map(|(slot, (unit, order, ruling))| {
        let at = board.province_of(unit.location);
        let words = Words {
            command: Some(Command::Order { unit: *unit, order: order.copied().unwrap_or(Order::Hold) }),
            deed: order.map(|order| deeds::order(board, at, order)),
            sentence: voice.explainer.movement_sentence(board, resolution, slot),
            fallen: voice.explainer.dislodgement_sentence(resolution, slot).map(|sentence| sentence.text),
        };
        view(board, voice, &resolution.before, unit, ruling, words)
    });
    ruled.collect()
}

fn retreats(board: &Board, voice: &Voice, resolution: &Resolution) -> Vec<RuledView> {
    let ruled = resolution.retreats(board).enumerate().map(|(i, (fallen, order, ruling))| {
        let unit = fallen.unit;
        let words = Words {
            command: order.map(|order| Command::Retreat { unit, order: *order }),
            deed: order.map(|order| deeds::retreat(board, board.province_of(unit.location), order)),
            sentence: voice.explainer.retreat_sentence(resolution, i),
            fallen: None,
        };
        view(board, voice, &resolution.before, &unit, ruling, words)
    });
    ruled.collect()
}

fn adjustments(board: &Board, voice: &Voice, resolution: &Resolution) -> Vec<AdjustmentView> {
    let forces = &resolution.before.forces;
    let ruled = resolution.adjustments().iter().map(|one| {
        let command = Command::Entry(one.entry);
        let sentence = voice.explainer.adjustment_sentence(forces, one);
        AdjustmentView {
            power: board.power_key(one.power).to_owned(),
            deed: deeds::entry(board, one.power, &one.entry),
            long: voice.writer.write(&command, forces, Style::Long),
            short: voice.writer.write(&command, forces, Style::Short),
            outcome: one.ruling.outcome.key().to_owned(),
            because: one.ruling.because.key().to_owned(),
            sentence: sentence.map(|sentence| sentence.text).unwrap_or_default(),
        }
    });
    ruled.collect()
}

struct Words {
    command: Option<Command>,
    deed: Option<crate::wire::Deed>,
    sentence: Option<Sentence>,
    fallen: Option<String>,
}

fn view(
    board: &Board,
    voice: &Voice,
    before: &Position,
    of: &Unit,
    ruling: &Ruling,
    words: Words,
) -> RuledView {
    let write =
        |style| words.command.as_ref().map(|command| voice.writer.write(command, &before.forces, style));
    let rule: Option<Rule> = ruling.because.rule();
    RuledView {
        unit: unit(board, of),
        long: write(Style::Long).unwrap_or_default(),
        short: write(Style::Short).unwrap_or_default(),
        deed: words.deed,
        outcome: ruling.outcome.key().to_owned(),
        because: ruling.because.key().to_owned(),
        cause: ruling.because.province().map(|cause: Province| board.province_key(cause).to_owned()),
        rule: rule.map(Rule::number),
        rule_text: rule.map(|rule| voice.explainer.rule(rule).to_owned()),
        sentence: words.sentence.map(|sentence| sentence.text).unwrap_or_default(),
        dislodged_from: ruling.dislodged_from.map(|from| board.province_key(from).to_owned()),
        dislodged_sentence: words.fallen,
    }
}

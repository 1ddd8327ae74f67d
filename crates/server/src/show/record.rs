//! One phase, revealed: orders, rulings and the sentence for each, told from what was stored.

use game::{Counts, Record, Ruled, RuledOrder};
use language::explain::{Movement, Retreats, Sentence};
use language::{Command, Style};
use rules::{Board, Location, Order, Outcome, Position, Province, Rule, Ruling, Sheet, Verdict};

use super::deeds;
use super::position::{position, unit};
use crate::wire::{AdjustmentView, RecordSummary, RecordView, RuledView};
use crate::world::{Voice, World};

pub(crate) fn summary(board: &Board, record: &Record, counts: Counts) -> RecordSummary {
    RecordSummary {
        number: record.number,
        phase: record.phase().key(),
        at: record.at.seconds(),
        undone: counts == Counts::Undone,
        centres: board
            .powers()
            .map(|power| (board.power_key(power).to_owned(), record.after.owners.count(power)))
            .collect(),
    }
}

pub(crate) fn record(world: &World, voice: &Voice, record: &Record, counts: Counts) -> RecordView {
    let board = world.board();
    let mut ruled = Vec::new();
    let mut adjustments = Vec::new();
    match &record.ruled {
        Ruled::Movement(orders) => ruled = movement(board, voice, record, orders),
        Ruled::Retreats(orders) => {
            let mut sheet = Sheet::new(board);
            let mut rulings = Vec::new();
            for one in orders {
                if let Some(order) = one.order {
                    sheet.set(board.province_of(one.unit.location), order);
                }
                rulings.push(one.ruling);
            }
            let told = Retreats { dislodged: &record.before.dislodged, orders: &sheet, rulings: &rulings };
            for (i, one) in orders.iter().enumerate() {
                let sentence = voice.explainer.retreat_sentence(&told, i);
                let at = board.province_of(one.unit.location);
                let command = one.order.map(|order| Command::Retreat { unit: one.unit, order });
                let deed = one.order.map(|order| deeds::retreat(board, at, &order));
                let words = Words { command, deed, sentence, fallen: None };
                ruled.push(view(board, voice, &record.before, &one.unit, &one.ruling, words));
            }
        }
        Ruled::Adjustments(list) => {
            for one in list {
                let command = Command::Entry(one.entry);
                let sentence = voice.explainer.adjustment_sentence(&record.before.forces, one);
                adjustments.push(AdjustmentView {
                    power: board.power_key(one.power).to_owned(),
                    deed: deeds::entry(board, one.power, &one.entry),
                    long: voice.writer.write(&command, &record.before.forces, Style::Long),
                    short: voice.writer.write(&command, &record.before.forces, Style::Short),
                    outcome: outcome(one.ruling.outcome).to_owned(),
                    because: one.ruling.because.key().to_owned(),
                    sentence: sentence.map(|sentence| sentence.text).unwrap_or_default(),
                });
            }
        }
    }
    ruled.sort_by(|a, b| (&a.unit.power, &a.unit.at).cmp(&(&b.unit.power, &b.unit.at)));
    RecordView {
        number: record.number,
        phase: record.phase().key(),
        title: voice.explainer.title(record.phase()),
        at: record.at.seconds(),
        undone: counts == Counts::Undone,
        before: position(board, &record.before),
        after: position(board, &record.after),
        ruled,
        adjustments,
    }
}

fn movement(board: &Board, voice: &Voice, record: &Record, orders: &[RuledOrder]) -> Vec<RuledView> {
    let sheet = sheet(board, orders);
    let verdict = verdict(board, record, orders);
    let told = Movement {
        forces: &record.before.forces,
        table: &record.before.table,
        orders: &sheet,
        verdict: &verdict,
    };
    let mut views = Vec::new();
    for (slot, one) in orders.iter().enumerate() {
        let at = board.province_of(one.unit.location);
        let words = Words {
            command: Some(Command::Order { unit: one.unit, order: one.order.unwrap_or(Order::Hold) }),
            deed: one.order.map(|order| deeds::order(board, at, &order)),
            sentence: voice.explainer.movement_sentence(&told, slot),
            fallen: voice.explainer.dislodgement_sentence(&told, slot).map(|sentence| sentence.text),
        };
        views.push(view(board, voice, &record.before, &one.unit, &one.ruling, words));
    }
    views
}

/// The orders of a movement phase as one sheet.
pub(crate) fn sheet(board: &Board, orders: &[RuledOrder]) -> Sheet<Order> {
    let mut sheet = Sheet::new(board);
    for one in orders {
        if let Some(order) = one.order {
            sheet.set(board.province_of(one.unit.location), order);
        }
    }
    sheet
}

/// The verdict as it was given then.
pub(crate) fn verdict(board: &Board, record: &Record, orders: &[RuledOrder]) -> Verdict {
    let stands = orders.iter().map(|one| stand(board, record, one)).collect();
    let rulings: Vec<Ruling> = orders.iter().map(|one| one.ruling).collect();
    let fallen = orders.iter().enumerate().filter(|(_, one)| one.ruling.dislodged_from.is_some());
    let dislodged = fallen.map(|(slot, one)| {
        let at = board.province_of(one.unit.location);
        let open = record.after.fallen(board, at).map_or(&[][..], |fallen| fallen.open.as_slice());
        (slot, open)
    });
    Verdict::recall(rulings, stands, dislodged)
}

fn stand(board: &Board, record: &Record, one: &RuledOrder) -> Location {
    let moved = match one.order {
        Some(Order::Move { to, .. }) if one.ruling.outcome == Outcome::Succeeds => board.province_of(to),
        Some(
            Order::Move { .. }
            | Order::Hold
            | Order::SupportHold { .. }
            | Order::SupportMove { .. }
            | Order::Convoy { .. },
        )
        | None => return one.unit.location,
    };
    record.after.forces.at(moved).map_or(one.unit.location, |unit| unit.location)
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
    of: &rules::Unit,
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
        outcome: outcome(ruling.outcome).to_owned(),
        because: ruling.because.key().to_owned(),
        cause: ruling.because.province().map(|cause: Province| board.province_key(cause).to_owned()),
        rule: rule.map(Rule::number),
        rule_text: rule.map(|rule| voice.explainer.rule(rule).to_owned()),
        sentence: words.sentence.map(|sentence| sentence.text).unwrap_or_default(),
        dislodged_from: ruling.dislodged_from.map(|from| board.province_key(from).to_owned()),
        dislodged_sentence: words.fallen,
    }
}

pub(crate) const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Succeeds => "succeeds",
        Outcome::Fails => "fails",
        Outcome::Void => "void",
    }
}

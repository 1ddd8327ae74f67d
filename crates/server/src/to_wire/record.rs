//! A resolved phase as a wire type: orders, rulings and a sentence for each, from the stored record.

use game::{Record, RecordStatus};
use language::explain::Sentence;
use language::{AnyOrder, Style};
use rules::{Board, Edition, Order, Phase, Position, Power, Province, Resolution, Rule, Ruling, Unit};

use super::orders;
use super::position::{position, unit};
use crate::content::LanguagePack;
use crate::course;
use crate::wire::{AdjustmentView, BalanceView, RecordSummary, RecordView, RulingView, SectionView};

pub(crate) fn summary(board: &Board, record: &Record, counts: RecordStatus) -> RecordSummary {
    RecordSummary {
        number: record.number,
        phase: record.phase().key(),
        at: record.at.seconds(),
        undone: counts == RecordStatus::Undone,
        centres: board
            .powers()
            .map(|power| (board.power_key(power).to_owned(), record.resolution.after.owners.count(power)))
            .collect(),
    }
}

/// `board` is the board of that phase, with its closed provinces.
pub(crate) fn record(
    board: &Board,
    voice: &LanguagePack,
    record: &Record,
    counts: RecordStatus,
) -> RecordView {
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
        undone: counts == RecordStatus::Undone,
        before: position(board, &resolution.before),
        after: position(board, &resolution.after),
        ruled,
        adjustments: adjustments(board, voice, resolution),
        balances: balances(board, voice, resolution),
        sections: sections(board, voice, resolution),
    }
}

fn balances(board: &Board, voice: &LanguagePack, resolution: &Resolution) -> Vec<BalanceView> {
    if !matches!(resolution.before.phase, Phase::Adjustment { .. }) {
        return Vec::new();
    }
    // Editions differ in which units are removed, not in how many.
    let judge = resolution.before.adjustment_judge(board, Edition::Y2000);
    let unequal = board.powers().filter(|power| judge.centres_minus_units(*power) != 0);
    let balance = |power: Power| BalanceView {
        power: board.power_key(power).to_owned(),
        sentence: voice.explainer.balance_sentence(&judge, power).text,
    };
    unequal.map(balance).collect()
}

fn sections(board: &Board, voice: &LanguagePack, resolution: &Resolution) -> Vec<SectionView> {
    let sections = voice.explainer.working_order(board, resolution).into_iter();
    let key = |province: Province| board.province_key(province).to_owned();
    sections.map(|(title, at)| SectionView { title, at: at.into_iter().map(key).collect() }).collect()
}

fn movement(board: &Board, voice: &LanguagePack, resolution: &Resolution) -> Vec<RulingView> {
    let ruled = resolution.movement_rulings().enumerate().map(|(slot, (unit, order, ruling))| {
        let at = board.province_of(unit.location);
        let words = OrderWords {
            command: Some(AnyOrder::Order { unit: *unit, order: order.copied().unwrap_or(Order::Hold) }),
            deed: order.map(|order| orders::movement_entry(board, at, order)),
            sentence: voice.explainer.movement_sentence(board, resolution, slot),
            dislodged_sentence: voice
                .explainer
                .dislodgement_sentence(resolution, slot)
                .map(|sentence| sentence.text),
        };
        ruling_view(board, voice, &resolution.before, unit, ruling, words)
    });
    ruled.collect()
}

fn retreats(board: &Board, voice: &LanguagePack, resolution: &Resolution) -> Vec<RulingView> {
    let ruled = resolution.retreat_rulings(board).enumerate().map(|(i, (dislodged, order, ruling))| {
        let unit = dislodged.unit;
        let words = OrderWords {
            command: order.map(|order| AnyOrder::Retreat { unit, order: *order }),
            deed: order.map(|order| orders::retreat_entry(board, board.province_of(unit.location), order)),
            sentence: voice.explainer.retreat_sentence(resolution, i),
            dislodged_sentence: None,
        };
        ruling_view(board, voice, &resolution.before, &unit, ruling, words)
    });
    ruled.collect()
}

fn adjustments(board: &Board, voice: &LanguagePack, resolution: &Resolution) -> Vec<AdjustmentView> {
    let Position { forces, players, .. } = &resolution.before;
    let ruled = resolution.adjustment_rulings().iter().map(|one| {
        let command = AnyOrder::Adjustment(one.order);
        let sentence = voice.explainer.adjustment_sentence(forces, players, one);
        AdjustmentView {
            power: board.power_key(one.power).to_owned(),
            deed: orders::adjustment_entry(board, one.power, &one.order),
            long: voice.writer.write(&command, forces, Style::Long),
            short: voice.writer.write(&command, forces, Style::Short),
            outcome: one.ruling.outcome.key().to_owned(),
            because: one.ruling.because.key().to_owned(),
            sentence: sentence.map(|sentence| sentence.text).unwrap_or_default(),
        }
    });
    ruled.collect()
}

struct OrderWords {
    command: Option<AnyOrder>,
    deed: Option<crate::wire::OrderEntry>,
    sentence: Option<Sentence>,
    dislodged_sentence: Option<String>,
}

fn ruling_view(
    board: &Board,
    voice: &LanguagePack,
    before: &Position,
    of: &Unit,
    ruling: &Ruling,
    words: OrderWords,
) -> RulingView {
    let write =
        |style| words.command.as_ref().map(|command| voice.writer.write(command, &before.forces, style));
    let rule: Option<Rule> = ruling.because.rule();
    RulingView {
        unit: unit(board, of),
        long: write(Style::Long).unwrap_or_default(),
        short: write(Style::Short).unwrap_or_default(),
        deed: words.deed,
        outcome: ruling.outcome.key().to_owned(),
        because: ruling.because.key().to_owned(),
        cause: ruling.because.province().map(|cause: Province| board.province_key(cause).to_owned()),
        rule: rule.map(Rule::number),
        rule_text: rule.map(|rule| voice.explainer.rule(rule).to_owned()),
        lesson: course::lesson_about(ruling.because).map(str::to_owned),
        sentence: words.sentence.map(|sentence| sentence.text).unwrap_or_default(),
        dislodged_from: ruling.dislodged_from.map(|from| board.province_key(from).to_owned()),
        dislodged_sentence: words.dislodged_sentence,
    }
}

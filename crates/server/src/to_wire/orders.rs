//! Orders as wire types, with their text.

use game::{BoardFact, ConditionPart, PlanAhead};
use language::{AnyOrder, OrderWriter, ReadingProblem, Style};
use rules::{
    AdjustmentOrder, Board, Illegality, Order, Orders, Passage, Position, Power, Province, RetreatOrder,
};

use crate::content::LanguagePack;
use crate::wire::{
    BoardFactBody, ByKey, ConditionBody, LineResult, LineStatus, OrderEntry, PlanBody, SheetLine,
};

/// All orders of a sheet.
pub(crate) fn sheet(
    board: &Board,
    voice: &LanguagePack,
    position: &Position,
    paper: &Orders,
) -> Vec<SheetLine> {
    match paper {
        Orders::Movement(sheet) => sheet
            .iter()
            .filter_map(|(at, order)| {
                let unit = *position.forces.at(at)?;
                Some(sheet_line(board, voice, position, unit.power, &AnyOrder::Order { unit, order: *order }))
            })
            .collect(),
        Orders::Retreats(sheet) => sheet
            .iter()
            .filter_map(|(at, order)| {
                let unit = position.dislodged_at(board, at)?.unit;
                Some(sheet_line(
                    board,
                    voice,
                    position,
                    unit.power,
                    &AnyOrder::Retreat { unit, order: *order },
                ))
            })
            .collect(),
        Orders::Adjustments(entries) => entries
            .iter()
            .map(|(power, entry)| sheet_line(board, voice, position, *power, &AnyOrder::Adjustment(*entry)))
            .collect(),
    }
}

/// A plan for the next movement. It has no texts: nobody knows yet which units it will be for.
pub(crate) fn plan(board: &Board, plan: &PlanAhead) -> PlanBody {
    let key = |province: Province| board.province_key(province).to_owned();
    let condition = |part: &ConditionPart| ConditionBody {
        is: ByKey(part.negation),
        fact: match part.fact {
            BoardFact::HeldBy(at, power) => {
                BoardFactBody::HeldBy { at: key(at), power: board.power_key(power).to_owned() }
            }
            BoardFact::Empty(at) => BoardFactBody::Empty { at: key(at) },
            BoardFact::OwnUnit(at) => BoardFactBody::OwnUnit { at: key(at) },
        },
    };
    PlanBody {
        join: ByKey(plan.condition.join),
        when: plan.condition.parts.iter().map(condition).collect(),
        deeds: plan.orders.iter().map(|(at, order)| movement_entry(board, at, order)).collect(),
    }
}

/// A refused entry of a list, by its index.
pub(crate) fn refused_entry(writer: &OrderWriter<'_>, (entry, problem): (usize, Illegality)) -> LineResult {
    let problem = ReadingProblem::Illegal(problem);
    let result = LineStatus::Refused {
        problem: problem.key().to_owned(),
        message: writer.problem(problem).to_owned(),
        suggestions: Vec::new(),
    };
    LineResult { line: entry + 1, start: 0, end: 0, result }
}

/// One order with its long and its short text.
pub(crate) fn sheet_line(
    board: &Board,
    voice: &LanguagePack,
    position: &Position,
    power: Power,
    command: &AnyOrder,
) -> SheetLine {
    SheetLine {
        deed: order_entry(board, power, command),
        long: voice.writer.write(command, &position.forces, Style::Long),
        short: voice.writer.write(command, &position.forces, Style::Short),
    }
}

pub(crate) fn order_entry(board: &Board, power: Power, command: &AnyOrder) -> OrderEntry {
    match command {
        AnyOrder::Order { unit, order: given } => {
            movement_entry(board, board.province_of(unit.location), given)
        }
        AnyOrder::Retreat { unit, order } => retreat_entry(board, board.province_of(unit.location), order),
        AnyOrder::Adjustment(given) => adjustment_entry(board, power, given),
    }
}

pub(crate) fn movement_entry(board: &Board, at: Province, order: &Order) -> OrderEntry {
    let key = |province| board.province_key(province).to_owned();
    let at = key(at);
    match *order {
        Order::Hold => OrderEntry::Hold { at },
        Order::Move { to, passage } => OrderEntry::Move {
            at,
            to: board.location_key(to).to_owned(),
            by_convoy: match passage {
                Passage::Unstated => false,
                Passage::Convoy => true,
            },
        },
        Order::SupportHold { of } => OrderEntry::SupportHold { at, of: key(of) },
        Order::SupportMove { from, to } => {
            OrderEntry::SupportMove { at, from: key(from), to: board.location_key(to).to_owned() }
        }
        Order::Convoy { from, to } => OrderEntry::Convoy { at, from: key(from), to: key(to) },
    }
}

pub(crate) fn retreat_entry(board: &Board, at: Province, order: &RetreatOrder) -> OrderEntry {
    let at = board.province_key(at).to_owned();
    match order {
        RetreatOrder::To(to) => OrderEntry::Retreat { at, to: board.location_key(*to).to_owned() },
        RetreatOrder::Disband => OrderEntry::Disband { at },
    }
}

pub(crate) fn adjustment_entry(board: &Board, power: Power, entry: &AdjustmentOrder) -> OrderEntry {
    let power = board.power_key(power).to_owned();
    match *entry {
        AdjustmentOrder::Build { kind: of, at } => {
            OrderEntry::Build { power, kind: ByKey(of), at: board.location_key(at).to_owned() }
        }
        AdjustmentOrder::Remove { at } => OrderEntry::Remove { at: board.province_key(at).to_owned() },
        AdjustmentOrder::Waive => OrderEntry::Waive { power },
    }
}

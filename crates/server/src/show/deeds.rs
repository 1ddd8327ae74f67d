//! Entries of a sheet with their words.

use language::{Command, ReadingProblem, Style, Writer};
use rules::{Board, Entry, Illegality, Order, Orders, Passage, Position, Power, Province, RetreatOrder};

use crate::wire::{Deed, LineView, ReadLine, SheetLine, Word};
use crate::world::Voice;

pub(crate) fn paper(board: &Board, voice: &Voice, position: &Position, paper: &Orders) -> Vec<SheetLine> {
    match paper {
        Orders::Movement(sheet) => sheet
            .iter()
            .filter_map(|(at, order)| {
                let unit = *position.forces.at(at)?;
                Some(line(board, voice, position, unit.power, &Command::Order { unit, order: *order }))
            })
            .collect(),
        Orders::Retreats(sheet) => sheet
            .iter()
            .filter_map(|(at, order)| {
                let unit = position.fallen(board, at)?.unit;
                Some(line(board, voice, position, unit.power, &Command::Retreat { unit, order: *order }))
            })
            .collect(),
        Orders::Adjustments(entries) => entries
            .iter()
            .map(|(power, entry)| line(board, voice, position, *power, &Command::Entry(*entry)))
            .collect(),
    }
}

/// An entry of a list that does not count, by its number.
pub(crate) fn refused(writer: &Writer<'_>, (entry, problem): (usize, Illegality)) -> ReadLine {
    let problem = ReadingProblem::Illegal(problem);
    let result = LineView::Refused {
        problem: problem.key().to_owned(),
        message: writer.problem(problem).to_owned(),
        suggestions: Vec::new(),
    };
    ReadLine { line: entry + 1, start: 0, end: 0, result }
}

/// One entry, long and short.
pub(crate) fn line(
    board: &Board,
    voice: &Voice,
    position: &Position,
    power: Power,
    command: &Command,
) -> SheetLine {
    SheetLine {
        deed: deed(board, power, command),
        long: voice.writer.write(command, &position.forces, Style::Long),
        short: voice.writer.write(command, &position.forces, Style::Short),
    }
}

pub(crate) fn deed(board: &Board, power: Power, command: &Command) -> Deed {
    match command {
        Command::Order { unit, order: given } => order(board, board.province_of(unit.location), given),
        Command::Retreat { unit, order } => retreat(board, board.province_of(unit.location), order),
        Command::Entry(given) => entry(board, power, given),
    }
}

pub(crate) fn order(board: &Board, at: Province, order: &Order) -> Deed {
    let key = |province| board.province_key(province).to_owned();
    let at = key(at);
    match *order {
        Order::Hold => Deed::Hold { at },
        Order::Move { to, passage } => Deed::Move {
            at,
            to: board.location_key(to).to_owned(),
            by_convoy: match passage {
                Passage::Unstated => false,
                Passage::Convoy => true,
            },
        },
        Order::SupportHold { of } => Deed::SupportHold { at, of: key(of) },
        Order::SupportMove { from, to } => {
            Deed::SupportMove { at, from: key(from), to: board.location_key(to).to_owned() }
        }
        Order::Convoy { from, to } => Deed::Convoy { at, from: key(from), to: key(to) },
    }
}

pub(crate) fn retreat(board: &Board, at: Province, order: &RetreatOrder) -> Deed {
    let at = board.province_key(at).to_owned();
    match order {
        RetreatOrder::To(to) => Deed::Retreat { at, to: board.location_key(*to).to_owned() },
        RetreatOrder::Disband => Deed::Disband { at },
    }
}

pub(crate) fn entry(board: &Board, power: Power, entry: &Entry) -> Deed {
    let power = board.power_key(power).to_owned();
    match *entry {
        Entry::Build { kind: of, at } => {
            Deed::Build { power, kind: Word(of), at: board.location_key(at).to_owned() }
        }
        Entry::Remove { at } => Deed::Remove { at: board.province_key(at).to_owned() },
        Entry::Waive => Deed::Waive { power },
    }
}

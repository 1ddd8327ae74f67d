//! A list of entries becomes the orders of a phase.

use rules::{Board, Entry, Intake, Order, Passage, Position, Power, Province, RetreatOrder, Taken};

use super::command::{location, power};
use crate::refused::{Reason, Refused};
use crate::wire::Deed;

/// No sheet has more lines: a unit has one.
pub(crate) const MOST_DEEDS: usize = 200;

/// Takes these entries in for the powers of one seat. A place that does not exist is an error of the program
/// that sent it, and the whole list is refused; everything else is decided entry by entry.
pub(crate) fn take(
    board: &Board,
    position: &Position,
    powers: &[Power],
    deeds: &[Deed],
) -> Result<Taken, Refused> {
    if deeds.len() > MOST_DEEDS {
        return Err(Reason::TooManyEntries.bound(MOST_DEEDS));
    }
    let mut intake = Intake::new(board, position, powers);
    for (i, deed) in deeds.iter().enumerate() {
        add(board, &mut intake, i, deed)?;
    }
    Ok(intake.finish())
}

fn add(board: &Board, intake: &mut Intake<'_>, i: usize, deed: &Deed) -> Result<(), Refused> {
    let province = |key: &str| -> Result<Province, Refused> { Ok(board.province_of(location(board, key)?)) };
    match deed {
        Deed::Hold { at } => intake.order(i, None, province(at)?, Order::Hold),
        Deed::Move { at, to, by_convoy } => {
            let passage = if *by_convoy { Passage::Convoy } else { Passage::Unstated };
            intake.order(i, None, province(at)?, Order::Move { to: location(board, to)?, passage });
        }
        Deed::SupportHold { at, of } => {
            intake.order(i, None, province(at)?, Order::SupportHold { of: province(of)? });
        }
        Deed::SupportMove { at, from, to } => {
            let order = Order::SupportMove { from: province(from)?, to: location(board, to)? };
            intake.order(i, None, province(at)?, order);
        }
        Deed::Convoy { at, from, to } => {
            intake.order(i, None, province(at)?, Order::Convoy { from: province(from)?, to: province(to)? });
        }
        Deed::Retreat { at, to } => {
            intake.retreat(i, None, province(at)?, RetreatOrder::To(location(board, to)?));
        }
        Deed::Disband { at } => intake.retreat(i, None, province(at)?, RetreatOrder::Disband),
        Deed::Build { power: key, kind: of, at } => {
            let entry = Entry::Build { kind: of.0, at: location(board, at)? };
            intake.adjust(i, Some(power(board, key)?), entry);
        }
        Deed::Remove { at } => intake.adjust(i, None, Entry::Remove { at: province(at)? }),
        Deed::Waive { power: key } => intake.adjust(i, Some(power(board, key)?), Entry::Waive),
    }
    Ok(())
}

//! A list of structured orders becomes the orders of a phase.

use rules::{
    AdjustmentOrder, Board, CollectedOrders, Order, OrderCollector, Passage, Position, Power, Province,
    RetreatOrder,
};

use super::{location, power};
use crate::refusals::{Reason, Refused};
use crate::wire::OrderEntry;

/// The longest list. A unit needs one entry, so no sheet needs more.
pub(crate) const MAX_ORDERS_PER_LIST: usize = 200;

/// Reads these entries for the powers of one seat. A place that does not exist is an error of the client, so
/// the whole list is refused. Everything else is decided per entry.
pub(crate) fn read_list(
    board: &Board,
    position: &Position,
    powers: &[Power],
    entries: &[OrderEntry],
) -> Result<CollectedOrders, Refused> {
    if entries.len() > MAX_ORDERS_PER_LIST {
        return Err(Reason::TooManyEntries.with_limit(MAX_ORDERS_PER_LIST));
    }
    let mut intake = OrderCollector::new(board, position, powers);
    for (i, deed) in entries.iter().enumerate() {
        add(board, &mut intake, i, deed)?;
    }
    Ok(intake.finish())
}

fn add(board: &Board, intake: &mut OrderCollector<'_>, i: usize, entry: &OrderEntry) -> Result<(), Refused> {
    let province = |key: &str| -> Result<Province, Refused> { Ok(board.province_of(location(board, key)?)) };
    match entry {
        OrderEntry::Hold { at } => intake.add_order(i, None, province(at)?, Order::Hold),
        OrderEntry::Move { at, to, by_convoy } => {
            let passage = if *by_convoy { Passage::Convoy } else { Passage::Unstated };
            intake.add_order(i, None, province(at)?, Order::Move { to: location(board, to)?, passage });
        }
        OrderEntry::SupportHold { at, of } => {
            intake.add_order(i, None, province(at)?, Order::SupportHold { of: province(of)? });
        }
        OrderEntry::SupportMove { at, from, to } => {
            let order = Order::SupportMove { from: province(from)?, to: location(board, to)? };
            intake.add_order(i, None, province(at)?, order);
        }
        OrderEntry::Convoy { at, from, to } => {
            intake.add_order(
                i,
                None,
                province(at)?,
                Order::Convoy { from: province(from)?, to: province(to)? },
            );
        }
        OrderEntry::Retreat { at, to } => {
            intake.add_retreat(i, None, province(at)?, RetreatOrder::To(location(board, to)?));
        }
        OrderEntry::Disband { at } => intake.add_retreat(i, None, province(at)?, RetreatOrder::Disband),
        OrderEntry::Build { power: key, kind: of, at } => {
            let entry = AdjustmentOrder::Build { kind: of.0, at: location(board, at)? };
            intake.add_adjustment(i, Some(power(board, key)?), entry);
        }
        OrderEntry::Remove { at } => {
            intake.add_adjustment(i, None, AdjustmentOrder::Remove { at: province(at)? })
        }
        OrderEntry::Waive { power: key } => {
            intake.add_adjustment(i, Some(power(board, key)?), AdjustmentOrder::Waive)
        }
    }
    Ok(())
}

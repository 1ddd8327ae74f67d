//! Decides which orders are marked (underlined) as failed in results (E13).

use rules::{Because, Order, Outcome, Ruling};

/// Whether an order of a movement phase is marked as failed: a hold if the unit is dislodged; a move if it
/// does not arrive; a support if it is cut or matches no order, but not if the supported order fails; a
/// convoy if the fleet is dislodged, but not if another fleet of the chain is.
pub fn is_order_marked_failed(order: Option<&Order>, ruling: &Ruling) -> bool {
    if ruling.outcome == Outcome::Void {
        return true;
    }
    match order {
        Some(Order::Convoy { .. }) => ruling.dislodged_from.is_some(),
        Some(Order::Hold | Order::Move { .. } | Order::SupportHold { .. } | Order::SupportMove { .. })
        | None => ruling.outcome == Outcome::Fails,
    }
}

/// Whether a retreat or an adjustment is marked as failed: a unit is disbanded although its player did not
/// order that, or a build or removal is not possible.
pub fn is_retreat_or_adjustment_marked_failed(ruling: &Ruling) -> bool {
    ruling.outcome != Outcome::Succeeds && ruling.because != Because::NoOrder
}

//! Which orders are marked as failed in results (E13).

use rules::{Because, Order, Outcome, Ruling};

/// Whether an order is underlined: a hold if the unit is dislodged; a move if it does not arrive; a
/// support if it is cut or fits no order, not if the supported order fails; a convoy if the fleet is
/// dislodged, not if another fleet of the chain is.
pub fn is_marked(order: Option<&Order>, ruling: &Ruling) -> bool {
    if ruling.outcome == Outcome::Void {
        return true;
    }
    match order {
        Some(Order::Convoy { .. }) => ruling.dislodged_from.is_some(),
        Some(Order::Hold | Order::Move { .. } | Order::SupportHold { .. } | Order::SupportMove { .. })
        | None => ruling.outcome == Outcome::Fails,
    }
}

/// Whether a retreat or an adjustment is underlined: a unit that was disbanded against its owner's
/// will, an entry that could not be followed.
pub fn is_marked_after_moves(ruling: &Ruling) -> bool {
    ruling.outcome != Outcome::Succeeds && ruling.because != Because::NoOrder
}

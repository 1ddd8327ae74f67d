//! Checks that the orders of a bot are legal and within its budget.

use rules::{
    AdjustmentOrder, Illegality, Legality, Order, Orders, Outcome, Position, Province, RetreatOrder, Sheet,
};

use crate::Seat;

/// A rule violation by a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Violation {
    /// An order for a unit of another player, or for no unit.
    NotItsUnit {
        at: Province,
    },
    Illegal {
        at: Province,
        why: Illegality,
    },
    /// A retreat to a place that is not open.
    NotOpen {
        at: Province,
    },
    /// A build or removal that the judge refuses.
    Refused(AdjustmentOrder),
    OverBudget,
}

/// All violations in the orders of a bot.
pub fn check(seat: &Seat<'_>, orders: &Orders) -> Vec<Violation> {
    match orders {
        Orders::Movement(sheet) => check_orders(seat, seat.position, sheet),
        Orders::Retreats(sheet) => check_retreats(seat, sheet),
        Orders::Adjustments(entries) => {
            let foreign = entries.iter().filter(|(power, _)| !seat.is_own(*power)).map(|(_, entry)| *entry);
            let rulings = seat.adjustments().judge(entries);
            let void = rulings.iter().filter(|a| a.ruling.outcome == Outcome::Void).map(|a| a.order);
            foreign.chain(void).map(Violation::Refused).collect()
        }
    }
}

fn check_orders(seat: &Seat<'_>, position: &Position, sheet: &Sheet<Order>) -> Vec<Violation> {
    let legality = Legality::new(seat.board, &position.forces, seat.edition);
    let fault = |(at, order): (Province, &Order)| match position.forces.at(at) {
        Some(unit) if seat.is_own(unit.power) => {
            legality.check(unit, *order).err().map(|why| Violation::Illegal { at, why })
        }
        Some(_) | None => Some(Violation::NotItsUnit { at }),
    };
    sheet.iter().filter_map(fault).collect()
}

fn check_retreats(seat: &Seat<'_>, sheet: &Sheet<RetreatOrder>) -> Vec<Violation> {
    let fault = |(at, order): (Province, &RetreatOrder)| match seat.position.dislodged_at(seat.board, at) {
        Some(dislodged) if seat.is_own(dislodged.unit.power) => match order {
            RetreatOrder::To(to) if !dislodged.open_retreats.contains(to) => Some(Violation::NotOpen { at }),
            RetreatOrder::To(_) | RetreatOrder::Disband => None,
        },
        Some(_) | None => Some(Violation::NotItsUnit { at }),
    };
    sheet.iter().filter_map(fault).collect()
}

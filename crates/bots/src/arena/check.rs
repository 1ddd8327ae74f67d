//! Whether a bot kept its promises.

use rules::{Entry, Illegality, Legality, Order, Orders, Outcome, Position, Province, RetreatOrder, Sheet};

use crate::Seat;

/// Something that no bot may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misdeed {
    /// An order to somebody else's unit, or to nobody.
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
    Refused(Entry),
    OverBudget,
}

/// Everything that is wrong with what was handed in.
pub fn check(seat: &Seat<'_>, orders: &Orders) -> Vec<Misdeed> {
    match orders {
        Orders::Movement(sheet) => check_orders(seat, seat.position, sheet),
        Orders::Retreats(sheet) => check_retreats(seat, sheet),
        Orders::Adjustments(entries) => {
            let foreign = entries.iter().filter(|(power, _)| !seat.is_own(*power)).map(|(_, entry)| *entry);
            let rulings = seat.accounts().judge(entries);
            let void = rulings.iter().filter(|a| a.ruling.outcome == Outcome::Void).map(|a| a.entry);
            foreign.chain(void).map(Misdeed::Refused).collect()
        }
    }
}

fn check_orders(seat: &Seat<'_>, position: &Position, sheet: &Sheet<Order>) -> Vec<Misdeed> {
    let legality = Legality::new(seat.board, &position.forces, seat.edition);
    let fault = |(at, order): (Province, &Order)| match position.forces.at(at) {
        Some(unit) if seat.is_own(unit.power) => {
            legality.check(unit, *order).err().map(|why| Misdeed::Illegal { at, why })
        }
        Some(_) | None => Some(Misdeed::NotItsUnit { at }),
    };
    sheet.iter().filter_map(fault).collect()
}

fn check_retreats(seat: &Seat<'_>, sheet: &Sheet<RetreatOrder>) -> Vec<Misdeed> {
    let fault = |(at, order): (Province, &RetreatOrder)| match seat.position.fallen(seat.board, at) {
        Some(fallen) if seat.is_own(fallen.unit.power) => match order {
            RetreatOrder::To(to) if !fallen.open.contains(to) => Some(Misdeed::NotOpen { at }),
            RetreatOrder::To(_) | RetreatOrder::Disband => None,
        },
        Some(_) | None => Some(Misdeed::NotItsUnit { at }),
    };
    sheet.iter().filter_map(fault).collect()
}

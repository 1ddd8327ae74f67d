//! The numbers that decided, worked out again from the rulings.
//!
//! A support that succeeded was given, and a given support matches its unit's order: so a unit's
//! strength is one plus the supports for it that succeeded.

use rules::{Board, Order, Outcome, Unit};

use super::Movement;

/// The strengths of one turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strengths<'a> {
    pub(crate) board: &'a Board,
    pub(crate) turn: Movement<'a>,
}

impl Strengths<'_> {
    /// One plus the supports given to what the unit was ordered to do.
    pub(crate) fn of(&self, unit: &Unit) -> usize {
        1 + self.supporters(unit).count()
    }

    /// Of an attack on a unit that stays: that unit's own power cannot help to dislodge it (rule 12).
    pub(crate) fn against(&self, attacker: &Unit, victim: &Unit) -> usize {
        1 + self.supporters(attacker).filter(|supporter| supporter.power != victim.power).count()
    }

    /// Of a unit that stays. Ordered to move, it gets no support to hold (E10a).
    pub(crate) fn defence(&self, unit: &Unit) -> usize {
        if self.turn.is_moving(self.board, unit) { 1 } else { self.of(unit) }
    }

    fn supporters(&self, unit: &Unit) -> impl Iterator<Item = &Unit> {
        let here = self.board.province_of(unit.location);
        let helped =
            move |supporter: &Unit| match self.turn.orders.get(self.board.province_of(supporter.location)) {
                Some(Order::SupportHold { of }) => *of == here,
                Some(Order::SupportMove { from, .. }) => *from == here,
                Some(Order::Hold | Order::Move { .. } | Order::Convoy { .. }) | None => false,
            };
        self.turn.forces.units().iter().zip(self.turn.rulings).filter_map(move |(supporter, ruling)| {
            let given = ruling.outcome == Outcome::Succeeds && is_support(ruling.because);
            (given && helped(supporter)).then_some(supporter)
        })
    }
}

/// A unit without a right to give orders succeeds in holding, whatever is on its sheet (I1).
fn is_support(because: rules::Because) -> bool {
    because != rules::Because::NoOrder
}

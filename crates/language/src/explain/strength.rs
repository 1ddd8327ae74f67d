//! The strengths of units, calculated again from the rulings.
//!
//! A support that succeeded matches the order of the unit that it supports. So a unit's strength is one plus
//! the number of supports for it that succeeded.

use rules::{Board, Order, Outcome, Unit};

use super::Movement;

/// The strengths of the units in one movement phase.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strengths<'a> {
    pub(crate) board: &'a Board,
    pub(crate) movement: Movement<'a>,
}

impl Strengths<'_> {
    /// The strength of a unit's order: one plus the supports for it that succeeded.
    pub(crate) fn of(&self, unit: &Unit) -> usize {
        1 + self.supporters(unit).count()
    }

    /// The strength of an attack on a unit that stays. Supports of that unit's power do not count (rule 12).
    pub(crate) fn against(&self, attacker: &Unit, victim: &Unit) -> usize {
        1 + self.supporters(attacker).filter(|supporter| supporter.power != victim.power).count()
    }

    /// The strength of a unit that stays. A unit that was ordered to move gets no support to hold (E10a).
    pub(crate) fn defence(&self, unit: &Unit) -> usize {
        if self.movement.is_moving(self.board, unit) { 1 } else { self.of(unit) }
    }

    fn supporters(&self, unit: &Unit) -> impl Iterator<Item = &Unit> {
        let here = self.board.province_of(unit.location);
        let helped = move |supporter: &Unit| match self
            .movement
            .orders
            .get(self.board.province_of(supporter.location))
        {
            Some(Order::SupportHold { of }) => *of == here,
            Some(Order::SupportMove { from, .. }) => *from == here,
            Some(Order::Hold | Order::Move { .. } | Order::Convoy { .. }) | None => false,
        };
        self.movement.forces.units().iter().zip(self.movement.rulings).filter_map(
            move |(supporter, ruling)| {
                let given = ruling.outcome == Outcome::Succeeds && follows_order(ruling.because);
                (given && helped(supporter)).then_some(supporter)
            },
        )
    }
}

/// Whether the ruling is about the order on the sheet. A unit in civil disorder holds, and its order is
/// ignored (I1).
fn follows_order(because: rules::Because) -> bool {
    because != rules::Because::NoOrder
}

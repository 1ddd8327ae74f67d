//! What is to be painted.

use rules::{Adjustment, Board, Order, Position, Province, RetreatOrder, Ruling, Sheet, Unit};

/// A position and what was done in it.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// As it was when the orders were written.
    pub position: &'a Position,
    pub deeds: Deeds<'a>,
    /// Units that were driven out and had nowhere to go: the position has them no more.
    pub lost: &'a [Unit],
    /// Written above all else in the legend; the phase if none.
    pub title: Option<&'a str>,
}

/// Orders, with their rulings where there are some.
#[derive(Clone, Copy, Debug)]
pub enum Deeds<'a> {
    None,
    /// Everywhere that the unit in this province can go.
    Reach(Province),
    Movement {
        orders: &'a Sheet<Order>,
        /// By unit slot; empty before the orders were judged.
        rulings: &'a [Ruling],
    },
    Retreats {
        orders: &'a Sheet<RetreatOrder>,
        /// By dislodged unit; empty before the orders were judged.
        rulings: &'a [Ruling],
    },
    Adjustments(&'a [Adjustment]),
}

/// The units that a movement phase destroyed: driven out, and not among those that may retreat.
pub fn lost(board: &Board, before: &Position, rulings: &[Ruling], after: &Position) -> Vec<Unit> {
    let units = before.forces.units().iter().zip(rulings);
    let driven_out = units.filter(|(_, ruling)| ruling.dislodged_from.is_some()).map(|(unit, _)| *unit);
    driven_out.filter(|unit| after.fallen(board, board.province_of(unit.location)).is_none()).collect()
}

impl<'a> Scene<'a> {
    /// A position alone.
    pub const fn of(position: &'a Position) -> Self {
        Self { position, deeds: Deeds::None, lost: &[], title: None }
    }
}

//! What is to be painted.

use rules::{Adjustment, Order, Position, Province, RetreatOrder, Ruling, Sheet};

/// A position and what was done in it.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// As it was when the orders were written.
    pub position: &'a Position,
    pub deeds: Deeds<'a>,
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

impl<'a> Scene<'a> {
    /// A position alone.
    pub const fn of(position: &'a Position) -> Self {
        Self { position, deeds: Deeds::None, title: None }
    }
}

//! Explaining rulings: each as one plain sentence in the reader's language, and whole turns as a
//! commentary in the order in which a person works them out.
//!
//! The code picks a sentence and the facts for it; the words, and the grammar of every place, are
//! the language's files. No rule is judged again here: a sentence tells what the judge found.

mod adjustments;
mod cast;
mod check;
mod commentary;
mod explainer;
mod files;
mod keys;
mod language;
mod marks;
mod movement;
mod play;
mod render;
mod retreats;
mod specimens;
mod speech;
mod strength;
mod template;

use rules::{
    Board, Dislodged, Forces, Location, Order, Outcome, Position, Province, Resolution, Ruled, Ruling, Sheet,
    Table, Unit,
};

pub use commentary::{Commentary, OrderNote, PowerOrders, Remark, RuleNote, Section, SectionKind};
pub use explainer::{Explainer, RefusedLine, Sentence};
pub use keys::{sentences_of, sentences_of_problem};
pub use language::{Language, LanguageFault, LanguageSources};
pub use marks::{is_marked, is_marked_after_moves};
pub use render::Format;

/// The movement phase of a [`Resolution`], taken apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Movement<'a> {
    /// Where the units stood when the orders were given.
    pub(crate) forces: &'a Forces,
    pub(crate) table: &'a Table,
    pub(crate) orders: &'a Sheet<Order>,
    pub(crate) rulings: &'a [Ruling],
    pub(crate) stands: &'a [Location],
    pub(crate) dislodged: &'a [Dislodged],
}

impl<'a> Movement<'a> {
    /// None for other phases.
    pub(crate) fn of(resolution: &'a Resolution) -> Option<Self> {
        match &resolution.ruled {
            Ruled::Movement { orders, rulings, stands, dislodged } => {
                let Position { forces, table, .. } = &resolution.before;
                Some(Self { forces, table, orders, rulings, stands, dislodged })
            }
            Ruled::Retreats { .. } | Ruled::Adjustments(_) => None,
        }
    }

    /// Where a unit goes or tries to go; none if it stays or its order could not be followed.
    pub(crate) fn destination(&self, board: &Board, unit: &Unit) -> Option<Province> {
        let here = board.province_of(unit.location);
        let ruling = self.rulings.get(self.forces.slot(here)?)?;
        match self.orders.get(here) {
            Some(Order::Move { to, .. })
                if ruling.outcome != Outcome::Void && !self.table.in_disorder(unit.power) =>
            {
                Some(board.province_of(*to))
            }
            Some(
                Order::Hold
                | Order::Move { .. }
                | Order::SupportHold { .. }
                | Order::SupportMove { .. }
                | Order::Convoy { .. },
            )
            | None => None,
        }
    }

    pub(crate) fn is_moving(&self, board: &Board, unit: &Unit) -> bool {
        self.destination(board, unit).is_some()
    }
}

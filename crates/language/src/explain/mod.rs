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
    Board, Dislodged, Forces, Order, Outcome, Province, RetreatOrder, Ruling, Sheet, Table, Unit, Verdict,
};

pub use commentary::{Commentary, OrderNote, PowerOrders, Remark, RuleNote, Section, SectionKind};
pub use explainer::{Explainer, RefusedLine, Sentence};
pub use keys::{sentences_of, sentences_of_problem};
pub use language::{Language, LanguageFault, LanguageSources};
pub use marks::{is_marked, is_marked_after_moves};
pub use render::Format;

/// A movement phase that was ruled on.
#[derive(Clone, Copy, Debug)]
pub struct Movement<'a> {
    /// Where the units stood when the orders were given.
    pub forces: &'a Forces,
    pub table: &'a Table,
    pub orders: &'a Sheet<Order>,
    pub verdict: &'a Verdict,
}

/// A retreat phase that was ruled on.
#[derive(Clone, Copy, Debug)]
pub struct Retreats<'a> {
    pub dislodged: &'a [Dislodged],
    pub orders: &'a Sheet<RetreatOrder>,
    /// One for each of the dislodged, in their order.
    pub rulings: &'a [Ruling],
}

impl Movement<'_> {
    /// Where a unit goes or tries to go; none if it stays or its order could not be followed.
    pub(crate) fn destination(&self, board: &Board, unit: &Unit) -> Option<Province> {
        let here = board.province_of(unit.location);
        let ruling = self.verdict.rulings().get(self.forces.slot(here)?)?;
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

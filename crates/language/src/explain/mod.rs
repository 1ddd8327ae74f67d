//! Explains rulings: each ruling as one sentence in the reader's language, and whole phases as a commentary
//! in the order in which a person resolves them.
//!
//! The code chooses a sentence and its facts. The words, and the grammar of every place name, are in the
//! files of the language. No rule is applied again here: a sentence states what the judge decided.

mod adjustments;
mod check_language;
mod commentary;
mod example_facts;
mod example_sentences;
mod explainer;
mod failed_marks;
mod language;
mod language_files;
mod movement_sentences;
mod order_text;
mod render;
mod resolve_and_explain;
mod retreats;
mod sentence_formatter;
mod sentence_keys;
mod strength;
mod template;

use rules::{
    Board, Dislodged, Forces, Location, Order, Outcome, Players, Position, Province, Resolution, RuledOrders,
    Ruling, Sheet, Unit,
};

pub use commentary::{Commentary, OrderNote, PowerOrders, Remark, RuleNote, Section, SectionKind};
pub use explainer::{Explainer, RefusedLine, Sentence};
pub use failed_marks::{is_order_marked_failed, is_retreat_or_adjustment_marked_failed};
pub use language::{Language, LanguageError, LanguageSources};
pub use render::Format;
pub use sentence_keys::{sentence_keys_of_problem, sentence_keys_of_reason};

/// The parts of a [`Resolution`] of a movement phase.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Movement<'a> {
    /// The units before the moves.
    pub(crate) forces: &'a Forces,
    pub(crate) players: &'a Players,
    pub(crate) orders: &'a Sheet<Order>,
    pub(crate) rulings: &'a [Ruling],
    pub(crate) locations_after: &'a [Location],
    pub(crate) dislodged: &'a [Dislodged],
}

impl<'a> Movement<'a> {
    /// None for other phases.
    pub(crate) fn of(resolution: &'a Resolution) -> Option<Self> {
        match &resolution.ruled_orders {
            RuledOrders::Movement { orders, rulings, locations_after, dislodged } => {
                let Position { forces, players, .. } = &resolution.before;
                Some(Self { forces, players, orders, rulings, locations_after, dislodged })
            }
            RuledOrders::Retreats { .. } | RuledOrders::Adjustments(_) => None,
        }
    }

    /// Where a unit moves or tries to move; none if it stays or its order is void.
    pub(crate) fn destination(&self, board: &Board, unit: &Unit) -> Option<Province> {
        let here = board.province_of(unit.location);
        let ruling = self.rulings.get(self.forces.slot(here)?)?;
        match self.orders.get(here) {
            Some(Order::Move { to, .. })
                if ruling.outcome != Outcome::Void && !self.players.in_disorder(unit.power) =>
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

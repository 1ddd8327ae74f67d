//! Writes the orders of a commentary in the reader's own notation, or in the international one (E7, E13).

use rules::{AdjustmentOrder, Forces, Order, RetreatOrder, Unit};

use super::explainer::Explainer;
use crate::{AnyOrder, OrderWriter, Style};

impl<'a> Explainer<'a> {
    /// Writes orders as the rulebook of the writer's language prints them: `E Bud-Gli`, `F StP CS – Bot`.
    pub fn in_notation_of(self, writer: &'a OrderWriter<'a>) -> Self {
        Self { writer: Some(writer), ..self }
    }

    /// Writes orders in the international notation: `F STP/SC - BOT`.
    pub fn in_international_notation(self) -> Self {
        Self { writer: None, ..self }
    }

    /// The text of an order, or of a unit without one.
    pub(crate) fn order_text(&self, forces: &Forces, unit: &Unit, order: Option<&Order>) -> String {
        match (order, self.writer) {
            (Some(order), Some(writer)) => {
                writer.write(&AnyOrder::Order { unit: *unit, order: *order }, forces, Style::Short)
            }
            (Some(order), None) => self.notation.write_order(forces, unit, order),
            (None, _) => self.unit_text(unit),
        }
    }

    /// The text of a retreat, or of a dislodged unit without an order.
    pub(crate) fn retreat_text(&self, forces: &Forces, unit: &Unit, order: Option<&RetreatOrder>) -> String {
        match (order, self.writer) {
            (Some(order), Some(writer)) => {
                writer.write(&AnyOrder::Retreat { unit: *unit, order: *order }, forces, Style::Short)
            }
            (Some(order), None) => self.notation.write_retreat(unit, order),
            (None, _) => self.unit_text(unit),
        }
    }

    pub(crate) fn adjustment_text(&self, forces: &Forces, order: &AdjustmentOrder) -> String {
        match self.writer {
            Some(writer) => writer.write(&AnyOrder::Adjustment(*order), forces, Style::Short),
            None => self.notation.write_adjustment(forces, order),
        }
    }

    fn unit_text(&self, unit: &Unit) -> String {
        match self.writer {
            Some(writer) => writer.write_unit(unit, Style::Short),
            None => self.notation.write_unit(unit),
        }
    }
}

//! One order shared by several units: "Liverpool, Marseilles and Spain hold".

use std::ops::Range;

use rules::{Order, Province};

use super::candidate_order::Action;
use super::interpret::{self, Effort, Interpretation, action_of};
use super::piece_reader::{Interpretations, PieceReader, split};
use super::{AcceptedOrder, Certainty, MAX_ORDERS_PER_LINE};
use crate::AnyOrder;

impl PieceReader<'_> {
    /// Reads a list of units with commas and "and", with one action at the end for all of them. Only for
    /// holds, supports and convoys: two units cannot move to the same place.
    pub(crate) fn read_shared_order(&self, piece: &Range<usize>) -> Option<Interpretations> {
        let commas = split(self.text, piece.clone(), ",");
        let last = self.between_ands(commas.last()?)?;
        // "…, and Spain hold": the part after the last comma may begin with "and".
        let begins_with_and = commas.len() > 1 && last.len() == 1;
        if last.len() < 2 && !begins_with_and {
            return None;
        }
        let mut parts: Vec<Range<usize>> = Vec::new();
        for part in &commas[..commas.len() - 1] {
            if self.between_ands(part).is_some() {
                return None;
            }
            parts.push(part.clone());
        }
        parts.extend(last);
        let (last, units) = parts.split_last()?;
        if units.is_empty() || parts.len() > MAX_ORDERS_PER_LINE {
            return None;
        }
        let interpretation = self.interpret(last, Effort::AsWritten);
        let [AnyOrder::Order { order, .. }] = interpretation.orders() else { return None };
        let action = match *order {
            Order::Move { .. } => return None,
            // The last part is already decided: it is a support to hold.
            Order::SupportHold { of } => Action::SupportHold { of, stated: true },
            Order::Hold | Order::SupportMove { .. } | Order::Convoy { .. } => {
                action_of(self.checker.board, order)
            }
        };
        let filled_in = matches!(
            interpretation,
            Interpretation::Accepted(AcceptedOrder { certainty: Certainty::FilledIn, .. })
        );
        let mut interpretations = Interpretations::new();
        for part in units {
            let mut interpretation = interpret::interpret_unit_with_action(
                self.reader,
                &self.checker,
                self.context.language,
                &self.text[part.clone()],
                action,
            )?;
            if let (Interpretation::Accepted(taken), true) = (&mut interpretation, filled_in) {
                taken.certainty = Certainty::FilledIn;
            }
            interpretations.push((part.clone(), interpretation));
        }
        interpretations.push((last.clone(), interpretation));
        self.all_different(&interpretations).then_some(interpretations)
    }

    /// Whether no unit is named twice. A list that names one twice is not read as a shared order.
    fn all_different(&self, interpretations: &Interpretations) -> bool {
        let mut seen: Vec<Province> = Vec::new();
        interpretations.iter().flat_map(|(_, interpretation)| interpretation.orders()).all(|said| {
            let province = said.province(self.checker.board);
            let new = province.is_none_or(|province| !seen.contains(&province));
            seen.extend(province);
            new
        })
    }
}

//! Reads the orders of a phase from one text: several powers, one or more orders per line.

use std::fmt;

use detente_rules::{Orders, Position, Power};

use crate::{LineProblem, Notation, SubmittedOrders};

/// Error: the orders of a text that are refused. Nothing of such a text counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrdersError {
    /// Every refused order, in the order of the text. Never empty.
    pub refused: Vec<RefusedOrder>,
}

/// One order of a text that is refused, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedOrder {
    /// The number of its line in the text, from 1.
    pub line: usize,
    /// The order as written.
    pub text: String,
    /// Why it is refused.
    pub problem: OrderProblem,
}

/// Why an order of a text is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderProblem {
    /// No power is named before the order.
    PowerMissing,
    /// The power that is named before the order is not one of this board.
    UnknownPower,
    /// The order itself is refused.
    Order(LineProblem),
}

impl Notation<'_> {
    /// Reads the orders of all powers for the phase of a position: `FRANCE: A PAR - BUR, F BRE - MAO`.
    ///
    /// A power with a colon stands before its orders. Orders are separated by commas, semicolons or new lines.
    /// Not every unit needs an order.
    ///
    /// An illegal order such as `A PAR - MOS` is not an error: it counts, and the judge rules that it is void.
    ///
    /// # Errors
    /// If the text contains anything that cannot be read, or that its power cannot order in this phase. The
    /// error names every refused order. To keep the other orders, use [`SubmittedOrders::read`].
    pub fn orders(&self, position: &Position, text: &str) -> Result<Orders, OrdersError> {
        // With their number in the text, by which they are sorted at the end.
        let mut refused: Vec<(usize, RefusedOrder)> = Vec::new();
        let mut accepted: Vec<(usize, WrittenLine<'_>)> = Vec::new();
        let mut section = Err(OrderProblem::PowerMissing);
        let lines = text.lines().enumerate();
        let pieces =
            lines.flat_map(|(i, line)| line.split([',', ';']).map(move |piece| (i + 1, piece.trim())));
        for (number, (line, piece)) in pieces.enumerate() {
            let mut order = piece;
            if let Some((power, rest)) = piece.split_once(':') {
                section = self.power(power.trim()).ok_or(OrderProblem::UnknownPower);
                order = rest.trim();
            }
            match section {
                Ok(power) if !order.is_empty() => accepted.push((number, WrittenLine { line, power, order })),
                // An unknown power is reported even if it has no orders.
                Err(problem) if !piece.is_empty() => {
                    refused.push((number, RefusedOrder { line, text: piece.to_owned(), problem }));
                }
                Ok(_) | Err(_) => {}
            }
        }
        let orders = accepted.iter().map(|(_, written)| (written.power, written.order));
        let submitted = SubmittedOrders::read(self, position, orders);
        for refusal in &submitted.refused {
            let (number, WrittenLine { line, order, .. }) = accepted[refusal.line];
            let problem = OrderProblem::Order(refusal.problem);
            refused.push((number, RefusedOrder { line, text: order.to_owned(), problem }));
        }
        if refused.is_empty() {
            return Ok(submitted.into_orders());
        }
        refused.sort_by_key(|(number, _)| *number);
        Err(OrdersError { refused: refused.into_iter().map(|(_, refused)| refused).collect() })
    }
}

/// An order with the power that it stands under.
#[derive(Clone, Copy)]
struct WrittenLine<'t> {
    line: usize,
    power: Power,
    order: &'t str,
}

impl std::error::Error for OrdersError {}

impl fmt::Display for OrdersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, refused) in self.refused.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{refused}")?;
        }
        Ok(())
    }
}

impl fmt::Display for RefusedOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: '{}': {}", self.line, self.text, self.problem)
    }
}

impl fmt::Display for OrderProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PowerMissing => f.write_str("no power is named before this order, such as 'FRANCE:'"),
            Self::UnknownPower => f.write_str("the board has no such power"),
            Self::Order(problem) => problem.fmt(f),
        }
    }
}

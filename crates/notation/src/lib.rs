#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod codes;
mod notation;
mod orders_text;
mod submitted_orders;
mod usual_order;

pub use notation::{Notation, NotationError, WrittenAction, WrittenOrder};
pub use orders_text::{OrderProblem, OrdersError, RefusedOrder};
pub use submitted_orders::{LineProblem, LineRefusal, SubmittedOrders};

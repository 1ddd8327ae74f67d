//! All integration tests of this crate in one program, so that it links only once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod notation;
mod orders_text;
mod submitted_orders;
mod usual_spelling;

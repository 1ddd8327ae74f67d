//! Between people's words and our types, both ways.
//!
//! So far the international notation: the board's own keys in capitals, as the Python `diplomacy`
//! package and the case files write orders.

mod codes;
mod notation;
mod phases;
mod sheets;

pub use notation::{Notation, Unreadable, Written, WrittenOrder};
pub use phases::{read_phase, write_phase};
pub use sheets::{HandedIn, HandedInEntries, Problem, Refused};

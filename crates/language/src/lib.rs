//! Between people's words and our types, both ways.
//!
//! The international notation: the board's own keys in capitals, as the Python `diplomacy` package
//! and the case files write orders. And [`explain`]: rulings as sentences in the reader's language.

mod codes;
pub mod explain;
mod notation;
mod phases;
mod sheets;

pub use notation::{Notation, Unreadable, Written, WrittenOrder};
pub use phases::{read_phase, write_phase};
pub use sheets::{HandedIn, HandedInEntries, Problem, Refused};

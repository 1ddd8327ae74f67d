//! Between people's words and our types, both ways.
//!
//! The international notation (the board's own keys in capitals, as the Python `diplomacy` package and
//! the case files write orders); orders as people read and write them in their own language; and
//! [`explain`]: rulings as sentences in the reader's language.

mod clerk;
mod codes;
mod command;
pub mod explain;
mod fold;
mod locale;
mod notation;
mod phrases;
mod read;
mod sheets;
mod write;

pub use clerk::{Accepted, Answer, Clerk, Declined, Wording};
pub use command::Command;
pub use locale::{Locale, LocaleFault};
pub use notation::{Notation, Unreadable, Written, WrittenOrder};
pub use phrases::Phrases;
pub use read::{Desk, How, LanguageId, Reader, Reading, ReadingProblem, Refusal, Taken};
pub use sheets::{HandedIn, Problem, Refused};
pub use write::{Style, Writer};

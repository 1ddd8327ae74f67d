//! Reads and writes orders as text, and explains rulings as sentences.
//!
//! It has three parts: the international notation (the board's own keys in capitals, as the Python
//! `diplomacy` package and the case files write orders); orders as people write them in their own language;
//! and [`explain`]: rulings as sentences in the reader's language.

mod any_order;
mod codes;
pub mod explain;
mod locale;
mod normalize;
mod notation;
mod order_reader;
mod order_writer;
mod read;
mod server_texts;
mod submitted_orders;

pub use any_order::AnyOrder;
pub use locale::{Locale, LocaleError};
pub use notation::{Notation, NotationError, WrittenAction, WrittenOrder};
pub use order_reader::{AcceptedAnswer, Answer, OrderReader, RefusedAnswer, Wording};
pub use order_writer::{OrderWriter, Style};
pub use read::{
    AcceptedOrder, Certainty, LanguageId, OrderParser, Reading, ReadingContext, ReadingProblem,
    ReadingRefusal,
};
pub use server_texts::ServerTexts;
pub use submitted_orders::{LineProblem, LineRefusal, SubmittedOrders};

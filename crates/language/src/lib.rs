//! Reads and writes orders as people write them in their own language, and explains rulings as sentences.
//!
//! The international notation is in the crate `notation`.

mod any_order;
pub mod explain;
mod locale;
mod normalize;
mod order_reader;
mod order_signs;
mod order_writer;
mod piece_writer;
mod read;
mod server_texts;

pub use any_order::AnyOrder;
pub use locale::{Locale, LocaleError};
pub use order_reader::{AcceptedAnswer, Answer, OrderReader, RefusedAnswer, Wording};
pub use order_signs::OrderSign;
pub use order_writer::{OrderWriter, Style};
pub use piece_writer::PieceWriter;
pub use read::{
    AcceptedOrder, Certainty, LanguageId, MAX_LINE_BYTES, MAX_ORDERS_PER_LINE, OrderParser, Reading,
    ReadingContext, ReadingProblem, ReadingRefusal,
};
pub use server_texts::ServerTexts;

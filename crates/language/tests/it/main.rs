//! All integration tests of this crate in one program, so that it links only once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod cases;
mod commentary;
mod explaining;
mod glossary;
mod limits;
mod new_language_explanations;
mod new_language_orders;
mod order_reader;
mod places;
mod round_trip;
mod sentence_pages;
mod strengths;
mod typos;
mod variants;

//! The tests of this crate, in one program: it links once.

#![allow(clippy::unwrap_used, reason = "a test may stop anywhere")]

mod bounds;
mod cases;
mod clerk;
mod commentary;
mod explaining;
mod intake;
mod new_language;
mod notation;
mod round_trip;
mod sentence_pages;
mod sixth_language;
mod slips;
mod strengths;
mod support;
mod variants;

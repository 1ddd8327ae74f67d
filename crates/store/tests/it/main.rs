//! The tests of this crate, in one program: it links once.

#![allow(clippy::unwrap_used, reason = "a test may stop anywhere")]

mod durable;
mod games;
mod old_data;
mod postgres;
mod records;
mod resolutions;
mod story;
mod support;
mod upkeep;

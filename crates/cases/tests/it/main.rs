//! The tests of this crate, in one program: it links once.

#![allow(clippy::unwrap_used, reason = "a test may stop anywhere")]

mod cases;
mod coverage;
mod shelf;
mod small_variant;

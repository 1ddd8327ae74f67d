//! The tests of this crate in one program, because linking once is faster.

#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

mod case_files;
mod cases;
mod coverage;
mod piece_steps;
mod points_table;
mod small_variant;

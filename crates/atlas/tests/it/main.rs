//! The tests of this crate in one program, because linking once is faster.

mod closed_provinces;
mod errors;
mod resolution;
mod standard;

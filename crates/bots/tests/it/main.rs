//! The tests of this crate, in one program, so that it links once.

#![allow(clippy::unwrap_used, reason = "a test may stop anywhere")]

mod closed_land;
mod dumb_place_values;
mod promises;
mod real_positions;
mod regent;
mod sensible_play;
mod test_positions;
mod votes;

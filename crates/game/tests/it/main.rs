//! The tests of this crate, in one program, so that it links once.

#![allow(clippy::unwrap_used, clippy::wildcard_enum_match_arm, reason = "a test may stop anywhere")]

mod deadlines;
mod limits;
mod month;
mod properties;
mod scripts;
mod secrecy;

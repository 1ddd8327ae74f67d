//! The tests of this crate, in one program: it links once.

#![allow(clippy::unwrap_used, reason = "a test may stop anywhere")]

mod closed_land;
mod promises;
mod real;
mod regent;
mod scenes;
mod sense;
mod support;
mod worth;

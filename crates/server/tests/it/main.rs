//! The tests of this crate, in one program: it links once.

#![allow(clippy::unwrap_used, reason = "a test may stop anywhere")]

mod advice;
mod board;
mod clock;
mod duty;
mod garbage;
mod intake;
mod manual;
mod packed;
mod people;
mod repeated;
mod sample_game;
mod secrecy;
mod support;
mod variants;
mod whole_game;

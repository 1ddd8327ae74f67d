//! The integration tests of the server, in one program so that it links only once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod advice;
mod board;
mod compression;
mod deadlines;
mod fair_use;
mod health;
mod invalid_requests;
mod openapi;
mod order_lines;
mod people;
mod pictures;
mod rate_limits;
mod retries;
mod sample_game;
mod secrecy;
mod support;
mod variants;
mod whole_game;

//! The integration tests of the server, in one program so that it links only once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod access;
mod advice;
mod board;
mod bot_votes;
mod compression;
mod course;
// Only Linux has all of 127.0.0.0/8 as addresses of its own.
#[cfg(target_os = "linux")]
mod connections;
mod deadlines;
mod fair_use;
mod game_master;
mod health;
mod invalid_requests;
mod listed_games;
mod log_secrets;
mod moderation;
mod notifications;
mod openapi;
mod order_lines;
mod own_data;
mod people;
mod pictures;
mod practice;
mod previews;
mod privacy;
mod rate_limits;
mod retries;
mod sample_game;
mod secrecy;
mod support;
mod table;
mod variants;
mod whole_game;

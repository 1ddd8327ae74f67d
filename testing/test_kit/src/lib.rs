//! Code that the tests of several crates and `cargo xtask` share.
#![allow(
    clippy::unwrap_used,
    clippy::should_implement_trait,
    missing_debug_implementations,
    reason = "for tests only"
)]

pub mod api_requests;
pub mod game_for_two;
pub mod games;
pub mod orders;

//! Random games, made as the tests of `game` make them, and what a stored one tells.

#![allow(clippy::unwrap_used, dead_code, unreachable_pub, reason = "each test file uses its own part")]

#[path = "../../../../game/tests/it/support/chance.rs"]
pub mod chance;
pub mod reader;
pub mod tell;
#[path = "../../../../game/tests/it/support/world.rs"]
pub mod world;

//! Games as scripts: commands with made-up times in, what happened out.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

pub mod chance;
pub mod reader;
pub mod script;
pub mod tell;
pub mod world;

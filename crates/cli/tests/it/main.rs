//! All tests of this crate in one program, which is linked once.

#![allow(clippy::unwrap_used, reason = "a test may stop anywhere")]

mod adjudicate;
mod admin;
mod advise;
mod arena;
mod bench;
mod copy;
mod explain;
mod import;
mod kill;
mod licences;
mod limits;
mod nodes;
mod notifications;
mod old_release;
mod order_independence;
mod output;
mod read;
mod render;
mod round_trip;
mod server_start;
mod simulate;
mod store;
mod table;
mod two_hosts;

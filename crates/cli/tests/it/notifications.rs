//! The server is killed while it tells people what happened, and nothing that it has to tell is lost.
//!
//! The long version: `cargo xtask notifications`.

use std::path::Path;

use fault_injection::notifications::{Database, Plan, run};

const PROGRAM: &str = env!("CARGO_BIN_EXE_detente");

#[test]
fn a_killed_server_tells_everything() {
    let plan = Plan { events: 60, kills: 4, database: Database::Sqlite, seed: 30 };
    let arrived = run(Path::new(PROGRAM), plan).unwrap();
    assert_eq!(arrived.events, 60);
}

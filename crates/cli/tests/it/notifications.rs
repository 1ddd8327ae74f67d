//! The server is killed while it notifies people, and no notification is lost.
//!
//! The long version: `cargo xtask notifications`.

use std::path::Path;

use fault_injection::notifications::{Database, Plan, run};

const PROGRAM: &str = env!("CARGO_BIN_EXE_detente");

#[test]
fn a_killed_server_notifies_everybody() {
    let plan = Plan { events: 60, kills: 4, database: Database::Sqlite, seed: 30 };
    let arrived = run(Path::new(PROGRAM), plan).unwrap();
    assert_eq!(arrived.events, 60);
}

//! The service on simulated time, disk and network, with faults.
//!
//! Real nodes ([`server::App`]) with their clock, bot runner and sync of other nodes share a simulated database.
//! People play on them. Everything happens on one thread whose time passes only when everybody waits, and all
//! chance comes from one seed: the same seed is always the same run.

mod audit;
mod connection;
mod disk;
mod faults;
mod many;
mod nodes;
mod plan;
mod player;
mod run;
mod world;

pub use disk::Defect;
pub use faults::{FaultCounts, FaultKind};
pub use many::{AtFinding, Summary, simulate_many};
pub use run::{Outcome, simulate};
pub use world::Log;

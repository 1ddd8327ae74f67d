//! Random positions thick with fighting, the same for the same seed, for benchmarks and comparisons.
//!
//! Uniformly random orders hardly ever meet. Here units crowd, attack each other, follow each other
//! round, convoy, and support what is really ordered, with a liking for attacks on convoying fleets,
//! so that rules 10 to 22 are needed all the time.

mod dense;
mod grid;

use rules::{Forces, Order, Sheet, Table};

pub use chance::Chance;
pub use dense::{dense, naval, of_size};
pub use grid::grid_board;

/// A movement phase to be judged.
#[derive(Clone, Debug)]
pub struct Skirmish {
    pub forces: Forces,
    pub table: Table,
    pub orders: Sheet<Order>,
}

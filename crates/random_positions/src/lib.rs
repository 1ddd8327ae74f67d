//! Random positions with many conflicts, the same for the same seed, for benchmarks and tests.
//!
//! With uniformly random orders, units rarely meet. Here units are close together, attack each other, move in
//! rings, convoy, and support what is really ordered. Attacks on convoying fleets are preferred. So rules 10
//! to 22 decide often.

mod generate;
mod grid;

use rules::{Forces, Order, Players, Sheet};

pub use generate::{convoy_position, dense_position, naval_position, position_of_size, realistic_position};
pub use grid::grid_board;
pub use seeded_random::SeededRng;

/// A random movement phase: units and orders for the judge.
#[derive(Clone, Debug)]
pub struct RandomPosition {
    /// The units.
    pub forces: Forces,
    /// The players of the powers, and the powers in civil disorder.
    pub players: Players,
    /// The orders.
    pub orders: Sheet<Order>,
}

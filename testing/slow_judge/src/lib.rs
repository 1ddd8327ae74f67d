//! A slow, simple judge that tests compare the fast judge with.
//!
//! It uses the types of `rules` for the board, the units and the orders. Everything else it decides again
//! from the text of the rulebook: which orders are legal, which convoys work, who moves, why, and the open
//! retreats. It shares no logic with the judge of `rules`. So if both agree on millions of positions, a
//! mistake would have to be made twice, in two different ways.
//!
//! Everything is done in the simplest way that can be checked against the text:
//!
//! - `legality`, `routes`, `options`: which orders are legal, by trying sets of fleets and orders;
//! - `movement_phase`: what every unit really tries, by land or by sea;
//! - `resolve`: who moves, if it is known which convoys work;
//! - `voyages`: which convoys work, by trying every combination;
//! - `reasons`: the ruling of each order; `retreats`: the open retreats.

mod compare;
mod legality;
mod movement_phase;
mod options;
mod reasons;
mod resolve;
mod retreats;
mod routes;
mod voyages;

#[cfg(test)]
mod tests;

use rules::{Board, Edition, Forces, Location, Order, Players, Ruling, Sheet};

pub use compare::compare;
pub use legality::check;
pub use options::options;

use movement_phase::MovementPhase;

/// The verdict of the slow judge on a movement phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlowVerdict {
    /// One per unit, in the order of [`Forces::units`].
    pub rulings: Vec<Ruling>,
    /// The location of each unit after the phase. A dislodged unit keeps its old one.
    pub locations_after: Vec<Location>,
    /// Each dislodged unit with its open retreats, sorted.
    pub open_retreats: Vec<(usize, Vec<Location>)>,
    /// How many convoys had no effect because of a paradox.
    pub paradoxes: usize,
}

/// Judges a movement phase.
pub fn judge(
    board: &Board,
    edition: Edition,
    forces: &Forces,
    table: &Players,
    orders: &Sheet<Order>,
) -> SlowVerdict {
    let phase = MovementPhase::read(board, edition, forces, table, orders);
    let decided_voyages = voyages::decide_voyages(&phase);
    let resolution = resolve::resolve(&phase, &decided_voyages.outcomes);
    let rulings = reasons::rulings(&phase, &decided_voyages, &resolution);
    let stands = (0..phase.units.len())
        .map(|unit| match phase.move_of(unit) {
            Some(advance) if resolution.moves(unit) => advance.to,
            Some(_) | None => phase.units[unit].location,
        })
        .collect();
    SlowVerdict {
        rulings,
        locations_after: stands,
        open_retreats: retreats::retreats(&phase, &resolution),
        paradoxes: decided_voyages.paradoxes(),
    }
}

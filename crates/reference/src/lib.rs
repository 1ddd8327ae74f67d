//! A slow, literal judge that the fast one is compared with.
//!
//! It takes the board, the units and the orders as the types of `rules`, and decides everything
//! else again from the rulebook's words: which orders are legal, which convoys work, who moves,
//! why, and where the dislodged may go. It shares no logic with the judge of `rules`, so where the
//! two agree on millions of positions, a mistake would have to be made twice, in two ways.
//!
//! Everything is done in the plainest way that can be checked against the text:
//!
//! - `legality`, `routes`, `options`: what may be written, by trying sets of fleets and orders;
//! - `turn`: what everybody really tries, by land or by sea;
//! - `resolve`: who moves, if it is known which convoys work;
//! - `voyages`: which convoys work, by trying every combination;
//! - `reasons`: the ruling of each order; `retreats`: the places open to the dislodged.

mod argue;
mod legality;
mod options;
mod reasons;
mod resolve;
mod retreats;
mod routes;
mod turn;
mod voyages;

#[cfg(test)]
mod tests;

use rules::{Board, Edition, Forces, Location, Order, Ruling, Sheet, Table};

pub use argue::argue;
pub use legality::check;
pub use options::options;

use turn::Turn;

/// What the rulebook says of a movement phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    /// By the index of [`Forces::units`].
    pub rulings: Vec<Ruling>,
    /// Where each unit stands afterwards; a dislodged one where it stood.
    pub stands: Vec<Location>,
    /// Each dislodged unit with the places open to it, sorted.
    pub retreats: Vec<(usize, Vec<Location>)>,
    /// How many convoyed armies were stopped by a paradox.
    pub paradoxes: usize,
}

/// Judges a movement phase.
pub fn judge(
    board: &Board,
    edition: Edition,
    forces: &Forces,
    table: &Table,
    orders: &Sheet<Order>,
) -> Findings {
    let turn = Turn::read(board, edition, forces, table, orders);
    let settlement = voyages::settle(&turn);
    let resolution = resolve::resolve(&turn, &settlement.courses);
    let rulings = reasons::rulings(&turn, &settlement, &resolution);
    let stands = (0..turn.units.len())
        .map(|unit| match turn.advance(unit) {
            Some(advance) if resolution.moves(unit) => advance.to,
            Some(_) | None => turn.units[unit].location,
        })
        .collect();
    Findings {
        rulings,
        stands,
        retreats: retreats::retreats(&turn, &resolution),
        paradoxes: settlement.paradoxes(),
    }
}

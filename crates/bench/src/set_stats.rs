//! Statistics of a set of positions: how many moves, supports, convoys, dislodgements and paradoxes it has.

use random_positions::RandomPosition;
use rules::{Because, Board, Edition, Judge, Order, Outcome};

/// Counts over a whole set, under the default edition.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SetStats {
    pub(crate) positions: usize,
    pub(crate) units: usize,
    pub(crate) moves: usize,
    pub(crate) moves_by_sea: usize,
    pub(crate) supports: usize,
    pub(crate) supports_matching: usize,
    pub(crate) supports_cut: usize,
    pub(crate) convoys: usize,
    pub(crate) void: usize,
    pub(crate) dislodged: usize,
    pub(crate) positions_with_dislodgement: usize,
    pub(crate) positions_with_paradox: usize,
}

impl SetStats {
    pub(crate) fn of(board: &Board, set: &[RandomPosition]) -> Self {
        let mut mix = Self { positions: set.len(), ..Self::default() };
        let mut judge = Judge::new(board, Edition::Y2000);
        // Rules 21 and 22 resolve most paradoxes. The DATC edition does not have them, so it shows all
        // paradoxes.
        let mut datc_judge = Judge::new(board, Edition::Datc);
        for position in set {
            let paradoxes =
                datc_judge.movement(&position.forces, &position.players, &position.orders).paradoxes();
            let verdict = judge.movement(&position.forces, &position.players, &position.orders);
            mix.positions_with_paradox += usize::from(paradoxes > 0);
            mix.positions_with_dislodgement += usize::from(verdict.dislodged().len() > 0);
            mix.dislodged += verdict.dislodged().len();
            for (unit, ruling) in position.forces.units().iter().zip(verdict.rulings()) {
                let here = board.province_of(unit.location);
                mix.units += 1;
                mix.void += usize::from(ruling.outcome == Outcome::Void);
                match position.orders.get(here) {
                    Some(Order::Move { to, .. }) => {
                        mix.moves += 1;
                        let walks = board.can_reach(unit.kind, unit.location, board.province_of(*to));
                        mix.moves_by_sea += usize::from(!walks && ruling.outcome != Outcome::Void);
                    }
                    Some(Order::SupportHold { .. } | Order::SupportMove { .. }) => {
                        mix.supports += 1;
                        let mismatch = matches!(ruling.because, Because::Mismatch { .. });
                        let matches_an_order = ruling.outcome != Outcome::Void && !mismatch;
                        mix.supports_matching += usize::from(matches_an_order);
                        mix.supports_cut += usize::from(matches_an_order && ruling.outcome == Outcome::Fails);
                    }
                    Some(Order::Convoy { .. }) => mix.convoys += 1,
                    Some(Order::Hold) | None => {}
                }
            }
        }
        mix
    }
}

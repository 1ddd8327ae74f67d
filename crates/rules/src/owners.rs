//! Who owns which supply centre (H1, D3).

use crate::{Board, Forces, Power, Province};

/// The owner of every centre of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Owners {
    by_province: Vec<Option<Power>>,
    /// How many each power has: asked for after every year, for every power.
    counts: [u16; Power::MOST],
}

impl Owners {
    /// Nobody owns anything.
    pub fn none(board: &Board) -> Self {
        Self { by_province: vec![None; board.provinces().len()], counts: [0; Power::MOST] }
    }

    #[inline]
    pub fn of(&self, centre: Province) -> Option<Power> {
        self.by_province[centre.index()]
    }

    pub fn give(&mut self, centre: Province, power: Option<Power>) {
        let before = std::mem::replace(&mut self.by_province[centre.index()], power);
        if let Some(loser) = before {
            self.counts[loser.index()] -= 1;
        }
        if let Some(winner) = power {
            self.counts[winner.index()] += 1;
        }
    }

    pub fn count(&self, power: Power) -> usize {
        usize::from(self.counts[power.index()])
    }

    pub fn centres_of(&self, power: Power) -> impl Iterator<Item = Province> {
        self.by_province
            .iter()
            .enumerate()
            .filter(move |(_, owner)| **owner == Some(power))
            .map(|(i, _)| Province::new(i))
    }

    /// After a Fall turn, retreats included, a centre belongs to whose unit stands there (H1).
    pub fn seize(&mut self, board: &Board, forces: &Forces) {
        for &centre in board.centres() {
            if let Some(unit) = forces.at(centre) {
                self.give(centre, Some(unit.power));
            }
        }
    }

    /// The power that has won by owning enough centres (J1), if one has.
    pub fn winner(&self, board: &Board) -> Option<Power> {
        board.powers().find(|power| self.count(*power) >= board.centres_to_win())
    }
}

//! Who owns which supply centre (H1, D3).

use crate::{Board, Forces, Power, Province};

/// The owner of every centre of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Owners {
    by_province: Vec<Option<Power>>,
    /// The number of centres of each power. Kept, because every power is asked for it after every year.
    counts: [u16; Power::MAX_POWERS],
}

impl Owners {
    /// Nobody owns anything.
    pub fn none(board: &Board) -> Self {
        Self { by_province: vec![None; board.provinces().len()], counts: [0; Power::MAX_POWERS] }
    }

    /// Nobody owns anything any more. Keeps the memory.
    pub fn clear(&mut self, board: &Board) {
        self.by_province.clear();
        self.by_province.resize(board.provinces().len(), None);
        self.counts = [0; Power::MAX_POWERS];
    }

    /// The owner of a centre.
    #[inline]
    pub fn of(&self, centre: Province) -> Option<Power> {
        self.by_province[centre.index()]
    }

    /// Sets the owner of a centre.
    pub fn set_owner(&mut self, centre: Province, power: Option<Power>) {
        let before = std::mem::replace(&mut self.by_province[centre.index()], power);
        if let Some(loser) = before {
            self.counts[loser.index()] -= 1;
        }
        if let Some(winner) = power {
            self.counts[winner.index()] += 1;
        }
    }

    /// The number of centres that a power owns.
    pub fn count(&self, power: Power) -> usize {
        usize::from(self.counts[power.index()])
    }

    /// The centres that a power owns, in board order.
    pub fn centres_of(&self, power: Power) -> impl Iterator<Item = Province> {
        self.by_province
            .iter()
            .enumerate()
            .filter(move |(_, owner)| **owner == Some(power))
            .map(|(i, _)| Province::new(i))
    }

    /// Updates the owners after a Fall turn and its retreats: a centre belongs to the power whose unit is
    /// there (H1).
    pub fn capture_centres(&mut self, board: &Board, forces: &Forces) {
        for &centre in board.centres() {
            if let Some(unit) = forces.at(centre) {
                self.set_owner(centre, Some(unit.power));
            }
        }
    }

    /// The power that owns enough centres to win (J1).
    pub fn winner(&self, board: &Board) -> Option<Power> {
        board.powers().find(|power| self.count(*power) >= board.centres_to_win())
    }
}

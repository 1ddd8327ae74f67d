//! Those who move to one place, as a list from the last who was ordered there to the first. A list is
//! walked alike whether a set has one word or two; mostly it has one or two movers.
//!
//! Where a list ends is [`NOBODY`](crate::forces::NOBODY), which is the slot [`IDLE`]: that one has no
//! strength and comes before itself.

use std::hint::select_unpredictable;

use super::{Desk, IDLE, NONE, SLOTS, STANDOFF};
use crate::bits::Word;

/// The strongest of some movers.
#[derive(Clone, Copy)]
pub(super) struct Contest {
    /// The one stronger than all others, or [`STANDOFF`], or [`NONE`] if there is nobody at all.
    pub(super) best: u8,
    /// The strength that the best must beat: 0 if there are no others.
    pub(super) rivals: u8,
}

impl Contest {
    #[inline(always)]
    pub(super) const fn has_best(self) -> bool {
        (self.best as usize) < SLOTS
    }
}

impl<T: Word> Desk<T> {
    /// The last mover who was ordered to a battlefield.
    #[inline(always)]
    fn last(&self, field: usize) -> usize {
        usize::from(self.last[field % super::FIELDS]) % SLOTS
    }

    /// The mover who was ordered to the same place before this one.
    #[inline(always)]
    fn before(&self, slot: usize) -> usize {
        usize::from(self.before[slot % SLOTS]) % SLOTS
    }

    /// The strongest mover to a battlefield, all supports counted.
    #[inline(always)]
    pub(super) fn contest(&self, field: usize) -> Contest {
        // One or two, and which could not be foreseen.
        let one = self.last(field);
        let other = self.before(one);
        let (first, second) = (self.strength[one], self.strength[other]);
        let mut best = select_unpredictable(second > first, other, one);
        let (mut most, mut second) = (first.max(second), first.min(second));
        let mut mover = self.before(other);
        while mover != IDLE {
            let strength = self.strength[mover];
            let leads = strength > most;
            second = second.max(if leads { most } else { strength });
            best = if leads { mover } else { best };
            most = most.max(strength);
            mover = self.before(mover);
        }
        let nobody = NONE - u8::from(most > 0) * (NONE - STANDOFF);
        Contest { best: select_unpredictable(most > second, best as u8, nobody), rivals: second }
    }

    /// The strongest who moves where `slot` does; of equals the first in the alphabet. Who has no
    /// strength is nobody.
    #[inline(always)]
    pub(super) fn rival(&self, field: usize, slot: usize) -> usize {
        let one = self.last(field);
        let other = self.before(one);
        let mut best = self.rank_beside(slot, one).max(self.rank_beside(slot, other));
        let mut mover = self.before(other);
        while mover != IDLE {
            best = best.max(self.rank_beside(slot, mover));
            mover = self.before(mover);
        }
        best as usize % SLOTS
    }

    /// Strength, alphabet and slot in one number, so that nothing is to be foreseen; the least for
    /// `slot` itself.
    #[inline(always)]
    fn rank_beside(&self, slot: usize, other: usize) -> u32 {
        let province = self.province[other].index() as u32;
        let rank = u32::from(self.strength[other]) << 24 | (0xFFFF - province) << 8 | other as u32;
        select_unpredictable(other == slot, IDLE as u32, rank)
    }

    /// Takes a unit that was dislodged from where it was going out of the list there (rule 11).
    pub(super) fn silence(&mut self, slot: usize) {
        self.silenced.insert(slot);
        let field = self.field(slot);
        if self.last(field) == slot {
            self.last[field] = self.before[slot];
            return;
        }
        let mut mover = self.last(field);
        while mover != IDLE {
            if self.before(mover) == slot {
                self.before[mover] = self.before[slot];
            }
            mover = self.before(mover);
        }
    }
}

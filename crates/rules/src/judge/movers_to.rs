//! The movers to each battlefield, as linked lists from the last added mover to the first. Looping over a
//! list costs the same whether a set has one word or two. Most lists have one or two movers.
//!
//! A list ends with [`NOBODY`], which is [`NO_UNIT`] when it is used as a slot: its strength is 0, and its
//! predecessor is itself.

use std::hint::select_unpredictable;

use super::{BATTLEFIELDS, NO_UNIT, SLOTS};
use crate::Province;
use crate::forces::NOBODY;

/// Movers by battlefield.
#[derive(Debug)]
pub(super) struct MoversTo {
    /// By battlefield: the last mover, or [`NOBODY`].
    last: [u8; BATTLEFIELDS],
    /// By mover: the movers before and after it in the list, or [`NOBODY`].
    before: [u8; SLOTS],
    after: [u8; SLOTS],
}

/// The strongest mover to a battlefield.
#[derive(Clone, Copy)]
pub(super) struct Contest {
    /// The mover that is stronger than all others, or [`STANDOFF`], or [`NO_WINNER`] if there is no mover.
    pub(super) best: u8,
    /// The strength of the second strongest mover: 0 if there is none.
    pub(super) rival_strength: u8,
}

/// Nobody enters the battlefield.
pub(super) const NO_WINNER: u8 = NOBODY;
/// Nobody enters the battlefield, because the strongest movers are equal.
pub(super) const STANDOFF: u8 = NOBODY - 1;

impl Contest {
    #[inline(always)]
    pub(super) const fn has_best(self) -> bool {
        (self.best as usize) < SLOTS
    }
}

impl MoversTo {
    pub(super) const fn new() -> Self {
        Self { last: [NOBODY; BATTLEFIELDS], before: [NOBODY; SLOTS], after: [NOBODY; SLOTS] }
    }

    /// `before` needs no reset: it is overwritten when a mover is added.
    #[inline(always)]
    pub(super) fn reset(&mut self) {
        self.last.fill(NOBODY);
        self.after.fill(NOBODY);
    }

    #[inline(always)]
    pub(super) fn add(&mut self, battlefield: usize, slot: usize) {
        let before = self.last[battlefield % BATTLEFIELDS];
        self.last[battlefield % BATTLEFIELDS] = slot as u8;
        self.before[slot % SLOTS] = before;
        self.after[usize::from(before) % SLOTS] = slot as u8;
    }

    /// By battlefield: the last mover, or [`NOBODY`].
    #[inline(always)]
    pub(super) const fn last_movers(&self) -> &[u8; BATTLEFIELDS] {
        &self.last
    }

    /// The same for the battlefields of units.
    #[inline(always)]
    pub(super) fn last_movers_to_units(&self) -> &[u8; SLOTS] {
        let (units, _) = self.last.split_first_chunk().expect("there is a battlefield for each slot");
        units
    }

    /// By mover: the movers before and after it in the list, or [`NOBODY`].
    #[inline(always)]
    pub(super) const fn before_and_after(&self) -> (&[u8; SLOTS], &[u8; SLOTS]) {
        (&self.before, &self.after)
    }

    #[inline(always)]
    fn last(&self, battlefield: usize) -> usize {
        usize::from(self.last[battlefield % BATTLEFIELDS]) % SLOTS
    }

    #[inline(always)]
    fn before(&self, slot: usize) -> usize {
        usize::from(self.before[slot % SLOTS]) % SLOTS
    }

    /// The strongest mover to a battlefield.
    #[inline(always)]
    pub(super) fn contest(&self, battlefield: usize, strength: &[u8; SLOTS]) -> Contest {
        // Usually there are one or two movers. Which is unpredictable, so two are always compared.
        let one = self.last(battlefield);
        let other = self.before(one);
        let (first, second) = (strength[one], strength[other]);
        let mut best = select_unpredictable(second > first, other, one);
        let (mut most, mut second) = (first.max(second), first.min(second));
        let mut mover = self.before(other);
        while mover != NO_UNIT {
            let strength = strength[mover];
            let leads = strength > most;
            second = second.max(if leads { most } else { strength });
            best = if leads { mover } else { best };
            most = most.max(strength);
            mover = self.before(mover);
        }
        let nobody = NO_WINNER - u8::from(most > 0) * (NO_WINNER - STANDOFF);
        let best = select_unpredictable(most > second, best as u8, nobody);
        Contest { best, rival_strength: second }
    }

    /// The strongest mover to a battlefield except `slot`. Among equals, the first in alphabetical order. A
    /// mover with strength 0 counts as nobody.
    #[inline(always)]
    pub(super) fn rival(
        &self,
        battlefield: usize,
        slot: usize,
        strength: &[u8; SLOTS],
        province: &[Province; SLOTS],
    ) -> usize {
        // Strength, alphabetical order and slot in one number, so that comparing is branch-free. `slot`
        // itself gets the lowest number.
        let rank = |mover: usize| {
            let province = province[mover].index() as u32;
            let rank = u32::from(strength[mover]) << 24 | (0xFFFF - province) << 8 | mover as u32;
            select_unpredictable(mover == slot, NO_UNIT as u32, rank)
        };
        let one = self.last(battlefield);
        let other = self.before(one);
        let mut best = rank(one).max(rank(other));
        let mut mover = self.before(other);
        while mover != NO_UNIT {
            best = best.max(rank(mover));
            mover = self.before(mover);
        }
        best as usize % SLOTS
    }
}

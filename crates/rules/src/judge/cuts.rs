//! Which supports are cut (rules 13–16, 21, 22).

use super::voyages::THROUGH;
use super::{Deed, Desk};
use crate::bits::Bits;

impl<const W: usize> Desk<W> {
    /// Finds the supports that are given, and from them everybody's strength.
    pub(super) fn cut_supports(&mut self) {
        let mut attacked_from_target = Bits::EMPTY;
        self.given = self.matched;
        for supporter in self.matched {
            if !self.attackers[supporter].is_empty() {
                self.cut(supporter, &mut attacked_from_target);
            }
        }
        // Only now are the strengths for and against these supporters known: nobody supports into
        // a supporter's province from where that supporter aims.
        let mut dislodged = Bits::EMPTY;
        for supporter in attacked_from_target {
            if self.falls_to_target(supporter) {
                dislodged.insert(supporter);
            }
        }
        self.given = self.given.without(dislodged);
        for slot in 0..self.count {
            self.strength[slot] = 1 + (self.supporters[slot] & self.given).count() as u8;
        }
    }

    fn cut(&mut self, supporter: usize, attacked_from_target: &mut Bits<W>) {
        let attackers = self.foreign_attackers(supporter);
        let from_target = attackers & self.attacker_from_target(supporter);
        if !self.cutters(supporter).is_empty() {
            self.given.remove(supporter);
        } else if !from_target.is_empty() {
            attacked_from_target.insert(supporter);
        }
    }

    /// Own units never cut (rule 16).
    pub(super) fn foreign_attackers(&self, slot: usize) -> Bits<W> {
        self.attackers_on(slot).without(self.friends(slot))
    }

    /// The attackers that cut by their attack alone (rule 13).
    pub(super) fn cutters(&self, supporter: usize) -> Bits<W> {
        self.foreign_attackers(supporter)
            .without(self.attacker_from_target(supporter))
            .without(self.spared_by(supporter))
    }

    /// The unit in the province that the support is given into, if a unit stands there. It cuts only
    /// by dislodging.
    pub(super) fn attacker_from_target(&self, supporter: usize) -> Bits<W> {
        let field = usize::from(self.field[supporter]);
        if self.deed[supporter] == Deed::SupportMove && field < self.count {
            Bits::one(field)
        } else {
            Bits::EMPTY
        }
    }

    /// The convoyed armies that do not cut it, because it supports an attack on a fleet that they
    /// need (rule 21).
    pub(super) fn spared_by(&self, supporter: usize) -> Bits<W> {
        let mut spared = Bits::EMPTY;
        if self.at_sea.is_empty() {
            return spared;
        }
        for attacker in self.foreign_attackers(supporter) & self.at_sea {
            if self.voyages[usize::from(self.voyage_of[attacker])].fates == THROUGH {
                spared.insert(attacker);
            }
        }
        spared
    }

    /// Whether a supporter is dislodged from just where it supports an attack (rule 14).
    fn falls_to_target(&self, supporter: usize) -> bool {
        let attacker = usize::from(self.field[supporter]);
        let strength = self.strength_against(attacker, supporter);
        let given = |slot: usize| 1 + (self.supporters[slot] & self.given).count() as u8;
        strength > given(supporter)
            && self
                .attackers_on(supporter)
                .into_iter()
                .all(|rival| rival == attacker || strength > given(rival))
    }
}

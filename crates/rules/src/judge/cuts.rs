//! Which supports are cut (rules 13–16, 21, 22).

use super::{Desk, IDLE, SLOTS};
use crate::bits::{Bits, Word};

impl<T: Word> Desk<T> {
    /// Finds the supports that are given, and from them everybody's strength.
    #[inline(never)]
    pub(super) fn cut_supports(&mut self) {
        let (mut cut, mut in_doubt) = (Bits::EMPTY, Bits::EMPTY);
        for supporter in self.matched & self.attacked {
            let attackers = self.foreign_attackers(supporter);
            let from_target = self.attacker_from_target(supporter);
            let cutters = attackers.without(from_target).without(self.harmless);
            cut.insert_if(supporter, !cutters.is_empty());
            in_doubt.insert_if(supporter, attackers.meets(from_target));
        }
        self.given = self.matched.without(cut);
        self.strength.fill(1);
        self.strength[IDLE] = 0;
        self.supported = Bits::EMPTY;
        for supporter in self.given {
            let helped = usize::from(self.helped[supporter]) % SLOTS;
            self.strength[helped] += 1;
            self.supported.insert(helped);
        }
        self.drop_dislodged(in_doubt & self.given);
    }

    /// Supporters attacked from just where they support an attack. Only now are the strengths for
    /// and against them known, and they are final: nobody attacks those who decide here from the
    /// supporter's province, because the supporter does not move.
    fn drop_dislodged(&mut self, in_doubt: Bits<T>) {
        let mut dislodged = Bits::EMPTY;
        for supporter in in_doubt {
            dislodged.insert_if(supporter, self.falls_to_target(supporter));
        }
        self.given = self.given.without(dislodged);
        for supporter in dislodged {
            self.strength[usize::from(self.helped[supporter]) % SLOTS] -= 1;
        }
    }

    /// Own units never cut (rule 16).
    pub(super) fn foreign_attackers(&self, slot: usize) -> Bits<T> {
        self.attackers_on(slot).without(self.friends(slot))
    }

    /// The attackers that cut by their attack alone (rule 13).
    pub(super) fn cutters(&self, supporter: usize) -> Bits<T> {
        self.foreign_attackers(supporter).without(self.attacker_from_target(supporter)).without(self.harmless)
    }

    /// The unit in the province that the support is given into, if a unit stands there. It cuts only
    /// by dislodging.
    pub(super) fn attacker_from_target(&self, supporter: usize) -> Bits<T> {
        let field = self.field(supporter);
        let mut resident = Bits::EMPTY;
        if field < self.count {
            resident.insert_if(field, self.move_supporters.contains(supporter));
        }
        resident
    }

    /// Whether a supporter is dislodged from just where it supports an attack (rule 14).
    fn falls_to_target(&self, supporter: usize) -> bool {
        let attacker = self.field(supporter);
        let strength = self.strength_against(attacker, supporter);
        strength > self.strength[supporter]
            && self
                .attackers_on(supporter)
                .into_iter()
                .all(|rival| rival == attacker || strength > self.strength[rival % SLOTS])
    }
}

//! Why supports and convoys did what they did.

use super::voyages::AROUND;
use super::{Case, Desk, SLOTS};
use crate::bits::{Bits, Word};
use crate::{Because, Outcome, Province, Ruling, UnitKind};

impl<T: Word> Desk<T> {
    pub(super) fn explain_supports(&self, rulings: &mut [Ruling]) {
        for slot in self.hold_supporters | self.move_supporters {
            let to = self.helped_province(slot);
            let given = if self.hold_supporters.contains(slot) {
                Because::GivenInPlace { to }
            } else {
                Because::Given { to }
            };
            let matches = self.matched.contains(slot);
            rulings[slot].because = if matches { given } else { Because::Mismatch { of: to } };
            rulings[slot].outcome =
                if self.given.contains(slot) { Outcome::Succeeds } else { Outcome::Fails };
        }
        let mut shielded = Bits::<T>::EMPTY;
        for voyage in &self.voyages {
            let kept_off = voyage.has_target() && voyage.fates != AROUND;
            shielded.insert_if(self.field(voyage.army.into()), kept_off);
        }
        for slot in self.matched & self.attacked {
            if !self.given.contains(slot) {
                rulings[slot].because = self.why_cut(slot);
            } else if let Some(because) = self.why_withstood(slot, shielded.contains(slot)) {
                rulings[slot].because = because;
            }
        }
    }

    fn helped_province(&self, slot: usize) -> Province {
        self.province[usize::from(self.helped[slot]) % SLOTS]
    }

    /// Why attacks did not cut a support that is given; nothing if none arrived.
    fn why_withstood(&self, slot: usize, shielded: bool) -> Option<Because> {
        if shielded && let Some(from) = self.first_of(self.held_off_by_rule_21(slot)) {
            Some(Because::ConvoyedAttack { from })
        } else if let Some(from) = self.first_of(self.foreign_attackers(slot)) {
            Some(Because::NotCut { from })
        } else {
            self.first_of(self.attackers_on(slot)).map(|from| Because::OwnAttack { from })
        }
    }

    /// The voyages that rule 21 kept from cutting this support, also those that broke because of it.
    fn held_off_by_rule_21(&self, slot: usize) -> Bits<T> {
        let mut held_off = Bits::EMPTY;
        for voyage in &self.voyages {
            let army = usize::from(voyage.army);
            if self.field(army) == slot
                && voyage.has_target()
                && voyage.fates != AROUND
                && self.power(army) != self.power(slot)
            {
                held_off.insert(army);
            }
        }
        held_off
    }

    /// The plainest of the attacks that cut a support.
    fn why_cut(&self, slot: usize) -> Because {
        let cutters = self.cutters(slot);
        if cutters.is_empty() {
            let attacker = self.field(slot);
            return Because::Dislodged { from: self.province[attacker] };
        }
        let mut around = Bits::EMPTY;
        for cutter in cutters & self.at_sea {
            let voyage = &self.voyages[usize::from(self.voyage_of[cutter])];
            around.insert_if(cutter, voyage.has_target() && voyage.fates == AROUND);
        }
        let lost = cutters & self.fallen;
        if let Some(from) = self.first_of(cutters.without(around).without(lost)) {
            Because::Cut { from }
        } else if let Some(from) = self.first_of(around) {
            Because::CutByOtherRoute { from }
        } else {
            let from = self.first_of(lost).unwrap_or(self.province[slot]);
            Because::CutByDislodged { from }
        }
    }

    pub(super) fn why_convoy(&self, case: &Case<'_>, slot: usize) -> (Outcome, Because) {
        let army = usize::from(self.helped[slot]);
        let province = self.province[army];
        let sea = case.board.water_number(self.province[slot]);
        let taken = self.carried.contains(army) && self.carriers[army].contains(sea);
        if !taken || !self.at_sea.contains(army) || self.unit[army].kind != UnitKind::Army {
            return (Outcome::Fails, Because::NotTaken { army: province });
        }
        let voyage = self.voyages.iter().find(|voyage| usize::from(voyage.army) == army);
        match (voyage, self.conqueror(slot)) {
            (_, Some(at)) => (Outcome::Fails, Because::ConvoyBroken { at }),
            (None, None) => (Outcome::Fails, Because::NoRoute),
            (Some(voyage), None) if !voyage.fleets.contains(slot) => (Outcome::Fails, Because::NoRoute),
            (Some(voyage), None) if voyage.paradox => (Outcome::Fails, Because::Paradox),
            (Some(_), None) => (Outcome::Succeeds, Because::Carried { army: province }),
        }
    }
}

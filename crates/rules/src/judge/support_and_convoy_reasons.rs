//! Step 5 for supports and convoys: the reasons why they succeed or fail.

use super::convoys::{BROKEN, OPEN};
use super::support_cuts::cutting_attackers;
use super::{Input, SLOTS, Workspace};
use crate::bits::{Bits, Word};
use crate::{Because, Outcome, Ruling, UnitKind};

impl<T: Word> Workspace<T> {
    pub(super) fn explain_supports(&self, rulings: &mut [Ruling; SLOTS]) {
        let Self { orders, convoys, supports, .. } = self;
        for slot in orders.hold_supporters | orders.move_supporters {
            let to = orders.province[orders.helped(slot)];
            let given = if orders.hold_supporters.contains(slot) {
                Because::GivenInPlace { to }
            } else {
                Because::Given { to }
            };
            rulings[slot % SLOTS].because = given;
        }
        for slot in (orders.hold_supporters | orders.move_supporters).without(orders.matched) {
            rulings[slot % SLOTS].because = Because::Mismatch { of: orders.province[orders.helped(slot)] };
            rulings[slot % SLOTS].outcome = Outcome::Fails;
        }
        let mut protected = Bits::<T>::EMPTY;
        for voyage in &convoys.voyages {
            let held_off = voyage.concerns_rule_21() && voyage.possible_outcomes != OPEN;
            protected.insert_if(orders.target(voyage.army.into()), held_off);
        }
        for slot in orders.matched & orders.attacked {
            if !supports.given.contains(slot) {
                rulings[slot % SLOTS].because = self.why_cut(slot);
                rulings[slot % SLOTS].outcome = Outcome::Fails;
            } else if let Some(because) = self.why_not_cut(slot, protected.contains(slot)) {
                rulings[slot % SLOTS].because = because;
            }
        }
    }

    /// Why attacks did not cut a support that is given. None if there was no attack.
    fn why_not_cut(&self, slot: usize, protected: bool) -> Option<Because> {
        let Self { orders, convoys, .. } = self;
        if protected && let Some(from) = self.first_province(self.held_off_by_rule_21(slot)) {
            Some(Because::ConvoyedAttack { from })
        } else if let Some(from) = self.first_province(convoys.foreign_attackers(orders, slot)) {
            Some(Because::NotCut { from })
        } else {
            self.first_province(convoys.attackers(orders, slot)).map(|from| Because::OwnAttack { from })
        }
    }

    /// The armies that rule 21 kept from cutting this support, also those whose convoy is broken because of
    /// it.
    fn held_off_by_rule_21(&self, slot: usize) -> Bits<T> {
        let Self { orders, convoys, .. } = self;
        let mut held_off = Bits::EMPTY;
        for voyage in &convoys.voyages {
            let army = usize::from(voyage.army);
            if orders.target(army) == slot
                && voyage.concerns_rule_21()
                && voyage.possible_outcomes != OPEN
                && orders.power(army) != orders.power(slot)
            {
                held_off.insert(army);
            }
        }
        held_off
    }

    /// Why a support was cut: a plain attack first, then another route (rule 22), then a dislodged attacker.
    fn why_cut(&self, slot: usize) -> Because {
        let Self { orders, convoys, battles, .. } = self;
        let cutters = cutting_attackers(orders, convoys, slot);
        if cutters.is_empty() {
            let attacker = orders.target(slot);
            return Because::Dislodged { from: orders.province[attacker] };
        }
        let mut by_other_route = Bits::EMPTY;
        for cutter in cutters & convoys.by_sea {
            let voyage = convoys.voyage(cutter);
            by_other_route.insert_if(cutter, voyage.concerns_rule_21() && voyage.possible_outcomes == OPEN);
        }
        let dislodged = cutters & battles.dislodged;
        if let Some(from) = self.first_province(cutters.without(by_other_route).without(dislodged)) {
            Because::Cut { from }
        } else if let Some(from) = self.first_province(by_other_route) {
            Because::CutByOtherRoute { from }
        } else {
            let from = self.first_province(dislodged).unwrap_or(orders.province[slot]);
            Because::CutByDislodged { from }
        }
    }

    pub(super) fn why_convoy(&self, input: &Input<'_>, slot: usize) -> (Outcome, Because) {
        let Self { orders, convoys, .. } = self;
        let army = orders.helped(slot);
        let province = orders.province[army];
        let sea = input.board.water_number(orders.province[slot]);
        let taken = orders.carriers(army).contains(sea);
        if !taken || !convoys.by_sea.contains(army) || orders.unit[army].kind != UnitKind::Army {
            return (Outcome::Fails, Because::NotTaken { army: province });
        }
        let Some(voyage) = convoys.find_voyage(army).filter(|voyage| voyage.fleets.contains(slot)) else {
            return (Outcome::Fails, Because::NoRoute);
        };
        if voyage.paradox {
            return (Outcome::Fails, Because::Paradox);
        }
        let broken = voyage.possible_outcomes == BROKEN;
        match (self.dislodged_from(slot), self.first_dislodged(voyage.fleets).filter(|_| broken)) {
            (Some(at), Some(_)) => (Outcome::Fails, Because::ConvoyBroken { at }),
            (Some(at), None) => (Outcome::Fails, Because::RouteBroken { at }),
            (None, Some(at)) => (Outcome::Succeeds, Because::ChainBroken { at }),
            (None, None) => (Outcome::Succeeds, Because::Carried { army: province }),
        }
    }
}

//! Armies that travel by sea: who goes by convoy, and whose convoy holds.
//!
//! A convoying fleet stays where it is, and only fleets attack it. So whether it is dislodged
//! hangs on the supports for and against it, and those hang on attacks by land (always there) or
//! by sea (there if that voyage arrives). Voyages therefore depend on voyages alone.

use super::{Case, Desk};
use crate::bits::{Bits, Word};
use crate::board::Seas;
use crate::routes::{connects, is_on_route};
use crate::{Board, Province};

/// An army under way by sea.
#[derive(Clone, Copy, Debug)]
pub(super) struct Voyage<T: Word> {
    pub(super) army: u8,
    from: Province,
    to: Province,
    pub(super) carriers: Seas,
    /// The fleets on its routes by slot. Others may be ordered to carry it too, and lead nowhere.
    pub(super) fleets: Bits<T>,
    /// The water of a fleet of this convoy that the unit at the destination supports an attack on
    /// (rule 21); else empty.
    target: Seas,
    /// The fates that are still possible.
    pub(super) fates: u8,
    pub(super) paradox: bool,
}

/// Every route is broken: no attack at all.
pub(super) const SHUT: u8 = 1;
/// Open, but only by way of the fleet under attack with support from the destination: the army
/// attacks, and does not cut that support (rule 21).
pub(super) const THROUGH: u8 = 2;
/// Open, by a route that needs no such fleet: it cuts like any attack (rule 22).
pub(super) const AROUND: u8 = 4;

/// A fate, if it is possible.
const fn fate(possible: bool, fate: u8) -> u8 {
    if possible { fate } else { 0 }
}

impl<T: Word> Voyage<T> {
    /// What the loss of fleets leaves of the voyage: `gone` are lost, `maybe` perhaps.
    fn fates_after(&self, board: &Board, gone: Seas, maybe: Seas) -> u8 {
        let open = |lost: Seas| connects(board, self.carriers.without(lost), self.from, self.to);
        let best = open(gone);
        let worst = best && (maybe.is_empty() || open(gone | maybe));
        if self.target.is_empty() {
            return fate(!worst, SHUT) | fate(best, AROUND);
        }
        let best_around = best && open(gone | self.target);
        let worst_around = worst && open(gone | maybe | self.target);
        fate(!worst, SHUT) | fate(best && !worst_around, THROUGH) | fate(best_around, AROUND)
    }

    /// Whether rule 21 or 22 is about this voyage.
    pub(super) fn has_target(&self) -> bool {
        !self.target.is_empty()
    }
}

/// How sure it is that a fleet is dislodged.
enum Loss {
    Safe,
    Perhaps,
    Sure,
}

impl<T: Word> Desk<T> {
    /// Decides who travels by sea and which voyages arrive.
    #[inline(never)]
    pub(super) fn embark(&mut self, case: &Case<'_>) {
        let candidates = self.carried | self.distant | self.via;
        if candidates.is_empty() {
            return;
        }
        for army in candidates {
            self.choose_way(case, army);
        }
        if !self.voyages.is_empty() {
            self.settle(case);
        }
    }

    /// By land or by sea (F23, 4.A.3).
    fn choose_way(&mut self, case: &Case<'_>, army: usize) {
        let (from, to) = (self.province[army], case.board.province_of(self.to[army]));
        let carriers = if self.carried.contains(army) { self.carriers[army] } else { Seas::EMPTY };
        let complete = connects(case.board, carriers, from, to);
        if !self.distant.contains(army) {
            let wanted = self.via.contains(army) || self.intent.contains(army);
            if !wanted || (!complete && case.edition.walks_without_complete_route()) {
                return;
            }
        }
        self.at_sea.insert(army);
        if !complete {
            self.stranded.insert(army);
            return;
        }
        let lone = carriers.only().is_some();
        let mut fleets = Bits::EMPTY;
        for sea in carriers {
            if let Some(slot) = case.forces.slot(case.board.sea(sea))
                && (lone || is_on_route(case.board, carriers, sea, from, to))
            {
                fleets.insert(slot);
            }
        }
        self.voyage_of[army] = self.voyages.len() as u8;
        self.voyages.push(Voyage {
            army: army as u8,
            from,
            to,
            carriers,
            fleets,
            target: self.protected_target(case, army, fleets),
            fates: 0,
            paradox: false,
        });
    }

    /// The water of a fleet of the convoy that the unit at the destination supports an attack on.
    fn protected_target(&self, case: &Case<'_>, army: usize, fleets: Bits<T>) -> Seas {
        if !case.edition.protects_support_against_convoy() {
            return Seas::EMPTY;
        }
        let there = self.field(army);
        if there < self.count && (self.move_supporters & self.matched).contains(there) {
            let fleet = self.field(there);
            if fleet < self.count && fleets.contains(fleet) {
                return Seas::one(case.board.water_number(self.province[fleet]));
            }
        }
        Seas::EMPTY
    }

    /// Finds the fate of every voyage; what the rules leave open is a paradox.
    fn settle(&mut self, case: &Case<'_>) {
        for i in 0..self.voyages.len() {
            let voyage = self.voyages[i];
            let mut threatened = Seas::EMPTY;
            for fleet in voyage.fleets {
                if self.is_threatened(fleet) {
                    threatened.insert(case.board.water_number(self.province[fleet]));
                }
            }
            self.voyages[i].fates = voyage.fates_after(case.board, Seas::EMPTY, threatened);
        }
        while self.narrow_fates(case) {}
        if self.voyages.iter().any(|voyage| !voyage.fates.is_power_of_two()) {
            self.settle_paradoxes(case);
        }
        for voyage in &self.voyages {
            self.stranded.insert_if(voyage.army.into(), voyage.fates == SHUT);
            self.harmless.insert_if(voyage.army.into(), voyage.fates == THROUGH);
        }
    }

    /// Whether somebody might dislodge the unit: nobody does without support.
    fn is_threatened(&self, slot: usize) -> bool {
        self.attackers[slot]
            .without(self.friends(slot))
            .into_iter()
            .any(|attacker| !self.supporters[attacker].is_empty())
    }

    /// Looks once at each open voyage; answers whether anything became clearer.
    fn narrow_fates(&mut self, case: &Case<'_>) -> bool {
        let mut clearer = false;
        for i in 0..self.voyages.len() {
            if self.voyages[i].fates.is_power_of_two() {
                continue;
            }
            let fates = self.voyages[i].fates & self.fates_now(case, i);
            clearer |= fates != self.voyages[i].fates;
            self.voyages[i].fates = fates;
        }
        clearer
    }

    /// The fates of a voyage, given those of all voyages.
    pub(super) fn fates_now(&self, case: &Case<'_>, voyage: usize) -> u8 {
        let voyage = &self.voyages[voyage];
        let (mut gone, mut maybe) = (Seas::EMPTY, Seas::EMPTY);
        for fleet in voyage.fleets {
            let sea = case.board.water_number(self.province[fleet]);
            match self.loss(fleet) {
                Loss::Safe => {}
                Loss::Perhaps => maybe.insert(sea),
                Loss::Sure => gone.insert(sea),
            }
        }
        voyage.fates_after(case.board, gone, maybe)
    }

    /// Whether a fleet that stays at sea is dislodged, as far as that is known.
    fn loss(&self, fleet: usize) -> Loss {
        if !self.is_threatened(fleet) {
            return Loss::Safe;
        }
        let attackers = self.attackers[fleet];
        let (mut sure, mut perhaps) = (false, false);
        let (hold_least, hold_most) = self.strength_range(self.supporters[fleet]);
        for attacker in attackers.without(self.friends(fleet)) {
            let helpful = self.supporters[attacker].without(self.friends(fleet));
            let (least, most) = self.strength_range(helpful);
            let (mut beats_surely, mut may_beat) = (least > hold_most, most > hold_least);
            for rival in attackers {
                if rival != attacker {
                    let (rival_least, rival_most) = self.strength_range(self.supporters[rival]);
                    beats_surely &= least > rival_most;
                    may_beat &= most > rival_least;
                }
            }
            sure |= beats_surely;
            perhaps |= may_beat;
        }
        match (sure, perhaps) {
            (true, _) => Loss::Sure,
            (false, true) => Loss::Perhaps,
            (false, false) => Loss::Safe,
        }
    }

    /// The least and the most strength with these supporters, as far as cuts are known.
    fn strength_range(&self, supporters: Bits<T>) -> (u32, u32) {
        let (mut least, mut most) = (1, 1);
        for supporter in supporters {
            let mut surely_cut = false;
            let mut perhaps_cut = false;
            for attacker in self.attackers[supporter].without(self.friends(supporter)).without(self.stranded)
            {
                if !self.at_sea.contains(attacker) {
                    surely_cut = true;
                    break;
                }
                let fates = self.voyages[usize::from(self.voyage_of[attacker])].fates;
                surely_cut |= fates == AROUND;
                perhaps_cut |= fates & AROUND != 0;
            }
            least += u32::from(!surely_cut && !perhaps_cut);
            most += u32::from(!surely_cut);
        }
        (least, most)
    }
}

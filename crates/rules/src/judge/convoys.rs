//! Step 2: convoys. Decides which armies travel by sea, and which of these voyages arrive.
//!
//! A convoying fleet stays where it is, and only fleets can attack it. So whether it is dislodged depends on
//! the supports for and against it. These depend on attacks by land, which always happen, and on attacks by
//! sea, which happen if that voyage arrives. So voyages depend only on voyages.

use super::sorted_orders::SortedOrders;
use super::{Input, SLOTS, paradox};
use crate::bits::{Bits, Word};
use crate::board::Seas;
use crate::routes::{connects, is_on_route};
use crate::{Board, Province};

/// The armies that travel by sea, and the outcome of their voyages.
#[derive(Debug)]
pub(super) struct Convoys<T: Word> {
    /// Armies that travel by sea.
    pub(super) by_sea: Bits<T>,
    /// Armies whose voyage fails. They attack nobody.
    pub(super) failed: Bits<T>,
    /// Armies whose attack cuts no support (rule 21).
    pub(super) cut_nothing: Bits<T>,
    /// All voyages with a complete route.
    pub(super) voyages: Vec<Voyage<T>>,
    /// Armies with a voyage.
    with_voyage: Bits<T>,
    /// By army with a voyage: the index of its voyage.
    voyage_of: [u8; SLOTS],
    pub(super) paradox: paradox::Buffers,
}

/// The move of an army by sea.
#[derive(Clone, Copy, Debug)]
pub(super) struct Voyage<T: Word> {
    pub(super) army: u8,
    from: Province,
    to: Province,
    carriers: Seas,
    /// The fleets on its routes, by slot. Other fleets may also be ordered to convoy it but are on no route.
    pub(super) fleets: Bits<T>,
    /// The water of the fleet of this convoy that the unit at the destination supports an attack on (rule
    /// 21). Empty if there is none.
    rule_21_fleet: Seas,
    /// The outcomes that are still possible: a set of the bits below.
    pub(super) possible_outcomes: u8,
    pub(super) paradox: bool,
}

/// Outcome of a voyage: every route is broken, so the army attacks nobody.
pub(super) const BROKEN: u8 = 1;
/// Outcome of a voyage: open, but only through the fleet of rule 21. The army attacks, but it does not cut
/// the support against that fleet.
pub(super) const THROUGH_RULE_21_FLEET: u8 = 2;
/// Outcome of a voyage: open by a route without the fleet of rule 21. It cuts support like any attack (rule
/// 22).
pub(super) const OPEN: u8 = 4;

/// The bit of an outcome if it is possible, otherwise 0.
const fn outcome_if(possible: bool, fate: u8) -> u8 {
    if possible { fate } else { 0 }
}

impl<T: Word> Voyage<T> {
    /// The possible outcomes if the fleets at `gone` are dislodged, and those at `maybe` perhaps.
    fn outcomes_after(&self, board: &Board, gone: Seas, maybe: Seas) -> u8 {
        let open = |lost: Seas| connects(board, self.carriers.without(lost), self.from, self.to);
        let best = open(gone);
        let worst = best && (maybe.is_empty() || open(gone | maybe));
        if self.rule_21_fleet.is_empty() {
            return outcome_if(!worst, BROKEN) | outcome_if(best, OPEN);
        }
        let best_around = best && open(gone | self.rule_21_fleet);
        let worst_around = worst && open(gone | maybe | self.rule_21_fleet);
        outcome_if(!worst, BROKEN)
            | outcome_if(best && !worst_around, THROUGH_RULE_21_FLEET)
            | outcome_if(best_around, OPEN)
    }

    /// Whether rule 21 or 22 applies to this voyage.
    pub(super) fn concerns_rule_21(&self) -> bool {
        !self.rule_21_fleet.is_empty()
    }
}

/// Whether a fleet is dislodged, as far as it is known.
enum Loss {
    Safe,
    Perhaps,
    Sure,
}

impl<T: Word> Convoys<T> {
    pub(super) fn new() -> Self {
        Self {
            by_sea: Bits::EMPTY,
            failed: Bits::EMPTY,
            cut_nothing: Bits::EMPTY,
            voyages: Vec::with_capacity(SLOTS),
            with_voyage: Bits::EMPTY,
            voyage_of: [0; SLOTS],
            paradox: paradox::Buffers::default(),
        }
    }

    /// Decides who travels by sea and which voyages arrive.
    #[inline(never)]
    pub(super) fn resolve(&mut self, input: &Input<'_>, orders: &SortedOrders<T>) {
        self.reset();
        let candidates = orders.convoyed | orders.distant | orders.via_convoy;
        if candidates.is_empty() {
            return;
        }
        for army in candidates {
            self.choose_land_or_sea(input, orders, army);
        }
        if !self.voyages.is_empty() {
            self.decide_voyages(input, orders);
        }
    }

    fn reset(&mut self) {
        self.by_sea = Bits::EMPTY;
        self.failed = Bits::EMPTY;
        self.cut_nothing = Bits::EMPTY;
        self.with_voyage = Bits::EMPTY;
        self.voyages.clear();
    }

    /// Decides whether an army goes by land or by sea (F23, 4.A.3).
    fn choose_land_or_sea(&mut self, input: &Input<'_>, orders: &SortedOrders<T>, army: usize) {
        let (from, to) = (orders.province[army], input.board.province_of(orders.to[army]));
        let carriers = orders.carriers(army);
        let complete = orders.with_direct_route.contains(army) || connects(input.board, carriers, from, to);
        if !orders.distant.contains(army) {
            let wanted = orders.via_convoy.contains(army) || orders.convoyed_by_owner.contains(army);
            if !wanted || (!complete && input.edition.walks_without_complete_route()) {
                return;
            }
        }
        self.by_sea.insert(army);
        if !complete {
            self.failed.insert(army);
            return;
        }
        let fleets = fleets_on_routes(input, carriers, from, to);
        self.with_voyage.insert(army);
        self.voyage_of[army] = self.voyages.len() as u8;
        self.voyages.push(Voyage {
            army: army as u8,
            from,
            to,
            carriers,
            fleets,
            rule_21_fleet: rule_21_fleet(input, orders, army, fleets),
            possible_outcomes: 0,
            paradox: false,
        });
    }

    /// Decides the outcome of every voyage. What the rules leave open is a paradox.
    fn decide_voyages(&mut self, input: &Input<'_>, orders: &SortedOrders<T>) {
        let mut undecided = false;
        for voyage in &mut self.voyages {
            // The usual case: nobody moves to a fleet of the voyage. Saves 430 instructions per phase with many
            // convoys.
            if !voyage.fleets.intersects(orders.attacked) && voyage.rule_21_fleet.is_empty() {
                voyage.possible_outcomes = OPEN;
                continue;
            }
            let mut threatened = Seas::EMPTY;
            for fleet in voyage.fleets {
                if is_threatened(orders, fleet) {
                    threatened.insert(input.board.water_number(orders.province[fleet]));
                }
            }
            voyage.possible_outcomes = voyage.outcomes_after(input.board, Seas::EMPTY, threatened);
            undecided |= !voyage.possible_outcomes.is_power_of_two();
        }
        if undecided {
            while self.narrow_outcomes(input, orders) {}
            if self.voyages.iter().any(|voyage| !voyage.possible_outcomes.is_power_of_two()) {
                self.decide_paradoxes(input, orders);
            }
        }
        for voyage in &self.voyages {
            self.failed.insert_if(voyage.army.into(), voyage.possible_outcomes == BROKEN);
            self.cut_nothing.insert_if(voyage.army.into(), voyage.possible_outcomes == THROUGH_RULE_21_FLEET);
        }
    }

    /// Checks each undecided voyage once. Returns whether any outcome was excluded.
    fn narrow_outcomes(&mut self, input: &Input<'_>, orders: &SortedOrders<T>) -> bool {
        let mut clearer = false;
        for i in 0..self.voyages.len() {
            if self.voyages[i].possible_outcomes.is_power_of_two() {
                continue;
            }
            let fates = self.voyages[i].possible_outcomes & self.outcomes_now(input, orders, i);
            clearer |= fates != self.voyages[i].possible_outcomes;
            self.voyages[i].possible_outcomes = fates;
        }
        clearer
    }

    /// The possible outcomes of a voyage, given the possible outcomes of all voyages.
    pub(super) fn outcomes_now(&self, input: &Input<'_>, orders: &SortedOrders<T>, voyage: usize) -> u8 {
        let voyage = &self.voyages[voyage];
        let (mut gone, mut maybe) = (Seas::EMPTY, Seas::EMPTY);
        for fleet in voyage.fleets {
            let sea = input.board.water_number(orders.province[fleet]);
            match self.loss(orders, fleet) {
                Loss::Safe => {}
                Loss::Perhaps => maybe.insert(sea),
                Loss::Sure => gone.insert(sea),
            }
        }
        voyage.outcomes_after(input.board, gone, maybe)
    }

    /// Whether a fleet that stays at sea is dislodged, as far as it is known.
    fn loss(&self, orders: &SortedOrders<T>, fleet: usize) -> Loss {
        if !is_threatened(orders, fleet) {
            return Loss::Safe;
        }
        let attackers = orders.attackers(fleet);
        let (mut sure, mut perhaps) = (false, false);
        let (hold_least, hold_most) = self.strength_range(orders, orders.supporters[fleet]);
        for attacker in attackers.without(orders.same_power(fleet)) {
            let helpful = orders.supporters[attacker].without(orders.same_power(fleet));
            let (least, most) = self.strength_range(orders, helpful);
            let (mut beats_surely, mut may_beat) = (least > hold_most, most > hold_least);
            for rival in attackers {
                if rival != attacker {
                    let (rival_least, rival_most) = self.strength_range(orders, orders.supporters[rival]);
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

    /// The minimum and maximum strength with these supporters, as far as cuts are known.
    fn strength_range(&self, orders: &SortedOrders<T>, supporters: Bits<T>) -> (u32, u32) {
        let (mut least, mut most) = (1, 1);
        for supporter in supporters {
            let mut surely_cut = false;
            let mut perhaps_cut = false;
            for attacker in self.foreign_attackers(orders, supporter) {
                if !self.by_sea.contains(attacker) {
                    surely_cut = true;
                    break;
                }
                let fates = self.voyage(attacker).possible_outcomes;
                surely_cut |= fates == OPEN;
                perhaps_cut |= fates & OPEN != 0;
            }
            least += u32::from(!surely_cut && !perhaps_cut);
            most += u32::from(!surely_cut);
        }
        (least, most)
    }

    /// The voyage of an army that has one.
    #[inline(always)]
    pub(super) fn voyage(&self, army: usize) -> &Voyage<T> {
        &self.voyages[usize::from(self.voyage_of[army % SLOTS])]
    }

    /// The voyage of an army, if it has one.
    pub(super) fn find_voyage(&self, army: usize) -> Option<&Voyage<T>> {
        self.with_voyage.contains(army).then(|| self.voyage(army))
    }

    /// The units that really attack a province: those whose voyage fails do not.
    #[inline(always)]
    pub(super) fn attackers(&self, orders: &SortedOrders<T>, slot: usize) -> Bits<T> {
        orders.attackers(slot).without(self.failed)
    }

    /// The attackers that can cut a unit's support: own units never do (rule 16).
    #[inline(always)]
    pub(super) fn foreign_attackers(&self, orders: &SortedOrders<T>, slot: usize) -> Bits<T> {
        self.attackers(orders, slot).without(orders.same_power(slot))
    }
}

/// The fleets on the routes of a voyage, by slot.
fn fleets_on_routes<T: Word>(input: &Input<'_>, carriers: Seas, from: Province, to: Province) -> Bits<T> {
    let mut fleets = Bits::EMPTY;
    // The usual case: one fleet, so it is the route.
    if let Some(sea) = carriers.only() {
        if let Some(slot) = input.forces.slot(input.board.sea(sea)) {
            fleets.insert(slot);
        }
        return fleets;
    }
    for sea in carriers {
        if let Some(slot) = input.forces.slot(input.board.sea(sea))
            && is_on_route(input.board, carriers, sea, from, to)
        {
            fleets.insert(slot);
        }
    }
    fleets
}

/// The water of the fleet of the convoy that the unit at the destination supports an attack on (rule 21).
fn rule_21_fleet<T: Word>(input: &Input<'_>, orders: &SortedOrders<T>, army: usize, fleets: Bits<T>) -> Seas {
    if !input.edition.protects_support_against_convoy() {
        return Seas::EMPTY;
    }
    let there = orders.target(army);
    if there < SLOTS && (orders.move_supporters & orders.matched).contains(there) {
        let fleet = orders.target(there);
        if fleet < SLOTS && fleets.contains(fleet) {
            return Seas::one(input.board.water_number(orders.province[fleet]));
        }
    }
    Seas::EMPTY
}

/// Whether somebody might dislodge the unit: only an attack with support can.
fn is_threatened<T: Word>(orders: &SortedOrders<T>, slot: usize) -> bool {
    let attackers = orders.attackers(slot).without(orders.same_power(slot));
    attackers.into_iter().any(|attacker| !orders.supporters[attacker].is_empty())
}

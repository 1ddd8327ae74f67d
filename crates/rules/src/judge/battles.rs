//! Step 4: decide who enters which province. Every strength is known by now.
//!
//! Whether a province is entered can depend on whether its unit leaves, and that depends on the province
//! where the unit goes. This is a chain. It ends at an empty province or at a unit that stays, or it is a
//! ring.

use super::convoys::Convoys;
use super::movers_to::{Contest, NO_WINNER};
use super::sorted_orders::SortedOrders;
use super::support_cuts::Supports;
use super::{BATTLEFIELDS, NO_UNIT, SLOTS};
use crate::bits::{Bits, Word};
use crate::{Edition, Province};

/// Who enters which province.
#[derive(Debug)]
pub(super) struct Battles<T: Word> {
    /// By battlefield: who enters. Bit 7 is set if nobody does: the value is [`NO_WINNER`] if nobody tried,
    /// otherwise `STANDOFF` or the strongest mover, which failed.
    winner: [u8; BATTLEFIELDS],
    /// By mover: its strength at its destination, with all supports. 0 if its convoy fails or it has no
    /// effect.
    pub(super) attack: [u8; SLOTS],
    /// Units that move in a ring. A swap by convoy is also a ring.
    pub(super) in_ring: Bits<T>,
    /// Units that are dislodged by a unit from their own destination: they have no effect there (rule 11). In
    /// some editions this does not apply if the attacker comes by sea (4.A.7).
    pub(super) without_effect: Bits<T>,
    /// Movers that enter their destination.
    pub(super) arrived: Bits<T>,
    /// Units whose province is entered: they leave it or are dislodged.
    entered: Bits<T>,
    pub(super) dislodged: Bits<T>,
    /// Movers that enter a province where no unit stays and nobody else goes.
    pub(super) unopposed: Bits<T>,
    /// Movers that are head to head with another mover.
    pub(super) head_to_head: Bits<T>,
    /// Units that try to leave a province that others move to, while it is not decided who enters.
    undecided: Bits<T>,
    /// The current chain of units that try to leave.
    chain: Vec<u8>,
}

/// Marks a battlefield in the current chain. If the chain meets it again, there is a ring.
const PENDING: u8 = NO_UNIT as u8;

/// The results of the earlier steps.
struct EarlierSteps<'a, T: Word> {
    edition: Edition,
    orders: &'a SortedOrders<T>,
    convoys: &'a Convoys<T>,
    supports: &'a Supports<T>,
}

impl<T: Word> Battles<T> {
    pub(super) fn new() -> Self {
        Self {
            winner: [NO_WINNER; BATTLEFIELDS],
            attack: [0; SLOTS],
            in_ring: Bits::EMPTY,
            without_effect: Bits::EMPTY,
            arrived: Bits::EMPTY,
            entered: Bits::EMPTY,
            dislodged: Bits::EMPTY,
            unopposed: Bits::EMPTY,
            head_to_head: Bits::EMPTY,
            undecided: Bits::EMPTY,
            chain: Vec::with_capacity(SLOTS),
        }
    }

    /// Decides every province.
    // Inlined, because the caller reaches all results through one pointer, not four: saves 46 instructions
    // per phase.
    #[inline(always)]
    pub(super) fn decide_all(
        &mut self,
        edition: Edition,
        orders: &SortedOrders<T>,
        convoys: &Convoys<T>,
        supports: &Supports<T>,
    ) {
        let earlier = &EarlierSteps { edition, orders, convoys, supports };
        self.reset(earlier);
        let leaving = orders.movers.without(convoys.failed);
        // First what depends on nothing else: empty provinces, then provinces whose unit stays.
        self.decide_empty(earlier);
        // Only an attack with support can dislodge a unit.
        let mut threatened = Bits::EMPTY;
        for mover in supports.supported & leaving.without(orders.into_empty) {
            threatened.insert(orders.target(mover));
        }
        for battlefield in threatened.without(leaving) {
            self.decide_occupied(orders, supports, battlefield, false, NO_UNIT);
        }
        let followed = orders.attacked & leaving;
        // If the unit cannot leave and its province is not threatened, there is nothing to decide.
        for battlefield in followed & orders.into_empty & (self.arrived | threatened) {
            let leaves = self.arrived.contains(battlefield);
            self.decide_occupied(orders, supports, battlefield, leaves, NO_UNIT);
        }
        self.undecided = followed.without(orders.into_empty);
        while let Some(battlefield) = self.undecided.first() {
            self.decide_chain(earlier, battlefield);
        }
        self.dislodged = self.entered.without(self.arrived);
    }

    fn reset(&mut self, earlier: &EarlierSteps<'_, T>) {
        let EarlierSteps { orders, convoys, supports, .. } = earlier;
        // An empty province is entered by its last mover, unless it is contested (decided later).
        self.winner[..SLOTS].fill(NO_WINNER);
        self.winner[SLOTS..].copy_from_slice(&orders.movers_to.last_movers()[SLOTS..]);
        self.attack.copy_from_slice(&supports.strength[..SLOTS]);
        for slot in convoys.failed {
            self.attack[slot] = 0;
        }
        self.in_ring = Bits::EMPTY;
        self.without_effect = Bits::EMPTY;
        self.entered = Bits::EMPTY;
        self.head_to_head = Bits::EMPTY;
    }

    /// Decides empty provinces. A single mover arrives. Of several movers the strongest arrives.
    fn decide_empty(&mut self, earlier: &EarlierSteps<'_, T>) {
        let EarlierSteps { orders, convoys, .. } = earlier;
        let alone = orders.into_empty.without(orders.contested);
        self.unopposed = alone.without(convoys.failed);
        self.arrived = self.unopposed;
        for slot in alone & convoys.failed {
            self.winner[orders.target(slot)] = NO_WINNER;
        }
        for slot in orders.into_empty & orders.contested {
            let battlefield = orders.target(slot);
            let contest = self.contest(orders, battlefield);
            let enters = contest.has_best();
            self.winner[battlefield] = contest.best;
            self.arrived.insert_if(contest.best.into(), enters);
            self.unopposed.insert_if(contest.best.into(), enters & (contest.rival_strength == 0));
        }
    }

    /// Follows the chain of units that try to leave, and decides it from its end.
    fn decide_chain(&mut self, earlier: &EarlierSteps<'_, T>, battlefield: usize) {
        let EarlierSteps { orders, supports, .. } = earlier;
        let mut at = battlefield;
        self.chain.clear();
        loop {
            self.winner[at] = PENDING;
            self.undecided.remove(at);
            self.chain.push(at as u8);
            let next = orders.target(at);
            if (next < SLOTS) & self.undecided.contains(next) {
                at = next;
                continue;
            }
            if self.winner[next] == PENDING {
                self.decide_ring(earlier, next);
            }
            break;
        }
        while let Some(at) = self.chain.pop() {
            let at = usize::from(at);
            if self.winner[at] == PENDING {
                self.decide_occupied(orders, supports, at, self.arrived.contains(at), NO_UNIT);
            }
        }
    }

    /// Decides a chain that came back to `first`: a ring of units, or two units head to head.
    fn decide_ring(&mut self, earlier: &EarlierSteps<'_, T>, first: usize) {
        let EarlierSteps { edition, orders, convoys, supports } = earlier;
        let start = self.chain.iter().position(|slot| usize::from(*slot) == first).unwrap_or(0);
        let length = self.chain.len() - start;
        let last = usize::from(self.chain[self.chain.len() - 1]);
        if length == 2 && !convoys.by_sea.contains(first) && !convoys.by_sea.contains(last) {
            self.decide_head_to_head(earlier, first, last);
            return;
        }
        // A ring moves if each of its units is the strongest where it goes (rules 7 and 19).
        let stopped = (start..self.chain.len()).find(|i| {
            let slot = usize::from(self.chain[*i]);
            usize::from(self.contest(orders, orders.target(slot)).best) != slot
        });
        let Some(stopped) = stopped else {
            for i in start..self.chain.len() {
                let slot = self.chain[i];
                self.record_entry(orders.target(slot.into()), slot, true);
                self.in_ring.insert(slot.into());
            }
            return;
        };
        // The stopped unit stays. From there the ring is decided like any chain, back to its destination.
        for i in (0..length).map(|back| start + (stopped - start + length - back) % length) {
            let at = usize::from(self.chain[i]);
            let leaves = i != stopped && self.arrived.contains(at);
            if length == 2 && leaves && edition.applies_rule_11_to_convoys() {
                self.mark_without_effect(usize::from(self.chain[stopped]));
            }
            self.decide_occupied(orders, supports, at, leaves, NO_UNIT);
        }
    }

    fn decide_head_to_head(&mut self, earlier: &EarlierSteps<'_, T>, one: usize, other: usize) {
        let EarlierSteps { orders, supports, .. } = earlier;
        let both = Bits::one(one) | Bits::one(other);
        self.head_to_head |= both;
        // The usual case: equally strong, and nobody else moves there. Saves 130 instructions per pair.
        if !orders.contested.intersects(both) && supports.strength[one] == supports.strength[other] {
            self.record_entry(one, other as u8, false);
            self.record_entry(other, one as u8, false);
            return;
        }
        for (winner, loser) in [(one, other), (other, one)] {
            let strength = supports.strength_against(orders, winner, loser);
            let beats_rivals = strength > self.attack[self.rival(orders, loser, winner)];
            if strength > supports.strength[loser] && beats_rivals {
                self.record_entry(loser, winner as u8, true);
                self.mark_without_effect(loser);
                self.decide_occupied(orders, supports, winner, true, NO_UNIT);
                return;
            }
        }
        self.decide_occupied(orders, supports, one, false, other);
        self.decide_occupied(orders, supports, other, false, one);
    }

    /// A unit that is dislodged by a unit from its own destination has no effect there (rule 11).
    fn mark_without_effect(&mut self, slot: usize) {
        self.without_effect.insert(slot);
        self.attack[slot] = 0;
    }

    /// Decides an occupied battlefield. It is known whether its unit leaves it `empty` or stays. The `beaten`
    /// mover has failed already but still keeps others out; [`NO_UNIT`] if there is none.
    #[inline]
    fn decide_occupied(
        &mut self,
        orders: &SortedOrders<T>,
        supports: &Supports<T>,
        battlefield: usize,
        empty: bool,
        beaten: usize,
    ) {
        let contest = self.contest(orders, battlefield);
        let best = usize::from(contest.best);
        let strength = supports.strength_against(orders, best, battlefield);
        // One branch instead of five, because all five conditions are unpredictable.
        let is_best = contest.has_best() & (best != beaten);
        let beats = (strength > supports.defence(battlefield)) & (strength > contest.rival_strength);
        self.record_entry(battlefield, contest.best, is_best & (empty | beats));
        self.unopposed.insert_if(best, is_best & empty & (contest.rival_strength == 0));
    }

    /// Records who enters an occupied battlefield: `best`, or nobody.
    #[inline]
    fn record_entry(&mut self, battlefield: usize, best: u8, enters: bool) {
        self.winner[battlefield] = best | u8::from(!enters) << 7;
        self.arrived.insert_if(best.into(), enters);
        self.entered.insert_if(battlefield, enters);
    }

    /// The strongest mover to a battlefield.
    #[inline(always)]
    pub(super) fn contest(&self, orders: &SortedOrders<T>, battlefield: usize) -> Contest {
        orders.movers_to.contest(battlefield, &self.attack)
    }

    /// The strongest mover to a battlefield except `slot`. A mover with strength 0 counts as nobody.
    #[inline(always)]
    pub(super) fn rival(&self, orders: &SortedOrders<T>, battlefield: usize, slot: usize) -> usize {
        orders.movers_to.rival(battlefield, slot, &self.attack, &orders.province)
    }

    /// The unit that enters a battlefield, or a number that is no slot.
    #[inline(always)]
    pub(super) fn winner(&self, battlefield: usize) -> usize {
        usize::from(self.winner[battlefield % BATTLEFIELDS])
    }

    /// The unit that enters a battlefield.
    #[inline(always)]
    pub(super) fn entrant(&self, battlefield: usize) -> Option<usize> {
        Some(self.winner(battlefield)).filter(|winner| *winner < SLOTS)
    }

    /// Whether a province is neither occupied nor left empty by a standoff.
    pub(super) fn is_open_for_retreat(&self, orders: &SortedOrders<T>, province: Province) -> bool {
        // A province without a battlefield has a number that is never written, so it is `NO_WINNER`.
        let battlefield = orders.battlefield(province);
        let empty = (battlefield >= SLOTS) | self.arrived.contains(battlefield);
        empty & (self.winner[battlefield] == NO_WINNER)
    }
}

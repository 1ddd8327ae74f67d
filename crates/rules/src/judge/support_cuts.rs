//! Step 3: find which supports are cut (rules 13–16, 21, 22).

use super::convoys::Convoys;
use super::sorted_orders::SortedOrders;
use super::{NO_UNIT, SLOTS, STAYS};
use crate::bits::{Bits, Word};

/// Which supports are given, and the strength of every unit.
#[derive(Debug)]
pub(super) struct Supports<T: Word> {
    /// Supporters that give their support.
    pub(super) given: Bits<T>,
    /// By unit as a mover, and by unit plus [`STAYS`] as a unit that stays: one plus the number of supports given.
    /// Two numbers, because a unit that is ordered to move gets no support to hold, even if it stays (E10a).
    pub(super) strength: [u8; 2 * SLOTS],
    /// Units with a support that is not cut, even if its supporter is dislodged.
    pub(super) supported: Bits<T>,
}

impl<T: Word> Supports<T> {
    pub(super) const fn new() -> Self {
        Self { given: Bits::EMPTY, strength: [0; 2 * SLOTS], supported: Bits::EMPTY }
    }

    /// Finds the supports that are given, and from them the strength of every unit.
    #[inline(never)]
    pub(super) fn find_cuts(&mut self, orders: &SortedOrders<T>, convoys: &Convoys<T>) {
        self.reset();
        let (mut cut, mut perhaps_dislodged) = (Bits::EMPTY, Bits::EMPTY);
        for supporter in orders.matched & orders.attacked {
            let attackers = convoys.foreign_attackers(orders, supporter);
            let from_target = attacker_from_target(orders, supporter);
            let cutters = attackers.without(from_target).without(convoys.cut_nothing);
            cut.insert_if(supporter, !cutters.is_empty());
            perhaps_dislodged.insert_if(supporter, attackers.intersects(from_target));
        }
        self.given = orders.matched.without(cut);
        for supporter in self.given {
            let strengthened = orders.strengthened(supporter);
            self.strength[strengthened] += 1;
            self.supported.insert(strengthened % SLOTS);
        }
        self.drop_dislodged_supporters(orders, convoys, perhaps_dislodged & self.given);
    }

    fn reset(&mut self) {
        self.strength.fill(1);
        self.strength[NO_UNIT] = 0;
        self.strength[NO_UNIT | STAYS] = 0;
        self.supported = Bits::EMPTY;
    }

    /// Drops supports whose supporter is dislodged from the province that it supports an attack into. Only
    /// now the strengths for and against the supporter are known. They are final: nobody attacks the units
    /// that decide here from the supporter's province, because the supporter does not move.
    fn drop_dislodged_supporters(
        &mut self,
        orders: &SortedOrders<T>,
        convoys: &Convoys<T>,
        in_doubt: Bits<T>,
    ) {
        let mut dislodged = Bits::EMPTY;
        for supporter in in_doubt {
            dislodged.insert_if(supporter, self.is_dislodged_by_target(orders, convoys, supporter));
        }
        self.given = self.given.without(dislodged);
        for supporter in dislodged {
            self.strength[orders.strengthened(supporter)] -= 1;
        }
    }

    /// Whether a supporter is dislodged from the province that it supports an attack into (rule 14).
    fn is_dislodged_by_target(
        &self,
        orders: &SortedOrders<T>,
        convoys: &Convoys<T>,
        supporter: usize,
    ) -> bool {
        let attacker = orders.target(supporter);
        let strength = self.strength_against(orders, attacker, supporter);
        strength > self.defence(supporter)
            && convoys
                .attackers(orders, supporter)
                .into_iter()
                .all(|rival| rival == attacker || strength > self.strength[rival % SLOTS])
    }

    /// The strength of an attack against a unit that stays. Support by the power of that unit does not count
    /// (rule 12).
    #[inline(always)]
    pub(super) fn strength_against(&self, orders: &SortedOrders<T>, attacker: usize, victim: usize) -> u8 {
        let useless = orders.supporters[attacker % SLOTS] & self.given & orders.same_power(victim);
        // Usually none. A count takes 15 instructions per word on processors without one for it.
        let useless = if useless.is_empty() { 0 } else { useless.count() as u8 };
        let strength = self.strength[attacker % SLOTS].wrapping_sub(useless);
        if orders.power(attacker) == orders.power(victim) { 0 } else { strength }
    }

    /// The strength of a unit that stays. 0 for [`NO_UNIT`].
    #[inline(always)]
    pub(super) fn defence(&self, slot: usize) -> u8 {
        self.strength[(slot % SLOTS) | STAYS]
    }
}

/// The attackers that cut a support by the attack alone (rule 13).
pub(super) fn cutting_attackers<T: Word>(
    orders: &SortedOrders<T>,
    convoys: &Convoys<T>,
    supporter: usize,
) -> Bits<T> {
    convoys
        .foreign_attackers(orders, supporter)
        .without(attacker_from_target(orders, supporter))
        .without(convoys.cut_nothing)
}

/// The unit in the province that the support is given into, if there is one. It cuts the support only by
/// dislodging the supporter.
fn attacker_from_target<T: Word>(orders: &SortedOrders<T>, supporter: usize) -> Bits<T> {
    let target = orders.target(supporter);
    // Branch-free, and without an index into a set: a large set then stays in registers.
    let is_resident = (target < SLOTS) & orders.move_supporters.contains(supporter);
    Bits::one(target).if_not(!is_resident)
}
